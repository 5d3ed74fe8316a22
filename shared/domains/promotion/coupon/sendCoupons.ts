import { recordChange } from "#shared/domains/audit/index.js";
import { MemberModel, memberErrors } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { CouponModel, type CouponDoc } from "./coupon.model.js";
import { CouponTemplateModel, type CouponTemplateDoc, UNLIMITED } from "./couponTemplate.model.js";
import { exclusivelyFor, isOver, issueCoupons, leftOf, takeFromTemplate } from "./issueCoupons.js";
import { promotionErrors } from "../promotion.errors.js";
import { CouponTakeType } from "./coupon.states.js";

/**
 * An operator gives each of these members a coupon, all or none; members at their limit are skipped. Throws
 * CouponTemplateNotFound, WrongTakeType (the template is not for giving), CouponTemplateExpired, member not found
 * (1004001000), CouponAlreadyTaken (all are at their limit), NoCouponLeft (fewer than members).
 */
export async function sendCoupons(templateId: number, memberIds: readonly number[]): Promise<true> {
  const wanted = [...new Set(memberIds)];
  return exclusivelyFor(templateId, () =>
    inTransaction<true>(async () => {
      const template = await CouponTemplateModel.findById(templateId).lean<CouponTemplateDoc>();
      if (!template || template.status !== EnabledStatus.enabled) throw promotionErrors.CouponTemplateNotFound();
      if (template.takeType !== CouponTakeType.given) throw promotionErrors.WrongTakeType();
      if (isOver(template, clock.now())) throw promotionErrors.CouponTemplateExpired();
      if ((await MemberModel.countDocuments({ _id: { $in: wanted }, mergedInto: null })) < wanted.length)
        throw memberErrors.MemberNotFound();
      const given = await belowLimit(template, wanted);
      if (given.length === 0) throw promotionErrors.CouponAlreadyTaken();
      if (leftOf(template) < given.length) throw promotionErrors.NoCouponLeft();
      if (!(await takeFromTemplate(template, given.length))) throw new LostRace(`coupon template ${templateId}`);
      await issueCoupons(
        template,
        given.map((memberId) => ({ memberId, takeType: CouponTakeType.given })),
      );
      await recordChange("promotion", "coupon.send", templateId, { after: { memberIds: given } });
      return true;
    }),
  );
}

async function belowLimit(template: CouponTemplateDoc, memberIds: readonly number[]): Promise<number[]> {
  if (template.takeLimitCount === UNLIMITED) return [...memberIds];
  const sent = await CouponModel.find(
    { memberId: { $in: memberIds }, templateId: template._id, takeType: CouponTakeType.given, giveOrderId: null },
    { memberId: 1 },
  ).lean<Pick<CouponDoc, "_id" | "memberId">[]>();
  const counts = new Map<number, number>();
  for (const { memberId } of sent) counts.set(memberId, (counts.get(memberId) ?? 0) + 1);
  return memberIds.filter((memberId) => (counts.get(memberId) ?? 0) < template.takeLimitCount);
}
