import { z } from "zod";
import { areaName, type AddressDoc } from "#shared/domains/member/index.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** Delivery address. */
export const AddressView = z.object({
  id: Id,
  userId: Id,
  province: z.string().nullable(),
  city: z.string().nullable(),
  district: z.string().nullable(),
  name: z.string(),
  mobile: z.string(),
  areaId: Id,
  areaName: z.string(),
  detailAddress: z.string(),
  defaultStatus: z.boolean(),
});

export const addressView = (address: AddressDoc) => ({
  id: address._id,
  userId: address.memberId,
  province: address.province,
  city: address.city,
  district: address.district,
  name: address.name,
  mobile: address.mobile,
  areaId: address.areaId,
  areaName: areaName(address.areaId),
  detailAddress: address.detailAddress,
  defaultStatus: address.isDefault,
});
