import type { z } from "zod";
import type { ShelvedSpu, SkuDoc, SkuProperty, SpuDoc } from "#shared/domains/catalog/index.js";
import type { VipPercent } from "#shared/domains/loyalty/index.js";
import { percentOf } from "#shared/kernel/money/money.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { PropertyView, SkuView, SpuDetailView, SpuView } from "./spu.schemas.js";

/** The price of one piece at the member's level; null when the level has no discount. */
const vipPrice = (priceFen: number, vip: VipPercent | null): number | null =>
  vip && percentOf(priceFen, vip.discountPercent);

export const spuView = (spu: ShelvedSpu, vip: VipPercent | null): z.input<typeof SpuView> => ({
  id: spu._id,
  name: spu.name,
  introduction: spu.introduction,
  categoryId: spu.categoryId,
  picUrl: mediaUrl(spu.picUrl),
  sliderPicUrls: spu.sliderPicUrls.map(mediaUrl),
  specType: spu.specType,
  price: spu.priceFen,
  marketPrice: spu.marketPriceFen,
  vipPrice: vipPrice(spu.priceFen, vip),
  stock: spu.stock,
  salesCount: spu.salesShown,
  isHot: spu.isHot,
  isNew: spu.isNewArrival,
  branId: spu.brandId,
});

export const propertyView = (property: SkuProperty): z.input<typeof PropertyView> => ({
  propertyId: property.propertyId,
  propertyName: property.propertyName,
  valueId: property.valueId,
  valueName: property.valueName,
});

const skuView = (sku: SkuDoc, vip: VipPercent | null): z.input<typeof SkuView> => ({
  id: sku._id,
  properties: sku.properties.map(propertyView),
  price: sku.priceFen,
  marketPrice: sku.marketPriceFen,
  vipPrice: vipPrice(sku.priceFen, vip),
  picUrl: mediaUrl(sku.picUrl),
  stock: sku.stock,
  weight: sku.weight,
  volume: sku.volume,
});

export const spuDetailView = (spu: SpuDoc, skus: SkuDoc[], vip: VipPercent | null): z.input<typeof SpuDetailView> => ({
  ...spuView(spu, vip),
  // The product's own sum may lag a second behind its SKUs; beside them it must agree.
  stock: skus.reduce((sum, sku) => sum + sku.stock, 0),
  description: spu.description,
  skus: skus.map((sku) => skuView(sku, vip)),
  descriptionOne: spu.descriptionOne,
  descriptionTwo: spu.descriptionTwo,
  descriptionThree: spu.descriptionThree,
  liveProductBaseInfo: null,
});
