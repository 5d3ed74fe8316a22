import { findMember, ownerNow } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { CouponModel } from "./coupon.model.js";
import { CouponTemplateModel, type CouponTemplateDoc } from "./couponTemplate.model.js";
import { exclusivelyFor, isOver, issueCoupons, leftOf, takeFromTemplate } from "./issueCoupons.js";
import { CouponTakeType } from "./coupon.states.js";

/**
 * Gives one coupon of each template for new members (takeType 3) that is not used up. A member who registered before a
 * template was created gets none of it; one who was merged into another meanwhile has that one's. Idempotent.
 */
export async function giveRegistrationCoupons(registeredId: number): Promise<void> {
  const memberId = await ownerNow(registeredId);
  const member = await findMember(memberId);
  if (!member) return;
  const templates = await CouponTemplateModel.find(
    { takeType: CouponTakeType.atRegistration, status: EnabledStatus.enabled, createdAt: { $lte: member.createdAt } },
    { _id: 1 },
  ).lean<Pick<CouponTemplateDoc, "_id">[]>();
  for (const { _id } of templates) await exclusivelyFor(_id, () => inTransaction(() => giveOne(memberId, _id)));
}

async function giveOne(memberId: number, templateId: number): Promise<void> {
  const template = await CouponTemplateModel.findById(templateId).lean<CouponTemplateDoc>();
  if (!template || template.status !== EnabledStatus.enabled || isOver(template, clock.now()) || leftOf(template) < 1)
    return;
  if (await CouponModel.exists({ memberId, templateId, takeType: CouponTakeType.atRegistration })) return;
  if (!(await takeFromTemplate(template, 1))) throw new LostRace(`coupon template ${templateId}`);
  await issueCoupons(template, [{ memberId, takeType: CouponTakeType.atRegistration }]);
}
