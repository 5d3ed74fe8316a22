import { restoreRows } from "#shared/kernel/mongo/logicalDelete.js";
import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { BrandModel } from "./brand/brand.model.js";
import { catalogErrors } from "./catalog.errors.js";
import { CategoryModel } from "./category/category.model.js";
import { checkParent } from "./category/createCategory.js";
import { PropertyModel, PropertyValueModel } from "./property/property.model.js";
import { invalidateShelf } from "./product/shelf.js";
import { SkuModel } from "./product/sku.model.js";
import { SpuModel } from "./product/spu.model.js";
import { checkPlace } from "./product/spuPlace.js";

export const catalogRecycling: Recycling[] = [
  recycling({
    kind: "category",
    en: "Product category",
    zh: "商品分类",
    model: CategoryModel,
    named: "name",
    audit: ["product", "category"],
    right: "product:category",
    check: ({ parentId }) => checkParent(parentId),
    restored: () => invalidateShelf(),
  }),
  recycling({
    kind: "brand",
    en: "Brand",
    zh: "品牌",
    model: BrandModel,
    named: "name",
    audit: ["product", "brand"],
    right: "product:brand",
    taken: () => catalogErrors.BrandNameTaken(),
    restored: () => invalidateShelf(),
  }),
  recycling({
    kind: "property",
    en: "Property",
    zh: "商品属性",
    model: PropertyModel,
    named: "name",
    audit: ["product", "property"],
    right: "product:property",
    taken: () => catalogErrors.PropertyNameTaken(),
  }),
  recycling({
    kind: "property-value",
    en: "Property value",
    zh: "商品属性值",
    model: PropertyValueModel,
    named: "name",
    audit: ["product", "property-value"],
    right: "product:property",
    taken: () => catalogErrors.PropertyValueNameTaken(),
    async check({ propertyId }) {
      if (!(await PropertyModel.exists({ _id: propertyId }))) throw catalogErrors.PropertyNotFound();
    },
  }),
  // A restored product is in the catalog's recycle bin, from which it can be put on sale.
  recycling({
    kind: "spu",
    en: "Product",
    zh: "商品",
    model: SpuModel,
    named: "name",
    audit: ["product", "spu"],
    right: "product:spu",
    check: ({ categoryId, brandId }) => checkPlace(categoryId, brandId),
    async restored({ _id, deletedAt }) {
      await restoreRows(SkuModel, { spuId: _id }, deletedAt);
      invalidateShelf(_id);
    },
  }),
];
