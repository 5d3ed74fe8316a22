import { defineErrors } from "#shared/platform/errors.js";

/** Codes of the spec's Errors (SpuNotFound, SpuOffShelf, StockShort) and of the trade's usual table. */
export const catalogErrors = defineErrors("catalog", {
  ParentCategoryNotFound: { code: 1008001001, en: "There is no such parent category", zh: "父分类不存在" },
  CategoryTooDeep: {
    code: 1008001002,
    en: "A category of the second level cannot have children",
    zh: "父分类不能是二级分类",
  },
  CategoryNotFound: { code: 1008001000, en: "There is no such category", zh: "商品分类不存在" },
  BrandNotFound: { code: 1008002000, en: "There is no such brand", zh: "品牌不存在" },
  BrandDisabled: { code: 1008002001, en: "This brand is not in use", zh: "品牌已禁用" },
  BrandNameTaken: { code: 1008002002, en: "A brand of this name exists", zh: "品牌名称已存在" },
  SpuNotFound: { code: 1008005001, en: "This product does not exist", zh: "商品不存在" },
  SpuOffShelf: { code: 1008005002, en: "This product is not on sale now", zh: "商品已下架" },
  SpuOnTopCategory: {
    code: 1008005010,
    en: "A product belongs to a category of the second level",
    zh: "商品必须属于二级分类",
  },
  SkuNotFound: { code: 1008006000, en: "This variant does not exist", zh: "商品规格不存在" },
  SkuPropertyRepeated: {
    code: 1008006001,
    en: "A variant names the same property twice",
    zh: "同一规格的属性不能重复",
  },
  SkuPropertyCountDiffers: {
    code: 1008006002,
    en: "All variants of a product need the same properties",
    zh: "各规格的属性数量必须一致",
  },
  SkuRepeated: { code: 1008006003, en: "Two variants are the same", zh: "商品规格重复" },
  StockShort: { code: 1008006004, en: "There is not enough stock", zh: "商品库存不足" },
});
