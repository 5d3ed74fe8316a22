import { defineErrors } from "#shared/kernel/request/errors.js";

/** Codes given by the interface (SpuNotFound, SpuOffShelf, StockShort), and those that the trade already uses. */
export const catalogErrors = defineErrors("catalog", {
  ParentCategoryNotFound: { code: 1008001001, en: "There is no such parent category", zh: "父分类不存在" },
  CategoryTooDeep: {
    code: 1008001002,
    en: "A category of the second level cannot have children",
    zh: "父分类不能是二级分类",
  },
  CategoryNotFound: { code: 1008001000, en: "There is no such category", zh: "商品分类不存在" },
  CategoryHasChildren: {
    code: 1008001003,
    en: "This category has {count} children",
    zh: "存在 {count} 个子分类，无法删除",
  },
  CategoryDisabled: { code: 1008001004, en: "The category {name} is not in use", zh: "商品分类({name})已禁用" },
  CategoryHasSpus: { code: 1008001005, en: "This category has {count} products", zh: "分类下存在 {count} 个商品" },
  BrandNotFound: { code: 1008002000, en: "There is no such brand", zh: "品牌不存在" },
  BrandDisabled: { code: 1008002001, en: "This brand is not in use", zh: "品牌已禁用" },
  BrandNameTaken: { code: 1008002002, en: "A brand of this name exists", zh: "品牌名称已存在" },
  BrandHasSpus: { code: 1008002003, en: "This brand has {count} products", zh: "品牌下存在 {count} 个商品，无法删除" },
  PropertyNotFound: { code: 1008003000, en: "There is no such property", zh: "属性项不存在" },
  PropertyNameTaken: { code: 1008003001, en: "A property of this name exists", zh: "属性项的名称已存在" },
  PropertyHasValues: {
    code: 1008003002,
    en: "This property has {count} values",
    zh: "属性项下存在 {count} 个属性值，无法删除",
  },
  PropertyValueNotFound: { code: 1008004000, en: "There is no such property value", zh: "属性值不存在" },
  PropertyValueNameTaken: { code: 1008004001, en: "The property has a value of this name", zh: "属性值的名称已存在" },
  PropertyValueInUse: {
    code: 1008004002,
    en: "{count} variants have this property value",
    zh: "属性值已被 {count} 个商品规格使用，无法删除",
  },
  SpuNotFound: { code: 1008005001, en: "This product does not exist", zh: "商品不存在" },
  SpuOffShelf: { code: 1008005002, en: "This product is not on sale now", zh: "商品已下架" },
  SpuNotInBin: { code: 1008005004, en: "The product is not in the recycle bin", zh: "商品不在回收站" },
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
  SkuHeld: {
    code: 1008006005,
    en: "Unpaid orders hold {count} units of a variant that would go",
    zh: "待删除的规格有 {count} 件库存被未支付订单占用",
  },
  ReviewNotFound: { code: 1008007000, en: "There is no such review", zh: "商品评价不存在" },
  ItemReviewed: { code: 1008007001, en: "This order item has been reviewed", zh: "订单项已评价" },
  ReviewHiddenByOperator: {
    code: 1008007002,
    en: "The shop has hidden this review; only the shop can show it again",
    zh: "该评价已被商家隐藏，无法修改展示状态",
  },
});
