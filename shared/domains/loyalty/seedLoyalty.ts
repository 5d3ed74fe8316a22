import { findMemberByMobile, MemberLevelModel } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { changePoints } from "./points/changePoints.js";
import { invalidateLevels } from "./level/level.queries.js";
import { invalidateLoyaltyConfig, LoyaltyConfigModel, THE_CONFIG } from "./loyaltyConfig.model.js";
import { invalidateSignInRules, SignInRuleModel } from "./signIn/signInRule.model.js";
import { PointBizType } from "./loyalty.codes.js";

const levels = [
  { level: 1, name: "普通会员", experience: 0, discountPercent: 100, description: "注册即享，签到、购物均可成长" },
  { level: 2, name: "银卡会员", experience: 500, discountPercent: 98, description: "全场 9.8 折" },
  { level: 3, name: "金卡会员", experience: 2_000, discountPercent: 95, description: "全场 9.5 折" },
  { level: 4, name: "黑金会员", experience: 10_000, discountPercent: 90, description: "全场 9 折" },
];
/** For the days 1 to 7. */
const signInPoints = [5, 5, 10, 10, 15, 15, 50];
const WELCOME_POINTS = 2_000;

/**
 * Seeds the demo shop's levels, sign-in days and settings for points (a point is a fen, one is given per yuan, at most
 * 5,000 per order), and some points for the demo member. Existing rows are not changed.
 */
export async function seedLoyalty(demoMobile: string | null): Promise<void> {
  for (const one of levels) {
    if (await MemberLevelModel.exists({ $or: [{ level: one.level }, { name: one.name }] })) continue;
    await MemberLevelModel.create([{ _id: await nextId("memberLevels"), ...one }]);
  }
  for (const [index, point] of signInPoints.entries()) {
    if (await SignInRuleModel.exists({ day: index + 1 })) continue;
    await SignInRuleModel.create([{ _id: await nextId("signInRules"), day: index + 1, point, experience: point }]);
  }
  await LoyaltyConfigModel.updateOne(
    { _id: THE_CONFIG },
    { $setOnInsert: { deductEnabled: true, fenPerPoint: 1, maxPoints: 5_000, pointsPerYuan: 1 } },
    { upsert: true },
  );
  invalidateLevels();
  invalidateSignInRules();
  invalidateLoyaltyConfig();
  const member = demoMobile === null ? null : await findMemberByMobile(demoMobile);
  if (!member) return;
  const gift = { memberId: member._id, change: WELCOME_POINTS, bizType: PointBizType.adjusted, bizId: "demo" } as const;
  await inTransaction(() => changePoints({ ...gift, title: "体验积分" }));
}
