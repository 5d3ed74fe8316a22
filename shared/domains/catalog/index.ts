export { BrandModel, type BrandDoc } from "./brand.model.js";
export { findBrandPage, getBrand, listBrands } from "./brand.queries.js";
export { catalogErrors } from "./catalog.errors.js";
export { rollUpRecentJob, rollUpSpuJob } from "./catalog.jobs.js";
export { CategoryModel, type CategoryDoc } from "./category.model.js";
export { getCategory, listCategories, listTopCategories, type CategoryWithChildren } from "./category.queries.js";
export { createBrand, type BrandInput } from "./createBrand.js";
export { createCategory, type CategoryInput } from "./createCategory.js";
export { createSpu, type SpuInput } from "./createSpu.js";
export { ensureProperty } from "./ensureProperty.js";
export { termsOfKeyword, termsOfName } from "./keywordTerms.js";
export { PropertyModel, PropertyValueModel, type PropertyDoc, type PropertyValueDoc } from "./property.model.js";
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
export { assertInStock, commitStock, releaseStock, reserveStock, type StockLine } from "./stock.js";
export { StockMovementModel, stockMovementKinds, type StockMovementDoc } from "./stockMovement.model.js";
export {
  countStockMovements,
  eachStockMovement,
  pageStockMovements,
  type StockMovementOfSpu,
} from "./stockMovement.queries.js";
export { restoreStock } from "./restoreStock.js";
export { ReviewModel, type ReviewDoc } from "./review.model.js";
export { scoresOf, writeReview, type ReviewInput } from "./writeReview.js";
export { deleteBrand, updateBrand } from "./changeBrand.js";
export { deleteCategory, updateCategory } from "./changeCategory.js";
export { createProperty, deleteProperty, updateProperty, type PropertyInput } from "./changeProperty.js";
export {
  createPropertyValue,
  deletePropertyValue,
  updatePropertyValue,
  type PropertyValueInput,
} from "./changePropertyValue.js";
export {
  findPropertyPage,
  findPropertyValuePage,
  getProperty,
  getPropertyValue,
  namedProperties,
} from "./property.queries.js";
export { richText } from "./richText.js";
export { setStock } from "./setStock.js";
export { invalidateShelf, type ShelvedSpu } from "./shelf.js";
export { deleteSpu, shelveSpu } from "./shelveSpu.js";
export { countSpuTabs, eachSpu, findSpuAdminPage, getSpu, spuTabs, type SpuAdminQuery } from "./spuAdmin.queries.js";
export { updateSpu, type SkuChange, type SpuChange } from "./updateSpu.js";
export type { SkuInput } from "./variants.js";
export { createVirtualReview, type VirtualReviewInput } from "./createVirtualReview.js";
export { replyToReview } from "./replyToReview.js";
export { findReviewAdminPage, findReviewPage, type ReviewAdminQuery, type ReviewPageQuery } from "./review.queries.js";
export { showOwnReview, showReview } from "./showReview.js";
export { eraseReviewer } from "./eraseReviewer.js";
export { catalogRecycling } from "./catalog.recycling.js";
