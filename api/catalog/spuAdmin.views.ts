import type { z } from "zod";
import type { SkuDoc, SpuDoc } from "#shared/domains/catalog/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { SkuAdminView, SpuAdminDetailView, SpuAdminView } from "./spuAdmin.schemas.js";
import { propertyView } from "./spu.views.js";

export const spuAdminView = (spu: SpuDoc): z.input<typeof SpuAdminView> => ({
  id: spu._id,
  name: spu.name,
  keyword: spu.keyword ?? "",
  introduction: spu.introduction,
  description: spu.description,
  categoryId: spu.categoryId,
  brandId: spu.brandId,
  picUrl: mediaUrl(spu.picUrl),
  sliderPicUrls: spu.sliderPicUrls.map(mediaUrl),
  sort: spu.sort,
  status: spu.status,
  specType: spu.specType,
  price: spu.priceFen,
  marketPrice: spu.marketPriceFen,
  stock: spu.stock,
  salesCount: spu.salesCount,
  virtualSalesCount: spu.virtualSalesCount,
  deliveryTypes: spu.deliveryTypes,
  deliveryTemplateId: spu.deliveryTemplateId,
  giveIntegral: spu.giveIntegral,
  isHot: spu.isHot,
  isNew: spu.isNewArrival,
  isVirtual: spu.isVirtual,
  needPrescription: spu.needPrescription,
  descriptionOne: spu.descriptionOne,
  descriptionTwo: spu.descriptionTwo,
  descriptionThree: spu.descriptionThree,
  createTime: spu.createdAt.getTime(),
});

const skuAdminView = (sku: SkuDoc): z.input<typeof SkuAdminView> => ({
  id: sku._id,
  spuId: sku.spuId,
  properties: sku.properties.map(propertyView),
  price: sku.priceFen,
  marketPrice: sku.marketPriceFen,
  costPrice: sku.costPriceFen,
  barCode: sku.barCode ?? "",
  picUrl: mediaUrl(sku.picUrl),
  stock: sku.stock,
  reserved: sku.reserved,
  sold: sku.sold,
  weight: sku.weight,
  volume: sku.volume,
});

export const spuAdminDetailView = (spu: SpuDoc, skus: SkuDoc[]): z.input<typeof SpuAdminDetailView> => ({
  ...spuAdminView(spu),
  stock: skus.reduce((sum, sku) => sum + sku.stock, 0),
  skus: skus.map(skuAdminView),
});
