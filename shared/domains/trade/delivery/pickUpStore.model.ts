import { hasPart, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { deliveryErrors } from "./delivery.errors.js";

/** A store in which members pick their goods up (rules: Operators). */
export interface PickUpStoreDoc {
  _id: number;
  name: string;
  introduction: string;
  phone: string;
  areaId: number;
  detailAddress: string;
  /** A key in object storage, or a full address. */
  logo: string;
  /** "HH:mm", Asia/Shanghai. */
  openingTime: string;
  closingTime: string;
  latitude: number;
  longitude: number;
  /** 0 open for orders, 1 not. */
  status: EnabledStatus;
  /** The operators who may hand goods out here. */
  staffIds: number[];
  createdAt: Date;
}

const text = { type: String, required: true };

export const PickUpStoreModel = defineModel<PickUpStoreDoc>(
  "pickUpStores",
  {
    name: text,
    introduction: { type: String, default: "" },
    phone: text,
    areaId: { type: Number, required: true },
    detailAddress: text,
    logo: { type: String, default: "" },
    openingTime: text,
    closingTime: text,
    latitude: { type: Number, required: true },
    longitude: { type: Number, required: true },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
    staffIds: { type: [Number], default: [] },
  },
  { logicalDelete: true, indexes: [[{ status: 1, _id: 1 }], [{ createdAt: -1, _id: -1 }]] },
);

/** Throws StoreNotFound (1011006000). */
export async function pickUpStore(storeId: number): Promise<PickUpStoreDoc> {
  const store = await PickUpStoreModel.findById(storeId).lean<PickUpStoreDoc>();
  if (!store) throw deliveryErrors.StoreNotFound();
  return store;
}

/** A store that takes orders. Throws StoreNotFound for an absent and for a disabled one. */
export async function openPickUpStore(storeId: number): Promise<PickUpStoreDoc> {
  const store = await pickUpStore(storeId);
  if (store.status !== EnabledStatus.enabled) throw deliveryErrors.StoreNotFound();
  return store;
}

/** For members to choose from. */
export async function openPickUpStores(): Promise<PickUpStoreDoc[]> {
  return PickUpStoreModel.find({ status: EnabledStatus.enabled })
    .sort({ _id: 1 })
    .limit(1_000)
    .lean<PickUpStoreDoc[]>();
}

interface PickUpStoreSearch {
  name?: string | undefined;
  phone?: string | undefined;
  status?: EnabledStatus | undefined;
  /** Both ends inclusive. */
  createdBetween?: TimeSpan | undefined;
}

/** For operators, newest first. `name` and `phone` match parts, ignoring case. */
export async function pagePickUpStores(
  { name = "", phone = "", status, createdBetween: [from, to] = [new Date(0), new Date(8.64e15)] }: PickUpStoreSearch,
  page: Page,
): Promise<PageOf<PickUpStoreDoc>> {
  // A shop has some hundreds at most, so parts of names are matched here, not in the database.
  const all = await PickUpStoreModel.find(status === undefined ? {} : { status })
    .sort({ createdAt: -1, _id: -1 })
    .limit(10_000)
    .lean<PickUpStoreDoc[]>();
  const found = all.filter(
    (store) =>
      hasPart(store.name, name) && hasPart(store.phone, phone) && store.createdAt >= from && store.createdAt <= to,
  );
  return pageOfRows(found, page);
}
