/**
 * Every price reduction: `promote.js {"memberIds": [...], "skuIds": [...]}`. A discount activity on every other SKU, a
 * reward activity on all products, and ten coupons per member, half of which do not fit.
 */
import "#shared/subscriptions.js";
import { SkuModel, type SkuDoc } from "#shared/domains/catalog/index.js";
import { MemberLevelModel, MemberModel, type MemberLevelDoc } from "#shared/domains/member/index.js";
import {
  createCouponTemplate,
  createDiscountActivity,
  createRewardActivity,
  DiscountActivityModel,
  RewardActivityModel,
  sendCoupons,
} from "#shared/domains/promotion/index.js";
import { CouponDiscountType, CouponTakeType, CouponValidity } from "#shared/domains/promotion/coupon/coupon.states.js";
import { ProductScopeKind, RewardCondition } from "#shared/domains/promotion/promotion.codes.js";
import { days, hours } from "#shared/kernel/time/clock.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";

const { memberIds, skuIds } = JSON.parse(process.argv[2]!) as { memberIds: number[]; skuIds: number[] };
await connectMongo();
// The demo's would interfere; nobody else uses a bench's shop.
await DiscountActivityModel.deleteMany({});
await RewardActivityModel.deleteMany({});

const period = { startAt: new Date(Date.now() - hours(1)), endAt: new Date(Date.now() + days(30)) };
const skus = await SkuModel.find({ _id: { $in: skuIds } })
  .sort({ _id: 1 })
  .lean<SkuDoc[]>();
const level = await MemberLevelModel.findOne({ discountPercent: { $lt: 100 } })
  .sort({ level: -1 })
  .lean<MemberLevelDoc>();
if (!level) throw new Error("no level takes anything off");
await MemberModel.updateMany({ _id: { $in: memberIds } }, { $set: { levelId: level._id, point: 1_000_000 } });
await createDiscountActivity(
  {
    name: "Bench discount",
    ...period,
    remark: "",
    imgUrl: "",
    products: skus
      .filter((_, index) => index % 2 === 0)
      .map(({ _id: skuId, spuId }) => ({ spuId, skuId, kind: "percent", percent: 80, amountFen: null })),
  },
  true,
);
await createRewardActivity(
  {
    name: "Bench reward",
    ...period,
    remark: "",
    conditionType: RewardCondition.amount,
    productScope: ProductScopeKind.all,
    scopeValues: [],
    rules: [
      { limit: 1_000, discountFen: 100, freeDelivery: false, point: 10, giveCoupons: [] },
      { limit: 5_000, discountFen: 700, freeDelivery: false, point: 50, giveCoupons: [] },
    ],
  },
  true,
);
for (let number = 0; number < 10; number++) {
  const fits = number % 2 === 0;
  const templateId = await createCouponTemplate(
    {
      name: `Bench coupon ${number}`,
      description: "",
      totalCount: -1,
      takeLimitCount: -1,
      takeType: CouponTakeType.given,
      // A minimum that no basket reaches, or none.
      usePriceFen: fits ? 0 : 900_000_000,
      productScope: ProductScopeKind.all,
      scopeValues: [],
      validityType: CouponValidity.days,
      validStartAt: null,
      validEndAt: null,
      fixedStartDays: 0,
      fixedEndDays: 30,
      discountType: CouponDiscountType.amount,
      discountPercent: null,
      discountFen: 500 + number,
      discountLimitFen: null,
    },
    true,
  );
  await sendCoupons(templateId, memberIds);
}
process.send!({ done: true }, () => process.exit(0));
