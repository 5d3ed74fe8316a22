import { z } from "zod";
import type { AddressChanges, AddressInput } from "#shared/domains/member/index.js";
import { LongId, nameText, optional, ReceiverPhone, text } from "#api/http/fields.js";
import { DeliveryAreaId } from "./area.fields.js";

/** Names of province, city and district: those of areaId, unless the client sends others. */
const names = {
  province: optional(nameText(64, 0)),
  city: optional(nameText(64, 0)),
  district: optional(nameText(64, 0)),
};

export const AddressCreateBody = z.object({
  userId: LongId,
  ...names,
  name: nameText(64),
  mobile: ReceiverPhone,
  areaId: DeliveryAreaId,
  detailAddress: text(250, 1),
  defaultStatus: z.boolean().nullish(),
});

/** All fields are optional: a change. */
export const AddressUpdateBody = z.object({
  id: LongId,
  userId: optional(LongId),
  ...names,
  name: nameText(64).nullish(),
  mobile: optional(ReceiverPhone),
  areaId: optional(DeliveryAreaId),
  detailAddress: text(250, 1).nullish(),
  defaultStatus: z.boolean().nullish(),
});

export const OwnerBody = z.object({ userId: LongId });
export const AddressBody = z.object({ userId: LongId, id: LongId });

/** The domain's input; the owner comes from the token, never from the body. */
export const addressInput = (body: z.output<typeof AddressCreateBody>): AddressInput => ({
  name: body.name,
  mobile: body.mobile,
  areaId: body.areaId,
  province: body.province,
  city: body.city,
  district: body.district,
  detailAddress: body.detailAddress,
  isDefault: body.defaultStatus ?? false,
});

export const addressChanges = (body: z.output<typeof AddressUpdateBody>): AddressChanges => ({
  name: body.name ?? undefined,
  mobile: body.mobile,
  areaId: body.areaId,
  province: body.province,
  city: body.city,
  district: body.district,
  detailAddress: body.detailAddress ?? undefined,
  isDefault: body.defaultStatus ?? undefined,
});
