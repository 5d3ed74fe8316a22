import { ownerNow } from "#shared/domains/member/index.js";
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
 * Gives the coupons of a paid order, in the caller's transaction. Coupons that cannot be given (template deleted,
 * disabled, over or used up) are logged and skipped. Idempotent; no-op after a take-back.
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
  const ownerId = await ownerNow(memberId);
  // Sorted by id, so that orders with the same gifts do not deadlock.
  for (const { templateId, count } of [...gifts].sort((a, b) => a.templateId - b.templateId)) {
    const template = await CouponTemplateModel.findById(templateId).lean<CouponTemplateDoc>();
    const giveable =
      template && template.status === EnabledStatus.enabled && !isOver(template, clock.now()) ? template : undefined;
    const given = Math.min(count, giveable ? leftOf(giveable) : 0);
    if (given < count) log.warn({ orderId, memberId, templateId, count, given }, "not every gift coupon can be given");
    if (!giveable || given < 1) continue;
    if (!(await takeFromTemplate(giveable, given))) throw new LostRace(`coupon template ${templateId}`);
    const coupon = { memberId: ownerId, takeType: CouponTakeType.given, giveOrderId: orderId } as const;
    await issueCoupons(
      giveable,
      Array.from({ length: given }, () => coupon),
    );
  }
}

/**
 * Takes the unused gifts of a fully refunded order back to their templates, in the caller's transaction. Idempotent;
 * gifts that run later are not given any more.
 */
export async function revokeGivenCoupons(orderId: number): Promise<void> {
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

/** False: the order already has a row. */
async function markGift(orderId: number, state: "given" | "takenBack"): Promise<boolean> {
  try {
    const { upsertedCount } = await CouponGiftModel.updateOne(
      { _id: orderId },
      { $setOnInsert: { state } },
      { upsert: true },
    );
    return upsertedCount === 1;
  } catch (error) {
    // Another process has just written it: this transaction is run anew and sees it.
    if (isDuplicateKey(error)) throw new LostRace(`gifts of order ${orderId}`);
    throw error;
  }
}
