import { z } from "zod";
import { PictureUrl, PictureUrlOrNone } from "#api/media/picture.schemas.js";
import {
  DateRange,
  Long,
  LongId,
  longOf,
  nameText,
  optional,
  pageInput,
  pageOf,
  text,
  Time,
} from "#api/http/fields.js";
import { DeliveryType, SpuStatus, SpuTab } from "#shared/domains/catalog/catalog.states.js";
import { emptiable, Sort } from "./admin.fields.js";
import { PropertyView } from "./spu.schemas.js";

/** Amounts in fen, counts of units: JSON numbers. */
const Amount = z.number().int().min(0).max(1_000_000_000);
const Stock = z.number().int().min(0).max(10_000_000);
const Measure = z.number().min(0).max(100_000);
const RichText = z.string().max(200_000);
const flag = optional(z.boolean());

/** Names may be sent along; the current names of the property and its value apply. */
const SkuPropertyInput = z.object({ propertyId: Long, valueId: Long });
const SkuFields = z.object({
  properties: optional(z.array(SkuPropertyInput).max(10)),
  price: Amount,
  marketPrice: optional(Amount),
  costPrice: optional(Amount),
  barCode: optional(text(64)),
  picUrl: optional(PictureUrlOrNone),
  weight: optional(Measure),
  volume: optional(Measure),
});

const fields = {
  name: nameText(128),
  keyword: emptiable(text(256)),
  introduction: emptiable(text(500)),
  description: emptiable(RichText),
  categoryId: LongId,
  brandId: LongId,
  picUrl: PictureUrl,
  sliderPicUrls: optional(z.array(PictureUrl).max(20)),
  sort: optional(Sort),
  specType: optional(z.boolean()),
  deliveryTypes: optional(
    z
      .array(longOf(Object.values(DeliveryType)))
      .min(1)
      .max(2),
  ),
  deliveryTemplateId: LongId.nullable().optional(),
  giveIntegral: optional(z.number().int().min(0).max(1_000_000)),
  virtualSalesCount: optional(z.number().int().min(0).max(100_000_000)),
  isHot: flag,
  isNew: flag,
  isVirtual: flag,
  needPrescription: flag,
  descriptionOne: emptiable(RichText),
  descriptionTwo: emptiable(RichText),
  descriptionThree: emptiable(RichText),
};
export const SpuCreateBody = z.object({
  ...fields,
  status: optional(longOf(Object.values(SpuStatus))),
  skus: z
    .array(SkuFields.extend({ stock: Stock }))
    .min(1)
    .max(200),
});
/**
 * A SKU without `stock` keeps its stock. With `reserved` and `sold` from get-detail, pieces bought since then are
 * subtracted from `stock`.
 */
export const SpuUpdateBody = z.object({
  id: LongId,
  ...fields,
  status: optional(longOf(Object.values(SpuStatus))),
  skus: z
    .array(SkuFields.extend({ stock: optional(Stock), reserved: optional(Stock), sold: optional(Stock) }))
    .min(1)
    .max(200),
});
export const SpuStatusBody = z.object({ id: LongId, status: longOf(Object.values(SpuStatus)) });

/** The counted stock, or the change of it, and the reason. */
export const SkuStockBody = z
  .object({
    skuId: LongId,
    reason: text(200, 1),
    stock: optional(Stock),
    change: optional(z.number().int().min(-10_000_000).max(10_000_000)),
  })
  .refine(({ stock, change }) => (stock === undefined) !== (change === undefined), {
    path: ["stock"],
    error: "stock or change is required, not both",
  });

export const SpuAdminPageQuery = pageInput({
  id: optional(LongId),
  tabType: optional(longOf(Object.values(SpuTab))),
  name: optional(text(100)),
  categoryId: optional(Long),
  brandId: optional(Long),
  createTime: DateRange,
});

const int = z.number().int();
export const SpuAdminView = z.object({
  id: int,
  name: z.string(),
  keyword: z.string(),
  introduction: z.string(),
  description: z.string(),
  categoryId: int,
  brandId: int,
  picUrl: z.string(),
  sliderPicUrls: z.array(z.string()),
  sort: int,
  status: int,
  specType: z.boolean(),
  price: int,
  marketPrice: int,
  stock: int,
  salesCount: int,
  virtualSalesCount: int,
  deliveryTypes: z.array(int),
  deliveryTemplateId: int.nullable(),
  giveIntegral: int,
  isHot: z.boolean(),
  isNew: z.boolean(),
  isVirtual: z.boolean(),
  needPrescription: z.boolean(),
  descriptionOne: z.string(),
  descriptionTwo: z.string(),
  descriptionThree: z.string(),
  createTime: Time,
});
export const SpuAdminPageView = pageOf(SpuAdminView);

/** stock: can be bought; reserved: held by unpaid orders; sold: paid. */
export const SkuAdminView = z.object({
  id: int,
  spuId: int,
  properties: z.array(PropertyView),
  price: int,
  marketPrice: int,
  costPrice: int,
  barCode: z.string(),
  picUrl: z.string(),
  stock: int,
  reserved: int,
  sold: int,
  weight: z.number(),
  volume: z.number(),
});
export const SpuAdminDetailView = SpuAdminView.extend({ skus: z.array(SkuAdminView) });

/** The number of products of each tab. */
export const SpuCountView = z.object({
  [SpuTab.onShelf]: int,
  [SpuTab.offShelf]: int,
  [SpuTab.soldOut]: int,
  [SpuTab.nearlySoldOut]: int,
  [SpuTab.recycled]: int,
});
