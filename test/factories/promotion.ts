import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import {
  createCouponTemplate,
  createDiscountActivity,
  createRewardActivity,
  getCouponTemplate,
  type CouponDoc,
  type CouponTemplateInput,
  type DiscountActivityInput,
  type RewardActivityInput,
} from "#shared/domains/promotion/index.js";
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildMember } from "#test/factories/member.js";
import { startService } from "#test/support/service.js";

let serial = 0;
const unique = (word: string): string => `${word} ${process.pid} ${++serial}`;

/** What an operator sends to create a coupon template. */
export const templateBody = (overrides: object = {}) => ({
  name: "Ten off",
  description: "For everything",
  totalCount: 100,
  takeLimitCount: 2,
  takeType: 1,
  usePrice: 5_000,
  productScope: 1,
  productScopeValues: [],
  validityType: 2,
  fixedStartTerm: 0,
  fixedEndTerm: 7,
  discountType: 1,
  discountPrice: 1_000,
  ...overrides,
});

/** Ten yuan off, for anything, within a week of taking; members take one each. */
export async function buildCouponTemplate(overrides: Partial<CouponTemplateInput> = {}): Promise<number> {
  await startService();
  return createCouponTemplate(
    {
      name: unique("Coupon"),
      description: "",
      totalCount: -1,
      takeLimitCount: 1,
      takeType: 1,
      usePriceFen: 0,
      productScope: 1,
      scopeValues: [],
      validityType: 2,
      validStartAt: null,
      validEndAt: null,
      fixedStartDays: 0,
      fixedEndDays: 7,
      discountType: 1,
      discountPercent: null,
      discountFen: 1_000,
      discountLimitFen: null,
      ...overrides,
    },
    true,
  );
}

/** An unused coupon of ten yuan, valid now for a week; of a member of its own unless one is named. */
export async function buildCoupon(overrides: Partial<Omit<CouponDoc, "_id">> = {}): Promise<CouponDoc> {
  await startService();
  const memberId = overrides.memberId ?? (await buildMember()).member._id;
  const templateId = overrides.templateId ?? (await buildCouponTemplate());
  const { name } = await getCouponTemplate(templateId);
  const _id = await nextId("coupons");
  await CouponModel.create([
    {
      _id,
      name,
      status: 1,
      takeType: 1,
      usePriceFen: 0,
      productScope: 1,
      scopeValues: [],
      discountType: 1,
      discountFen: 1_000,
      validStartAt: clock.after(-hours(1)),
      validEndAt: clock.after(days(7)),
      ...overrides,
      memberId,
      templateId,
    },
  ]);
  return readCoupon(_id);
}

/** A coupon as it is stored now. */
export async function readCoupon(couponId: number): Promise<CouponDoc> {
  return CouponModel.findById(couponId).orFail().lean<CouponDoc>();
}

/** A discount activity that runs from an hour ago for a day. */
export async function buildDiscountActivity(
  overrides: Partial<DiscountActivityInput> & Pick<DiscountActivityInput, "products">,
): Promise<number> {
  await startService();
  return createDiscountActivity(
    {
      name: unique("Discount"),
      startAt: clock.after(-hours(1)),
      endAt: clock.after(days(1)),
      remark: "",
      imgUrl: "",
      ...overrides,
    },
    true,
  );
}

/** A reward activity that runs from an hour ago for a day: 10 yuan off from 100 yuan on. */
export async function buildRewardActivity(
  overrides: Partial<RewardActivityInput> & Pick<RewardActivityInput, "productScope" | "scopeValues">,
): Promise<number> {
  await startService();
  const input = {
    name: unique("Reward"),
    startAt: clock.after(-hours(1)),
    endAt: clock.after(days(1)),
    remark: "",
    conditionType: 10 as const,
    rules: [{ limit: 10_000, discountFen: 1_000, freeDelivery: false, point: 0, giveCoupons: [] }],
    ...overrides,
  };
  return createRewardActivity(input, true);
}
