import { recordChange } from "#shared/domains/audit/index.js";
import { catalogErrors, CategoryModel, findSpus } from "#shared/domains/catalog/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { overAlready, requireConfirmation } from "#shared/kernel/request/warnings.js";
import type { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import {
  CouponTemplateModel,
  type CouponTemplateDoc,
  type CouponTemplateInput,
  UNLIMITED,
} from "./couponTemplate.model.js";
import { getCouponTemplate } from "./couponTemplate.queries.js";
import { cleanScope } from "../productScope.js";
import { promotionErrors } from "../promotion.errors.js";
import { couponWarnings } from "../promotionWarnings.js";
import { CouponDiscountType, CouponValidity } from "./coupon.states.js";
import { ProductScopeKind } from "../promotion.codes.js";

/**
 * Creates an enabled template; returns its id. Throws SpuNotFound, CategoryNotFound, NoCouponLeft (a limit per member
 * above the total), ConfirmationNeeded (it can make goods free, it is over already).
 */
export async function createCouponTemplate(rawInput: CouponTemplateInput, isConfirmed: boolean): Promise<number> {
  const input = cleaned(rawInput);
  const _id = await nextId("couponTemplates");
  await inTransaction(async () => {
    await assertValid(input);
    requireConfirmation(
      [...overAlready("validEndTime", input.validEndAt), ...(await couponWarnings(input))],
      isConfirmed,
    );
    await CouponTemplateModel.create([{ _id, ...input, nameTerms: termsOfName(input.name) }]);
    await recordChange("promotion", "couponTemplate.create", _id, { after: input });
  });
  return _id;
}

/** Existing coupons are not changed. Throws CouponTemplateNotFound, TotalBelowTaken, and as createCouponTemplate. */
export async function updateCouponTemplate(
  templateId: number,
  rawInput: CouponTemplateInput,
  isConfirmed: boolean,
): Promise<true> {
  const input = cleaned(rawInput);
  return inTransaction<true>(async () => {
    const before = await getCouponTemplate(templateId);
    await assertValid(input);
    const isOver = overAlready("validEndTime", input.validEndAt, before.validEndAt);
    requireConfirmation([...isOver, ...(await couponWarnings(input))], isConfirmed);
    const { matchedCount } = await CouponTemplateModel.updateOne(
      { _id: templateId, ...(input.totalCount === UNLIMITED ? {} : { takeCount: { $lte: input.totalCount } }) },
      { $set: { ...input, nameTerms: termsOfName(input.name) } },
    );
    if (matchedCount !== 1) throw promotionErrors.TotalBelowTaken({ taken: before.takeCount });
    await recordChange("promotion", "couponTemplate.update", templateId, { before: inputOf(before), after: input });
    return true;
  });
}

/** A disabled (1) template cannot be taken; existing coupons stay valid. Throws CouponTemplateNotFound. */
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

/** Existing coupons stay valid. Throws CouponTemplateNotFound. */
export async function deleteCouponTemplate(templateId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getCouponTemplate(templateId);
    if (!(await deleteLogically(CouponTemplateModel, { _id: templateId })))
      throw promotionErrors.CouponTemplateNotFound();
    await recordChange("promotion", "couponTemplate.delete", templateId, { before: inputOf(before) });
    return true;
  });
}

/** Clears the fields that its types of discount and validity do not use. */
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

async function assertValid({
  totalCount,
  takeLimitCount,
  productScope,
  scopeValues,
}: CouponTemplateInput): Promise<void> {
  // The trade uses this code here (rules: Error codes).
  if (totalCount !== UNLIMITED && takeLimitCount > totalCount) throw promotionErrors.NoCouponLeft();
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
