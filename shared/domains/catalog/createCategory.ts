import { nextId } from "#shared/platform/ids.js";
import { catalogErrors } from "./catalog.errors.js";
import { CategoryModel, type CategoryDoc } from "./category.model.js";

export type CategoryInput = Pick<CategoryDoc, "name" | "parentId"> &
  Partial<Pick<CategoryDoc, "picUrl" | "sort" | "status">>;

/** A new category; parentId 0 for the top level. ParentCategoryNotFound, CategoryTooDeep. */
export async function createCategory(input: CategoryInput): Promise<number> {
  if (input.parentId !== 0) {
    const parent = await CategoryModel.findById(input.parentId).lean<CategoryDoc>();
    if (!parent) throw catalogErrors.ParentCategoryNotFound();
    if (parent.parentId !== 0) throw catalogErrors.CategoryTooDeep();
  }
  const _id = await nextId("productCategories");
  await CategoryModel.create([{ ...input, _id }]);
  return _id;
}
