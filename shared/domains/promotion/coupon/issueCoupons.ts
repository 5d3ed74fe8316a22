import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { CouponModel, type CouponDoc } from "./coupon.model.js";
import { CouponTemplateModel, type CouponTemplateDoc, UNLIMITED } from "./couponTemplate.model.js";
import { type CouponTakeType, CouponValidity } from "./coupon.states.js";

/** Serializes takers of one coupon template in this process. */
export const { exclusively: exclusivelyFor } = keyedMutex<number>();

/** The validity of a coupon that is taken at `at`. */
function validityOf(template: CouponTemplateDoc, at: Date): { validStartAt: Date; validEndAt: Date } {
  if (template.validityType === CouponValidity.dates)
    return { validStartAt: template.validStartAt!, validEndAt: template.validEndAt! };
  const start = at.getTime() + days(template.fixedStartDays ?? 0);
  return { validStartAt: new Date(start), validEndAt: new Date(start + days(template.fixedEndDays ?? 0)) };
}

/** Whether its fixed dates are over. */
export function isOver({ validityType, validEndAt }: CouponTemplateDoc, at: Date): boolean {
  return validityType === CouponValidity.dates && validEndAt !== null && validEndAt <= at;
}

/** The number of coupons left; Infinity without a total. */
export function leftOf({ totalCount, takeCount }: CouponTemplateDoc): number {
  return totalCount === UNLIMITED ? Number.POSITIVE_INFINITY : totalCount - takeCount;
}

/**
 * Takes `count` of a template's coupons by one guarded write. False: not that many are left, or the template was
 * changed meanwhile. A member's coupons can be counted afterwards in the same transaction, as concurrent takers
 * conflict on this row: the later one is retried and sees the earlier one's coupons.
 */
export async function takeFromTemplate(
  { _id, totalCount }: CouponTemplateDoc,
  count: number,
  where: { takeType: CouponTakeType } | Record<string, never> = {},
): Promise<boolean> {
  const { modifiedCount } = await CouponTemplateModel.updateOne(
    {
      _id,
      ...where,
      status: EnabledStatus.enabled,
      totalCount,
      ...(totalCount === UNLIMITED ? {} : { takeCount: { $lte: totalCount - count } }),
    },
    { $inc: { takeCount: count } },
  );
  return modifiedCount === 1;
}

/** Makes coupons that were taken back available again; for a deleted template, once it is restored. */
export async function returnToTemplate(templateId: number, count: number): Promise<void> {
  await withDeleted(
    CouponTemplateModel.updateOne({ _id: templateId, takeCount: { $gte: count } }, { $inc: { takeCount: -count } }),
  );
}

type Issued = Pick<CouponDoc, "memberId" | "takeType"> & { giveOrderId?: number };

/** Creates the coupons, in the transaction of takeFromTemplate. */
export async function issueCoupons(template: CouponTemplateDoc, to: readonly Issued[]): Promise<void> {
  const terms = {
    templateId: template._id,
    name: template.name,
    usePriceFen: template.usePriceFen,
    productScope: template.productScope,
    scopeValues: template.scopeValues,
    discountType: template.discountType,
    discountPercent: template.discountPercent,
    discountFen: template.discountFen,
    discountLimitFen: template.discountLimitFen,
    ...validityOf(template, clock.now()),
  };
  const rows = [];
  for (const one of to) rows.push({ _id: await nextId("coupons"), ...terms, ...one });
  await CouponModel.insertMany(rows);
}
