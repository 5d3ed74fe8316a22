import { BrandModel, type BrandDoc } from "./brand.model.js";
import { catalogErrors } from "./catalog.errors.js";
import { CategoryModel, type CategoryDoc } from "./category.model.js";

/** Where a product may stand: CategoryNotFound, SpuOnTopCategory, CategoryDisabled, BrandNotFound, BrandDisabled. */
export async function checkPlace(categoryId: number, brandId: number): Promise<void> {
  const category = await CategoryModel.findById(categoryId).lean<CategoryDoc>();
  if (!category) throw catalogErrors.CategoryNotFound();
  if (category.parentId === 0) throw catalogErrors.SpuOnTopCategory();
  if (category.status !== 0) throw catalogErrors.CategoryDisabled({ name: category.name });
  const brand = await BrandModel.findById(brandId).lean<BrandDoc>();
  if (!brand) throw catalogErrors.BrandNotFound();
  if (brand.status !== 0) throw catalogErrors.BrandDisabled();
}
