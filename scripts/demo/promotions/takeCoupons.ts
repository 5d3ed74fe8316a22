import {
  CouponDiscountType,
  CouponStatus,
  CouponTakeType,
  CouponValidity,
} from "#shared/domains/promotion/coupon/coupon.states.js";
import { ProductScopeKind } from "#shared/domains/promotion/promotion.codes.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import type { Shop, Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, step, yuan } from "../walk.js";

interface Coupon {
  id: number;
  templateId: number;
  status: number;
  useOrderId: number | null;
}
export interface TakenCoupons {
  /** Fits the product. */
  fits: Coupon & { valueFen: number };
  /** Needs a larger order. */
  tooLarge: Coupon;
}
/** 1013004003. */
const TAKEN_ALREADY = 1_013_004_003;
const VALUE_FEN = 1_500;

export const couponsOf = async ({ client }: Shopper, status: CouponStatus): Promise<Coupon[]> =>
  (await client.post("/app-api/promotion/coupon/page", { pageNo: 1, pageSize: 100, status })).list;

/** The operator offers two coupons for the product, the member takes both, and the offer ends. */
export async function takeCoupons(shopper: Shopper, { operator }: Shop, product: Product): Promise<TakenCoupons> {
  const { client } = shopper;
  const offer = (name: string, usePrice: number): Promise<number> =>
    operator.post<number>("/admin-api/promotion/coupon-template/create", {
      name,
      takeType: CouponTakeType.taken,
      takeLimitCount: 1,
      usePrice,
      productScope: ProductScopeKind.products,
      productScopeValues: [product.spuId],
      validityType: CouponValidity.days,
      fixedStartTerm: 0,
      fixedEndTerm: 7,
      discountType: CouponDiscountType.amount,
      discountPrice: VALUE_FEN,
    });
  const templateIds = await step(
    "the operator offers two coupons for the teapot",
    async () => [await offer("Teapot week", 10_000), await offer("Teapot collector", 1_000_000)] as const,
    () => `${yuan(VALUE_FEN)} off from ${yuan(10_000)}, and from ${yuan(1_000_000)}`,
  );
  const onOffer = async (): Promise<Map<number, boolean>> => {
    const list = await client.get("/app-api/promotion/coupon-template/list", { spuId: product.spuId, count: 100 });
    return new Map(list.map(({ id, canTake }) => [id, canTake]));
  };
  await step("the member takes both", async () => {
    const before = await onOffer();
    for (const templateId of templateIds) {
      expect(before.get(templateId) === true, `coupon ${templateId} is not on offer`);
      await client.post("/app-api/promotion/coupon/take", { templateId });
    }
    const after = await onOffer();
    expect(
      templateIds.every((id) => after.get(id) === false),
      "they can be taken again",
    );
  });
  await step(
    "each but once",
    () => client.refused(TAKEN_ALREADY, "POST", "/app-api/promotion/coupon/take", { templateId: templateIds[0] }),
    (message) => message,
  );
  await step("the operator ends the offer", async () => {
    for (const id of templateIds)
      await operator.put("/admin-api/promotion/coupon-template/update-status", { id, status: EnabledStatus.disabled });
    const left = await onOffer();
    expect(!templateIds.some((id) => left.has(id)), "they are still on offer");
  });
  const taken = await couponsOf(shopper, CouponStatus.unused);
  const [fits, tooLarge] = templateIds.map((id) => taken.find(({ templateId }) => templateId === id));
  expect(fits !== undefined && tooLarge !== undefined, "the member does not have both");
  return { fits: { ...fits, valueFen: VALUE_FEN }, tooLarge };
}
