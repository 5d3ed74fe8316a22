import { z } from "zod";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import { Long, LongId, nameText, optional, text, Time } from "#api/http/fields.js";
import { Sort, Status } from "./admin.fields.js";

export const CategoryListBody = z.object({ isParent: optional(z.boolean()) });

const Category = z.object({
  id: z.number().int(),
  parentId: z.number().int(),
  name: z.string(),
  picUrl: z.string(),
  sort: z.number().int(),
  status: z.number().int(),
});
/** Two levels; a child's children are always null. */
export const CategoryView = Category.extend({
  subCategoryRespList: z.array(Category.extend({ subCategoryRespList: z.null() })).nullable(),
});
export const CategoryListView = z.array(CategoryView);

const fields = {
  parentId: Long.refine((value) => value >= 0, { error: "must be at least 0" }),
  name: nameText(64),
  picUrl: optional(PictureUrlOrNone),
  sort: optional(Sort),
  description: optional(text(500)),
  status: optional(Status),
};
export const CategoryCreateBody = z.object(fields);
export const CategoryUpdateBody = z.object({ id: LongId, ...fields });
export const CategoryAdminListQuery = z.object({
  name: optional(text(64)),
  parentId: optional(Long),
  status: optional(Status),
});
export const CategoryAdminView = Category.extend({ description: z.string(), createTime: Time });
export const CategoryAdminListView = z.array(CategoryAdminView);
