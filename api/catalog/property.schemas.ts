import { z } from "zod";
import { LongId, nameText, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";

const fields = { name: nameText(64), remark: optional(text(500)) };
const filter = { name: optional(text(64)) };

export const PropertyCreateBody = z.object(fields);
export const PropertyUpdateBody = z.object({ id: LongId, ...fields });
export const PropertyPageQuery = pageInput(filter);
export const PropertyAdminView = z.object({
  id: z.number().int(),
  name: z.string(),
  remark: z.string(),
  createTime: Time,
});
export const PropertyPageView = pageOf(PropertyAdminView);

export const PropertyValueCreateBody = z.object({ propertyId: LongId, ...fields });
/** A value keeps its property; `propertyId` may be sent along and is ignored. */
export const PropertyValueUpdateBody = z.object({ id: LongId, propertyId: optional(LongId), ...fields });
export const PropertyValuePageQuery = pageInput({ ...filter, propertyId: optional(LongId) });
export const PropertyValueAdminView = PropertyAdminView.extend({ propertyId: z.number().int() });
export const PropertyValuePageView = pageOf(PropertyValueAdminView);
