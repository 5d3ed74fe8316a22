import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { CategoryModel, type CategoryDoc } from "./category.model.js";
import { checkParent, type CategoryInput } from "./createCategory.js";
import { recordCatalogChange } from "../product/shelf.js";
import { SpuModel } from "../product/spu.model.js";

/**
 * Updates a category. One with children must stay at the top (CategoryTooDeep), one with products below it
 * (CategoryHasSpus). Throws CategoryNotFound, ParentCategoryNotFound.
 */
export async function updateCategory(categoryId: number, input: CategoryInput): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await CategoryModel.findById(categoryId).lean<CategoryDoc>();
    if (!before) throw catalogErrors.CategoryNotFound();
    await checkParent(input.parentId);
    if (input.parentId !== 0 && (await CategoryModel.exists({ parentId: categoryId })))
      throw catalogErrors.CategoryTooDeep();
    if (input.parentId === 0 && before.parentId !== 0) await refuseWithSpus(categoryId);
    await CategoryModel.updateOne({ _id: categoryId }, { $set: input });
    await recordCatalogChange("category.update", categoryId, { before, after: input });
    return true;
  });
}

/** Throws CategoryNotFound, CategoryHasChildren, CategoryHasSpus (products in the recycle bin count too). */
export async function deleteCategory(categoryId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await CategoryModel.findById(categoryId).lean<CategoryDoc>();
    if (!before) throw catalogErrors.CategoryNotFound();
    const count = await CategoryModel.countDocuments({ parentId: categoryId });
    if (count > 0) throw catalogErrors.CategoryHasChildren({ count });
    await refuseWithSpus(categoryId);
    if (!(await deleteLogically(CategoryModel, { _id: categoryId }))) throw catalogErrors.CategoryNotFound();
    await recordCatalogChange("category.delete", categoryId, { before });
    return true;
  });
}

/** Products in the recycle bin count, as they may be restored. */
async function refuseWithSpus(categoryId: number): Promise<void> {
  const count = await SpuModel.countDocuments({ categoryId });
  if (count > 0) throw catalogErrors.CategoryHasSpus({ count });
}
