import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { CategoryModel, type CategoryDoc } from "./category.model.js";
import { recordCatalogChange } from "../product/shelf.js";
import { holdCategory } from "../product/spuPlace.js";

export type CategoryInput = Pick<CategoryDoc, "name" | "parentId"> &
  Partial<Pick<CategoryDoc, "picUrl" | "sort" | "status" | "description">>;

/** Creates a category; parentId 0: at the top level. Throws ParentCategoryNotFound, CategoryTooDeep. */
export async function createCategory(input: CategoryInput): Promise<number> {
  const _id = await nextId("productCategories");
  return inTransaction(async () => {
    await checkParent(input.parentId);
    await CategoryModel.create([{ ...input, _id }]);
    await recordCatalogChange("category.create", _id, { after: input });
    return _id;
  });
}

/** A parent must be at the top level, as there are only two. Throws as createCategory. */
export async function checkParent(parentId: number): Promise<void> {
  if (parentId === 0) return;
  const parent = await holdCategory(parentId);
  if (!parent) throw catalogErrors.ParentCategoryNotFound();
  if (parent.parentId !== 0) throw catalogErrors.CategoryTooDeep();
}
