import { z } from "zod";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import { LongId, nameText, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { Sort, Status } from "./admin.fields.js";

const name = optional(text(100));
export const BrandListBody = z.object({ name });
export const BrandPageBody = pageInput({ name });

export const BrandView = z.object({
  id: z.number().int(),
  name: z.string(),
  picUrl: z.string(),
  sort: z.number().int(),
  description: z.string(),
  status: z.number().int(),
  createTime: Time,
});
export const BrandListView = z.array(BrandView);
export const BrandPageView = pageOf(BrandView);

const fields = {
  name: nameText(100),
  picUrl: optional(PictureUrlOrNone),
  sort: optional(Sort),
  description: optional(text(2_000)),
  status: optional(Status),
};
export const BrandCreateBody = z.object(fields);
export const BrandUpdateBody = z.object({ id: LongId, ...fields });
export const BrandAdminPageQuery = pageInput({ name, status: optional(Status) });
