import { z } from "zod";
import { nameText, LongId, optional, pageInput, pageOf, ReceiverPhone, text, Time } from "#api/http/fields.js";
import { areaName, isKnownArea } from "#shared/domains/member/index.js";
import type { ReturnAddress } from "#shared/domains/trade/index.js";

const fields = {
  name: nameText(50),
  mobile: ReceiverPhone,
  areaId: LongId.refine((id) => isKnownArea(id), { error: "is not a known area" }),
  detailAddress: text(250, 1),
  /** Default: false; without a default one the oldest is it. */
  defaultStatus: optional(z.boolean()),
};
export const ReturnAddressCreateBody = z.object(fields);
export const ReturnAddressUpdateBody = z.object({ id: LongId, ...fields });
export const ReturnAddressPageQuery = pageInput({ name: optional(text(50)), mobile: optional(text(20)) });

const int = z.number().int();
export const ReturnAddressView = z.object({
  id: int,
  name: z.string(),
  mobile: z.string(),
  areaId: int,
  areaName: z.string(),
  detailAddress: z.string(),
  defaultStatus: z.boolean(),
  createTime: Time,
});
export const ReturnAddressPage = pageOf(ReturnAddressView);

export const returnAddressView = (address: ReturnAddress): z.input<typeof ReturnAddressView> => ({
  id: address._id,
  name: address.name,
  mobile: address.mobile,
  areaId: address.areaId,
  areaName: areaName(address.areaId),
  detailAddress: address.detailAddress,
  defaultStatus: address.isDefault,
  createTime: address.createdAt.getTime(),
});
