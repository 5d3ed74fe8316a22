import { hasPart } from "#shared/kernel/lists/filters.js";
import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { deliveryErrors } from "./delivery.errors.js";

/** Where members send goods back to (rules: Orders). */
export interface ReturnAddressDoc {
  _id: number;
  /** Who receives them there. */
  name: string;
  mobile: string;
  areaId: number;
  detailAddress: string;
  /** When it was made the default; the latest one is. Without any it is the oldest address. */
  defaultAt: Date | null;
  createdAt: Date;
}

const text = { type: String, required: true };

export const ReturnAddressModel = defineModel<ReturnAddressDoc>(
  "returnAddresses",
  {
    name: text,
    mobile: text,
    areaId: { type: Number, required: true },
    detailAddress: text,
    defaultAt: { type: Date, default: null },
  },
  { logicalDelete: true, indexes: [[{ createdAt: -1, _id: -1 }]] },
);

export interface ReturnAddress extends ReturnAddressDoc {
  isDefault: boolean;
}

/** What a shop keeps is far below this. */
const MOST = 1_000;

/** All of them, the default first. */
async function returnAddresses(): Promise<ReturnAddress[]> {
  const rows = await ReturnAddressModel.find().sort({ defaultAt: -1, _id: 1 }).limit(MOST).lean<ReturnAddressDoc[]>();
  return rows.map((row, at) => ({ ...row, isDefault: at === 0 }));
}

/** Throws ReturnAddressNotFound (1011006010). */
export async function returnAddress(addressId: number): Promise<ReturnAddress> {
  const address = (await returnAddresses()).find(({ _id }) => _id === addressId);
  if (!address) throw deliveryErrors.ReturnAddressNotFound();
  return address;
}

/** Null: the shop keeps none. */
export async function defaultReturnAddress(): Promise<ReturnAddress | null> {
  return (await returnAddresses())[0] ?? null;
}

/** For operators, the default first. `name` and `mobile` match parts, ignoring case. */
export async function pageReturnAddresses(
  { name = "", mobile = "" }: { name?: string | undefined; mobile?: string | undefined },
  page: Page,
): Promise<PageOf<ReturnAddress>> {
  const found = (await returnAddresses()).filter((row) => hasPart(row.name, name) && hasPart(row.mobile, mobile));
  return pageOfRows(found, page);
}
