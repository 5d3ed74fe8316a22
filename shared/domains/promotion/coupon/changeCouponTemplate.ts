import { recordChange } from "#shared/domains/audit/index.js";
import { catalogErrors, CategoryModel, findSpus, termsOfName } from "#shared/domains/catalog/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { requireConfirmation } from "#shared/kernel/request/warnings.js";
import type { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { CouponTemplateModel, type CouponTemplateDoc, type CouponTemplateInput } from "./couponTemplate.model.js";
import { getCouponTemplate } from "./couponTemplate.queries.js";
import { cleanScope } from "../productScope.js";
import { promotionErrors } from "../promotion.errors.js";
import { couponWarnings } from "../promotionWarnings.js";
import { CouponDiscountType, CouponValidity } from "./coupon.states.js";
import { ProductScopeKind } from "../promotion.codes.js";

/** A new template, enabled; answers its id. SpuNotFound, CategoryNotFound, NoCouponLeft (a share above the total), ConfirmationNeeded (it can make goods free). */
export async function createCouponTemplate(given: CouponTemplateInput, isConfirmed: boolean): Promise<number> {
  const input = cleaned(given);
  const _id = await nextId("couponTemplates");
  await inTransaction(async () => {
    await assertSound(input);
    requireConfirmation(await couponWarnings(input), isConfirmed);
    await CouponTemplateModel.create([{ _id, ...input, nameTerms: termsOfName(input.name) }]);
    await recordChange("promotion", "couponTemplate.create", _id, { after: input });
  });
  return _id;
}

/** Coupons that were taken stay as they are. CouponTemplateNotFound, TotalBelowTaken, and the refusals of a new one. */
export async function updateCouponTemplate(
  templateId: number,
  given: CouponTemplateInput,
  isConfirmed: boolean,
): Promise<true> {
  const input = cleaned(given);
  return inTransaction<true>(async () => {
    const before = await getCouponTemplate(templateId);
    await assertSound(input);
    requireConfirmation(await couponWarnings(input), isConfirmed);
    const { matchedCount } = await CouponTemplateModel.updateOne(
      { _id: templateId, ...(input.totalCount === -1 ? {} : { takeCount: { $lte: input.totalCount } }) },
      { $set: { ...input, nameTerms: termsOfName(input.name) } },
    );
    if (matchedCount !== 1) throw promotionErrors.TotalBelowTaken({ taken: before.takeCount });
    await recordChange("promotion", "couponTemplate.update", templateId, { before: inputOf(before), after: input });
    return true;
  });
}

/** 0 enabled, 1 disabled: not taken any more, what was taken stays good. CouponTemplateNotFound. */
export async function switchCouponTemplate(templateId: number, status: EnabledStatus): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getCouponTemplate(templateId);
    await CouponTemplateModel.updateOne({ _id: templateId }, { $set: { status } });
    await recordChange("promotion", "couponTemplate.updateStatus", templateId, {
      before: { status: before.status },
      after: { status },
    });
    return true;
  });
}

/** What was taken stays good. CouponTemplateNotFound. */
export async function deleteCouponTemplate(templateId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getCouponTemplate(templateId);
    if (!(await deleteLogically(CouponTemplateModel, { _id: templateId })))
      throw promotionErrors.CouponTemplateNotFound();
    await recordChange("promotion", "couponTemplate.delete", templateId, { before: inputOf(before) });
    return true;
  });
}

/** Only the fields that its kinds of discount and validity know. */
function cleaned(input: CouponTemplateInput): CouponTemplateInput {
  const isPercent = input.discountType === CouponDiscountType.percent;
  const isFixed = input.validityType === CouponValidity.dates;
  return {
    ...input,
    ...cleanScope(input),
    discountPercent: isPercent ? input.discountPercent : null,
    discountLimitFen: isPercent ? input.discountLimitFen : null,
    discountFen: isPercent ? null : input.discountFen,
    validStartAt: isFixed ? input.validStartAt : null,
    validEndAt: isFixed ? input.validEndAt : null,
    fixedStartDays: isFixed ? null : input.fixedStartDays,
    fixedEndDays: isFixed ? null : input.fixedEndDays,
  };
}

async function assertSound({
  totalCount,
  takeLimitCount,
  productScope,
  scopeValues,
}: CouponTemplateInput): Promise<void> {
  // The trade's own code for it (rules: Error codes).
  if (totalCount !== -1 && takeLimitCount > totalCount) throw promotionErrors.NoCouponLeft();
  if (productScope === ProductScopeKind.products && (await findSpus(scopeValues)).length < scopeValues.length)
    throw catalogErrors.SpuNotFound();
  if (
    productScope === ProductScopeKind.categories &&
    (await CategoryModel.countDocuments({ _id: { $in: scopeValues } })) < scopeValues.length
  )
    throw catalogErrors.CategoryNotFound();
}

const inputOf = (template: CouponTemplateDoc): CouponTemplateInput => ({
  name: template.name,
  description: template.description,
  totalCount: template.totalCount,
  takeLimitCount: template.takeLimitCount,
  takeType: template.takeType,
  usePriceFen: template.usePriceFen,
  productScope: template.productScope,
  scopeValues: template.scopeValues,
  validityType: template.validityType,
  validStartAt: template.validStartAt,
  validEndAt: template.validEndAt,
  fixedStartDays: template.fixedStartDays,
  fixedEndDays: template.fixedEndDays,
  discountType: template.discountType,
  discountPercent: template.discountPercent,
  discountFen: template.discountFen,
  discountLimitFen: template.discountLimitFen,
});
