export { BrandModel, type BrandDoc } from "./brand/brand.model.js";
export { pageBrands, getBrand, listBrands } from "./brand/brand.queries.js";
export { catalogErrors } from "./catalog.errors.js";
export { CategoryModel, type CategoryDoc } from "./category/category.model.js";
export {
  getCategory,
  listCategories,
  listTopCategories,
  type CategoryWithChildren,
} from "./category/category.queries.js";
export { createBrand } from "./brand/createBrand.js";
export { createCategory } from "./category/createCategory.js";
export { createSpu, type SpuInput } from "./product/createSpu.js";
export type { PropertyDoc, PropertyValueDoc } from "./property/property.model.js";
export { rollUpsEnqueued } from "./product/rollUpSoon.js";
export { rollUpRecent, rollUpWithOthers } from "./product/rollUpSpu.js";
export { SkuModel, type SkuDoc, type SkuProperty } from "./product/sku.model.js";
export { withSkuLocks } from "./stock/skuLocks.js";
export { SpuModel, type SpuDoc } from "./product/spu.model.js";
export { searchSpus } from "./product/searchSpus.js";
export {
  findSkusWithSpus,
  pageSpus,
  findSpus,
  findSpusOfRecords,
  spuIdsNamed,
  getSpuDetail,
  hasProducts,
  type SpuPageQuery,
} from "./product/spu.queries.js";
export { assertInStock, commitStock, releaseStock, reserveStock } from "./stock/stock.js";
export { StockMovementModel, stockMovementKinds } from "./stock/stockMovement.model.js";
export { eachStockMovement, pageStockMovements, type StockMovementOfSpu } from "./stock/stockMovement.queries.js";
export { restoreStock } from "./stock/restoreStock.js";
export { withdrawStock } from "./stock/withdrawStock.js";
export { ReviewModel, type ReviewDoc } from "./review/review.model.js";
export { writeReview } from "./review/writeReview.js";
export { deleteBrand, updateBrand } from "./brand/changeBrand.js";
export { deleteCategory, updateCategory } from "./category/changeCategory.js";
export { createProperty, deleteProperty, updateProperty } from "./property/changeProperty.js";
export { createPropertyValue, deletePropertyValue, updatePropertyValue } from "./property/changePropertyValue.js";
export {
  pageProperties,
  pagePropertyValues,
  getProperty,
  getPropertyValue,
  namedProperties,
} from "./property/property.queries.js";
export { richText } from "./product/richText.js";
export { setStock } from "./stock/setStock.js";
export type { ShelvedSpu } from "./product/shelf.js";
export { deleteSpu, shelveSpu } from "./product/shelveSpu.js";
export { countSpuTabs, eachSpu, pageSpusForOperators, getSpu } from "./product/spuAdmin.queries.js";
export { updateSpu, type SpuChange } from "./product/updateSpu.js";
export type { SkuInput } from "./product/variants.js";
export { createVirtualReview } from "./review/createVirtualReview.js";
export { replyToReview } from "./review/replyToReview.js";
export { pageReviewsForOperators, pageReviews } from "./review/review.queries.js";
export { showOwnReview, showReview } from "./review/showReview.js";
export { eraseReviewer } from "./review/writeReview.js";
export { catalogRecycling } from "./catalog.recycling.js";
export { skuNews } from "./stock/stockNews.js";
