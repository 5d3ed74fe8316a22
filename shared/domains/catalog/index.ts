export { BrandModel, type BrandDoc } from "./brand.model.js";
export { findBrandPage, listBrands } from "./brand.queries.js";
export { catalogErrors } from "./catalog.errors.js";
export { rollUpRecentJob, rollUpSpuJob } from "./catalog.jobs.js";
export { CategoryModel, type CategoryDoc } from "./category.model.js";
export { listTopCategories, type CategoryWithChildren } from "./category.queries.js";
export { createBrand, type BrandInput } from "./createBrand.js";
export { createCategory, type CategoryInput } from "./createCategory.js";
export { createSpu, type SkuInput, type SpuInput } from "./createSpu.js";
export { ensureProperty } from "./ensureProperty.js";
export { termsOfKeyword, termsOfName } from "./keywordTerms.js";
export { PropertyModel, PropertyValueModel, type PropertyDoc, type PropertyValueDoc } from "./property.model.js";
export { rollUpRecent, rollUpSpu } from "./rollUpSpu.js";
export { SkuModel, type SkuDoc, type SkuProperty } from "./sku.model.js";
export { withSkuLocks } from "./skuLocks.js";
export { SpuModel, type SpuDoc } from "./spu.model.js";
export {
  findSkusWithSpus,
  findSpuPage,
  findSpus,
  getSpuDetail,
  hasProducts,
  type SpuPageQuery,
} from "./spu.queries.js";
export { assertInStock, commitStock, releaseStock, reserveStock, type StockLine } from "./stock.js";
export { StockMovementModel, type StockMovementDoc } from "./stockMovement.model.js";
