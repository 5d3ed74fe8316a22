import { z } from "zod";
import { optional } from "#api/http/fields.js";

export const CategoryListBody = z.object({ isParent: optional(z.boolean()) });

const Category = z.object({
  id: z.number().int(),
  parentId: z.number().int(),
  name: z.string(),
  picUrl: z.string(),
  sort: z.number().int(),
  status: z.number().int(),
});
/** Two levels; the children of a child are never asked for. */
export const CategoryView = Category.extend({
  subCategoryRespList: z.array(Category.extend({ subCategoryRespList: z.null() })).nullable(),
});
export const CategoryListView = z.array(CategoryView);
