import { z } from "zod";
import { pageOf, Time } from "#api/http/fields.js";
import { areaName } from "#shared/domains/member/index.js";
import type { PickUpStoreDoc } from "#shared/domains/trade/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";

const int = z.number().int();
/** For members. */
export const StoreView = z.object({
  id: int,
  name: z.string(),
  introduction: z.string(),
  phone: z.string(),
  areaId: int,
  areaName: z.string(),
  detailAddress: z.string(),
  logo: z.string(),
  openingTime: z.string(),
  closingTime: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export const AdminStoreView = StoreView.extend({ status: int, verifyUserIds: z.array(int), createTime: Time });
export const AdminStorePage = pageOf(AdminStoreView);

export const storeView = (store: PickUpStoreDoc): z.input<typeof StoreView> => ({
  id: store._id,
  name: store.name,
  introduction: store.introduction,
  phone: store.phone,
  areaId: store.areaId,
  areaName: areaName(store.areaId),
  detailAddress: store.detailAddress,
  logo: mediaUrl(store.logo),
  openingTime: store.openingTime,
  closingTime: store.closingTime,
  latitude: store.latitude,
  longitude: store.longitude,
});

export const adminStoreView = (store: PickUpStoreDoc): z.input<typeof AdminStoreView> => ({
  ...storeView(store),
  status: store.status,
  verifyUserIds: store.staffIds,
  createTime: store.createdAt.getTime(),
});
