import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { CouponModel } from "./coupon.model.js";
import { CouponTemplateModel, type CouponTemplateDoc, UNLIMITED } from "./couponTemplate.model.js";
import { exclusivelyFor, isOver, issueCoupons, leftOf, takeFromTemplate } from "./issueCoupons.js";
import { promotionErrors } from "../promotion.errors.js";
import { CouponTakeType } from "./coupon.states.js";

/**
 * A member takes a coupon. Throws CouponTemplateNotFound (1013004000, also for a disabled one), WrongTakeType (005),
 * CouponTemplateExpired (004), NoCouponLeft (002), CouponAlreadyTaken (003: the member is at the limit).
 */
export async function takeCoupon(memberId: number, templateId: number): Promise<true> {
  // Before the lock and the transaction, so that late takers are refused by one read.
  await takeable(templateId);
  return exclusivelyFor(templateId, async (hadToWait) => {
    if (hadToWait) await takeable(templateId);
    return inTransaction<true>(async () => {
      const template = await takeable(templateId);
      if (!(await takeFromTemplate(template, 1, { takeType: CouponTakeType.taken })))
        throw new LostRace(`coupon template ${templateId}`);
      await assertBelowLimit(template, memberId);
      await issueCoupons(template, [{ memberId, takeType: CouponTakeType.taken }]);
      return true;
    });
  });
}

async function takeable(templateId: number): Promise<CouponTemplateDoc> {
  const template = await CouponTemplateModel.findById(templateId).lean<CouponTemplateDoc>();
  if (!template || template.status !== EnabledStatus.enabled) throw promotionErrors.CouponTemplateNotFound();
  if (template.takeType !== CouponTakeType.taken) throw promotionErrors.WrongTakeType();
  if (isOver(template, clock.now())) throw promotionErrors.CouponTemplateExpired();
  if (leftOf(template) < 1) throw promotionErrors.NoCouponLeft();
  return template;
}

async function assertBelowLimit({ _id, takeLimitCount }: CouponTemplateDoc, memberId: number): Promise<void> {
  if (takeLimitCount === UNLIMITED) return;
  const taken = await CouponModel.countDocuments({ memberId, templateId: _id, takeType: CouponTakeType.taken });
  if (taken >= takeLimitCount) throw promotionErrors.CouponAlreadyTaken();
}
