import { semaphore } from "#shared/kernel/concurrency/semaphore.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { BrandModel, type BrandDoc } from "../brand/brand.model.js";
import { catalogErrors } from "../catalog.errors.js";
import { CategoryModel, type CategoryDoc } from "../category/category.model.js";

/**
 * One writer of products at a time, as each counts in the rows of its category and brand, and those that come at once, from a
 * file or a machine, are mostly of one. To be entered before the transaction. StillWorking when too many wait.
 */
export const writingInTurn = semaphore({ atOnce: 1, mostWaiting: 1_000 });

/**
 * Checks a product's category and brand in the transaction that writes it, so that neither can be deleted meanwhile.
 * Throws CategoryNotFound, SpuOnTopCategory, CategoryDisabled, BrandNotFound, BrandDisabled.
 */
export async function checkPlace(categoryId: number, brandId: number): Promise<void> {
  const category = await holdCategory(categoryId);
  if (!category) throw catalogErrors.CategoryNotFound();
  if (category.parentId === 0) throw catalogErrors.SpuOnTopCategory();
  if (category.status !== EnabledStatus.enabled) throw catalogErrors.CategoryDisabled({ name: category.name });
  const brand = await BrandModel.findOneAndUpdate({ _id: brandId }, { $inc: { uses: 1 } }).lean<BrandDoc>();
  if (!brand) throw catalogErrors.BrandNotFound();
  if (brand.status !== EnabledStatus.enabled) throw catalogErrors.BrandDisabled();
}

/** Gets a category and keeps it unchanged until the caller's transaction ends; null: there is none. */
export async function holdCategory(categoryId: number): Promise<CategoryDoc | null> {
  return CategoryModel.findOneAndUpdate({ _id: categoryId }, { $inc: { uses: 1 } }).lean<CategoryDoc>();
}
