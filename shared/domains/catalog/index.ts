export { BrandModel, type BrandDoc } from "./brand.model.js";
export { findBrandPage, getBrand, listBrands } from "./brand.queries.js";
export { catalogErrors } from "./catalog.errors.js";
export { CategoryModel, type CategoryDoc } from "./category.model.js";
export { getCategory, listCategories, listTopCategories, type CategoryWithChildren } from "./category.queries.js";
export { createBrand } from "./createBrand.js";
export { createCategory } from "./createCategory.js";
export { createSpu, type SpuInput } from "./createSpu.js";
export { termsOfKeyword, termsOfName } from "./keywordTerms.js";
export type { PropertyDoc, PropertyValueDoc } from "./property.model.js";
export { rollUpsEnqueued } from "./rollUpSoon.js";
export { rollUpRecent, rollUpSpu } from "./rollUpSpu.js";
export { SkuModel, type SkuDoc, type SkuProperty } from "./sku.model.js";
export { withSkuLocks } from "./skuLocks.js";
export { SpuModel, type SpuDoc } from "./spu.model.js";
export {
  findSkusWithSpus,
  findSpuPage,
  findSpus,
  findSpusOfRecords,
  getSpuDetail,
  hasProducts,
  type SpuPageQuery,
} from "./spu.queries.js";
export { assertInStock, commitStock, releaseStock, reserveStock } from "./stock.js";
export { StockMovementModel, stockMovementKinds } from "./stockMovement.model.js";
export {
  countStockMovements,
  eachStockMovement,
  pageStockMovements,
  type StockMovementOfSpu,
} from "./stockMovement.queries.js";
export { restoreStock } from "./restoreStock.js";
export { ReviewModel, type ReviewDoc } from "./review.model.js";
export { writeReview } from "./writeReview.js";
export { deleteBrand, updateBrand } from "./changeBrand.js";
export { deleteCategory, updateCategory } from "./changeCategory.js";
export { createProperty, deleteProperty, updateProperty } from "./changeProperty.js";
export { createPropertyValue, deletePropertyValue, updatePropertyValue } from "./changePropertyValue.js";
export {
  findPropertyPage,
  findPropertyValuePage,
  getProperty,
  getPropertyValue,
  namedProperties,
} from "./property.queries.js";
export { richText } from "./richText.js";
export { setStock } from "./setStock.js";
export type { ShelvedSpu } from "./shelf.js";
export { deleteSpu, shelveSpu } from "./shelveSpu.js";
export { countSpuTabs, eachSpu, findSpuAdminPage, getSpu } from "./spuAdmin.queries.js";
export { updateSpu, type SpuChange } from "./updateSpu.js";
export type { SkuInput } from "./variants.js";
export { createVirtualReview } from "./createVirtualReview.js";
export { replyToReview } from "./replyToReview.js";
export { findReviewAdminPage, findReviewPage } from "./review.queries.js";
export { showOwnReview, showReview } from "./showReview.js";
export { eraseReviewer } from "./eraseReviewer.js";
export { catalogRecycling } from "./catalog.recycling.js";
