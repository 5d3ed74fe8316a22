import type { z } from "zod";
import {
  type DiscountActivityDoc,
  type DiscountActivityInput,
  type DiscountedProduct,
  type DiscountShelf,
  shownStatus,
} from "#shared/domains/promotion/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { DiscountKind } from "#shared/domains/promotion/promotion.codes.js";
import type {
  DiscountAdminView,
  DiscountCreateBody,
  DiscountPageView,
  DiscountProductView,
  DiscountShelfView,
} from "./discountActivity.schemas.js";
import { pageOfRows, type Page } from "#shared/kernel/lists/pageOf.js";

const productView = ({ product, sku, spu, saleFen }: DiscountedProduct): z.input<typeof DiscountProductView> => ({
  spuId: spu._id,
  spuName: spu.name,
  picUrl: mediaUrl(sku.picUrl || spu.picUrl),
  skuId: sku._id,
  discountType: DiscountKind[product.kind],
  discountPercent: product.percent ?? 0,
  discountPrice: product.amountFen ?? 0,
  price: sku.priceFen,
  salePrice: saleFen,
});

/** This page has no total: a page with fewer rows than requested is the last. */
export const discountPageView =
  (page: Page) =>
  ({ products, remark }: DiscountShelf): z.input<typeof DiscountPageView> => ({
    products: pageOfRows(products, page).list.map(productView),
    remark,
  });

export const discountShelfView = ({ products, remark, imgUrl }: DiscountShelf): z.input<typeof DiscountShelfView> => ({
  products: products.map(productView),
  remark,
  imgUrl: imgUrl && mediaUrl(imgUrl),
});

export function discountInput(body: z.output<typeof DiscountCreateBody>): DiscountActivityInput {
  return {
    name: body.name,
    startAt: new Date(body.startTime),
    endAt: new Date(body.endTime),
    remark: body.remark ?? "",
    imgUrl: body.imgUrl ?? "",
    products: body.products.map((product) => {
      const isPercent = product.discountType === DiscountKind.percent;
      return {
        spuId: product.spuId,
        skuId: product.skuId,
        kind: isPercent ? "percent" : "amount",
        percent: isPercent ? (product.discountPercent ?? null) : null,
        amountFen: isPercent ? null : (product.discountPrice ?? null),
      };
    }),
  };
}

export const discountAdminView = (activity: DiscountActivityDoc): z.input<typeof DiscountAdminView> => ({
  id: activity._id,
  name: activity.name,
  status: activity.status,
  activityStatus: shownStatus(activity, clock.now()),
  startTime: activity.startAt.getTime(),
  endTime: activity.endAt.getTime(),
  remark: activity.remark,
  imgUrl: activity.imgUrl && mediaUrl(activity.imgUrl),
  products: activity.products.map((product) => ({
    spuId: product.spuId,
    skuId: product.skuId,
    discountType: DiscountKind[product.kind],
    discountPercent: product.percent,
    discountPrice: product.amountFen,
  })),
  createTime: activity.createdAt.getTime(),
});
