import { z } from "zod";
import { Long, LongId, optional, pageInput, pageOf, text } from "#api/http/fields.js";

const ids = optional(z.array(LongId).max(500));

export const SpuPageBody = pageInput({
  categoryId: optional(Long),
  ids,
  categoryIds: ids,
  brandId: optional(Long),
  isHot: optional(z.boolean()),
  isNew: optional(z.boolean()),
  keyword: optional(text(100)),
  sortField: optional(z.enum(["price", "salesCount", "createTime"])),
  sortAsc: optional(z.boolean()),
});
export const SpuDetailBody = z.object({ id: LongId });

const int = z.number().int();

/** SPU (list form); `branId` is the interface's spelling. Prices in fen. */
export const SpuView = z.object({
  id: int,
  name: z.string(),
  introduction: z.string(),
  categoryId: int,
  picUrl: z.string(),
  sliderPicUrls: z.array(z.string()),
  specType: z.boolean(),
  price: int,
  marketPrice: int,
  vipPrice: int.nullable(),
  stock: int,
  salesCount: int,
  isHot: z.boolean(),
  isNew: z.boolean(),
  branId: int,
});
export const SpuPageView = pageOf(SpuView);

export const PropertyView = z.object({
  propertyId: int,
  propertyName: z.string(),
  valueId: int,
  valueName: z.string(),
});
export const SkuView = z.object({
  id: int,
  properties: z.array(PropertyView),
  price: int,
  marketPrice: int,
  vipPrice: int.nullable(),
  picUrl: z.string(),
  stock: int,
  weight: z.number(),
  volume: z.number(),
});
export const SpuDetailView = SpuView.extend({
  description: z.string(),
  skus: z.array(SkuView),
  descriptionOne: z.string(),
  descriptionTwo: z.string(),
  descriptionThree: z.string(),
  /** Set in the live detail only. */
  liveProductBaseInfo: z.null(),
});
