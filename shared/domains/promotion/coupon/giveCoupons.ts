import { clock } from "#shared/kernel/time/clock.js";
import { log } from "#shared/kernel/observability/log.js";
import { isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { CouponModel, type CouponDoc } from "./coupon.model.js";
import { CouponGiftModel } from "./couponGift.model.js";
import { CouponTemplateModel, type CouponTemplateDoc } from "./couponTemplate.model.js";
import { isOver, issueCoupons, leftOf, returnToTemplate, takeFromTemplate } from "./issueCoupons.js";
import type { CouponGift } from "../reward/rewardActivity.model.js";
import { CouponStatus, CouponTakeType } from "./coupon.states.js";

/**
 * The coupons that a paid order brings, in the caller's transaction. What cannot be given (template gone, disabled, over
 * or used up) is logged and left out. Again, or after they were taken back, it changes nothing.
 */
export async function giveCoupons({
  memberId,
  orderId,
  gifts,
}: {
  memberId: number;
  orderId: number;
  gifts: readonly CouponGift[];
}): Promise<void> {
  if (gifts.length === 0 || !(await markGift(orderId, "given"))) return;
  // In the order of ids: two orders with the same gifts never wait for each other crosswise.
  for (const { templateId, count } of [...gifts].sort((a, b) => a.templateId - b.templateId)) {
    const template = await CouponTemplateModel.findById(templateId).lean<CouponTemplateDoc>();
    const giveable =
      template && template.status === EnabledStatus.enabled && !isOver(template, clock.now()) ? template : undefined;
    const given = Math.min(count, giveable ? leftOf(giveable) : 0);
    if (given < count) log.warn({ orderId, memberId, templateId, count, given }, "not every gift coupon can be given");
    if (!giveable || given < 1) continue;
    if (!(await takeFromTemplate(giveable, given))) throw new LostRace(`coupon template ${templateId}`);
    const coupon = { memberId, takeType: CouponTakeType.given, giveOrderId: orderId } as const;
    await issueCoupons(
      giveable,
      Array.from({ length: given }, () => coupon),
    );
  }
}

/**
 * The order is refunded in full: the gifts that were not used go, and are free for others again. In the caller's
 * transaction; again it changes nothing. Gifts that come later are not given any more.
 */
export async function takeBackGivenCoupons(orderId: number): Promise<void> {
  if (!(await markGift(orderId, "takenBack")))
    await CouponGiftModel.updateOne({ _id: orderId }, { $set: { state: "takenBack" } });
  const given = await CouponModel.find({ giveOrderId: orderId }, { templateId: 1, status: 1 }).lean<
    Pick<CouponDoc, "_id" | "templateId" | "status">[]
  >();
  const counts = new Map<number, number>();
  for (const { _id, templateId } of given.filter(({ status }) => status !== CouponStatus.used)) {
    const { deletedCount } = await CouponModel.deleteOne({ _id, status: { $ne: CouponStatus.used } });
    counts.set(templateId, (counts.get(templateId) ?? 0) + deletedCount);
  }
  for (const [templateId, count] of [...counts].sort(([a], [b]) => a - b)) await returnToTemplate(templateId, count);
}

/** False: the order has its row already. */
async function markGift(orderId: number, state: "given" | "takenBack"): Promise<boolean> {
  try {
    const { upsertedCount } = await CouponGiftModel.updateOne(
      { _id: orderId },
      { $setOnInsert: { state } },
      { upsert: true },
    );
    return upsertedCount === 1;
  } catch (error) {
    // Somebody wrote it just now; the transaction is lost by that and sees it on its next run.
    if (isDuplicateKey(error)) throw new LostRace(`gifts of order ${orderId}`);
    throw error;
  }
}
