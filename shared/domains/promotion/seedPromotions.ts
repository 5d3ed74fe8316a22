import { pageSpus, SkuModel, type ShelvedSpu, type SkuDoc } from "#shared/domains/catalog/index.js";
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { createDiscountActivity } from "./discount/changeDiscountActivity.js";
import { createCouponTemplate } from "./coupon/changeCouponTemplate.js";
import type { CouponTemplateInput } from "./coupon/couponTemplate.model.js";
import { createRewardActivity } from "./reward/changeRewardActivity.js";
import { CouponTemplateModel, UNLIMITED } from "./coupon/couponTemplate.model.js";
import type { DiscountProduct } from "./discount/discountActivity.model.js";
import { CouponDiscountType, CouponTakeType, CouponValidity } from "./coupon/coupon.states.js";
import { ProductScopeKind, RewardCondition } from "./promotion.codes.js";

type DemoCoupon = Pick<CouponTemplateInput, "name" | "takeType" | "usePriceFen"> & Partial<CouponTemplateInput>;
const coupons: DemoCoupon[] = [
  {
    name: "¥10 off from ¥100 满100减10",
    takeType: CouponTakeType.taken,
    usePriceFen: 10_000,
    discountFen: 1_000,
    takeLimitCount: 3,
  },
  {
    name: "10% off, at most ¥50 九折券",
    takeType: CouponTakeType.taken,
    usePriceFen: 0,
    discountType: CouponDiscountType.percent,
    discountPercent: 90,
    discountLimitFen: 5_000,
    totalCount: 1_000,
  },
  { name: "Welcome, ¥5 off 新人券", takeType: CouponTakeType.atRegistration, usePriceFen: 2_000, discountFen: 500 },
  { name: "With our thanks, ¥20 off 感谢券", takeType: CouponTakeType.given, usePriceFen: 5_000, discountFen: 2_000 },
];

/** Seeds the demo shop's coupons and activities for existing products. No-op if a coupon exists. */
export async function seedPromotions(): Promise<void> {
  if (await CouponTemplateModel.exists({})) return;
  for (const coupon of coupons) await seedCoupon(coupon);
  const { list } = await pageSpus({ pageNo: 1, pageSize: 50 });
  const [first, ...others] = list.filter((spu) => !spu.isVirtual);
  if (!first) return;
  const period = { startAt: clock.after(-hours(1)), endAt: clock.after(days(365)) };
  await createDiscountActivity(
    {
      name: "Opening offers 开业特惠",
      ...period,
      remark: "While they last: no code needed, the price in the cart is the price you pay.",
      imgUrl: first.picUrl,
      products: await discounted([first, ...others.slice(0, 3)]),
    },
    true,
  );
  await createRewardActivity(
    {
      name: "Spend and save 满减",
      ...period,
      remark: "",
      conditionType: RewardCondition.amount,
      productScope: ProductScopeKind.categories,
      scopeValues: [first.categoryId],
      rules: [
        { limit: 20_000, discountFen: 2_000, freeDelivery: false, point: 0, giveCoupons: [] },
        { limit: 50_000, discountFen: 6_000, freeDelivery: true, point: 100, giveCoupons: [] },
      ],
    },
    true,
  );
}

async function seedCoupon(coupon: DemoCoupon): Promise<void> {
  await createCouponTemplate(
    {
      description: "",
      totalCount: UNLIMITED,
      takeLimitCount: 1,
      productScope: ProductScopeKind.all,
      scopeValues: [],
      validityType: CouponValidity.days,
      validStartAt: null,
      validEndAt: null,
      fixedStartDays: 0,
      fixedEndDays: 30,
      discountType: CouponDiscountType.amount,
      discountPercent: null,
      discountFen: null,
      discountLimitFen: null,
      ...coupon,
    },
    true,
  );
}

/** Discounts for all variants of these products, alternately a fifth and an amount. */
async function discounted(spus: ShelvedSpu[]): Promise<DiscountProduct[]> {
  const skus = await SkuModel.find({ spuId: { $in: spus.map(({ _id }) => _id) } })
    .sort({ _id: 1 })
    .lean<SkuDoc[]>();
  return skus.map(({ _id: skuId, spuId }) =>
    spus.findIndex((spu) => spu._id === spuId) % 2 === 0
      ? { spuId, skuId, kind: "percent", percent: 80, amountFen: null }
      : { spuId, skuId, kind: "amount", percent: null, amountFen: 500 },
  );
}
