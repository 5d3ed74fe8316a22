import { z } from "zod";
import { DateRange, LongId, longOf, nameText, optional, pageInput, text } from "#api/http/fields.js";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import { isKnownArea } from "#shared/domains/member/index.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

const Status = longOf(Object.values(EnabledStatus));
/** Time of day, Asia/Shanghai. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, "must be a time like 09:30");
const Phone = z
  .string()
  .trim()
  .regex(/^\+?[\d][\d -]{3,18}\d$/, "must be a phone number");

const fields = {
  name: nameText(64),
  introduction: optional(text(500)),
  phone: Phone,
  areaId: LongId.refine((id) => isKnownArea(id), { error: "is not a known area" }),
  detailAddress: text(250, 1),
  logo: PictureUrlOrNone,
  openingTime: TimeOfDay,
  closingTime: TimeOfDay,
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  status: Status,
};
export const StoreCreateBody = z.object(fields);
export const StoreUpdateBody = z.object({ id: LongId, ...fields });
export const StoreBindBody = z.object({ id: LongId, verifyUserIds: z.array(LongId).max(200) });
export const StorePageQuery = pageInput({
  name: optional(text(64)),
  phone: optional(text(20)),
  status: optional(Status),
  createTime: DateRange,
});
