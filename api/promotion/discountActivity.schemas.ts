import { z } from "zod";
import { Confirm } from "#api/http/security/confirm.js";
import {
  DateRange,
  Instant,
  LongId,
  longOf,
  optional,
  pageInput,
  pageOf,
  periodEnds,
  periodFault,
  Time,
} from "#api/http/fields.js";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { DiscountKind, ShownStatus } from "#shared/domains/promotion/promotion.codes.js";
import { Fen, int, Name, Remark } from "./promotion.fields.js";

export const DiscountPageBody = pageInput({});
/** A product of a discount activity; of discountPercent and discountPrice, the unused one is 0. */
export const DiscountProductView = z.object({
  spuId: int,
  spuName: z.string(),
  picUrl: z.string(),
  skuId: int,
  /** 2 percent, 4 amount. */
  discountType: int,
  /** 80: eighty percent are paid. */
  discountPercent: int,
  /** Fen off each piece. */
  discountPrice: int,
  price: int,
  salePrice: int,
});
export const DiscountPageView = z.object({ products: z.array(DiscountProductView), remark: z.string() });
export const DiscountShelfView = DiscountPageView.extend({ imgUrl: z.string() });

const Product = z
  .object({
    spuId: LongId,
    skuId: LongId,
    discountType: longOf(Object.values(DiscountKind)),
    discountPercent: optional(z.number().int().min(1).max(99)),
    discountPrice: optional(Fen.min(1)),
  })
  .refine(
    ({ discountType, discountPercent }) => discountType !== DiscountKind.percent || discountPercent !== undefined,
    {
      path: ["discountPercent"],
      error: "must be given with discountType 2",
    },
  )
  .refine(({ discountType, discountPrice }) => discountType !== DiscountKind.amount || discountPrice !== undefined, {
    path: ["discountPrice"],
    error: "must be given with discountType 4",
  });
const fields = {
  name: Name,
  startTime: Instant,
  endTime: Instant,
  remark: Remark,
  imgUrl: optional(PictureUrlOrNone),
  products: z
    .array(Product)
    .min(1)
    .max(500)
    .refine((products) => new Set(products.map(({ skuId }) => skuId)).size === products.length, {
      error: "must name a variant once",
    }),
  confirm: Confirm,
};
export const DiscountCreateBody = z.object(fields).refine(periodEnds, periodFault);
export const DiscountUpdateBody = z.object({ id: LongId, ...fields }).refine(periodEnds, periodFault);

export const DiscountAdminView = z.object({
  id: int,
  name: z.string(),
  status: int,
  /** 10 waiting, 20 running, 30 ended, 40 closed. */
  activityStatus: int,
  startTime: Time,
  endTime: Time,
  remark: z.string(),
  imgUrl: z.string(),
  products: z.array(
    z.object({
      spuId: int,
      skuId: int,
      discountType: int,
      discountPercent: int.nullable(),
      discountPrice: int.nullable(),
    }),
  ),
  createTime: Time,
});
export const DiscountAdminPage = pageOf(DiscountAdminView);
export const ActivityPageQuery = pageInput({
  name: optional(Name),
  /** The shown status, 10 to 40, or the switch, 0 enabled and 1 closed. */
  status: optional(longOf([...Object.values(EnabledStatus), ...Object.values(ShownStatus)])),
  createTime: DateRange,
});
