import { recordChange } from "#shared/domains/audit/index.js";
import { catalogErrors, CategoryModel, findSpus } from "#shared/domains/catalog/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { overAlready, requireConfirmation } from "#shared/kernel/request/warnings.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { CouponTemplateModel } from "../coupon/couponTemplate.model.js";
import { cleanScope, type ProductScope } from "../productScope.js";
import { promotionErrors } from "../promotion.errors.js";
import { guardActivities } from "../promotionGuard.js";
import { RewardActivityModel, type RewardActivityDoc, type RewardRule } from "./rewardActivity.model.js";
import { invalidateRewards, getRewardActivity } from "./rewardActivity.queries.js";
import { ProductScopeKind } from "../promotion.codes.js";

export type RewardActivityInput = Pick<
  RewardActivityDoc,
  "name" | "startAt" | "endAt" | "remark" | "conditionType" | "productScope" | "scopeValues" | "rules"
>;

/**
 * Creates an activity; returns its id. Throws SpuNotFound, CategoryNotFound, CouponTemplateNotFound, SpuInAnotherReward
 * (1013006001), RewardScopeConflict (1013006005), ConfirmationNeeded (it is over already).
 */
export async function createRewardActivity(rawInput: RewardActivityInput, isConfirmed: boolean): Promise<number> {
  requireConfirmation(overAlready("endTime", rawInput.endAt), isConfirmed);
  const input = cleaned(rawInput);
  const _id = await nextId("rewardActivities");
  await inTransaction(async () => {
    await assertFree(input, _id);
    await RewardActivityModel.create([{ _id, ...input, nameTerms: termsOfName(input.name) }]);
    await record("rewardActivity.create", _id, { after: input });
  });
  return _id;
}

/** Throws RewardActivityNotFound, RewardActivityClosedForUpdate, and as createRewardActivity. */
export async function updateRewardActivity(
  activityId: number,
  rawInput: RewardActivityInput,
  isConfirmed: boolean,
): Promise<true> {
  const input = cleaned(rawInput);
  return inTransaction<true>(async () => {
    const before = await getRewardActivity(activityId);
    if (before.status !== EnabledStatus.enabled) throw promotionErrors.RewardActivityClosedForUpdate();
    requireConfirmation(overAlready("endTime", input.endAt, before.endAt), isConfirmed);
    await assertFree(input, activityId);
    const { matchedCount } = await RewardActivityModel.updateOne(
      { _id: activityId, status: EnabledStatus.enabled },
      { $set: { ...input, nameTerms: termsOfName(input.name) } },
    );
    if (matchedCount !== 1) throw promotionErrors.RewardActivityClosedForUpdate();
    await record("rewardActivity.update", activityId, { before: inputOf(before), after: input });
    return true;
  });
}

/** Ends an activity for good, now. Throws RewardActivityNotFound, RewardActivityAlreadyClosed. */
export async function closeRewardActivity(activityId: number): Promise<true> {
  return inTransaction<true>(async () => {
    await getRewardActivity(activityId);
    const { modifiedCount } = await RewardActivityModel.updateOne(
      { _id: activityId, status: EnabledStatus.enabled },
      { $set: { status: EnabledStatus.disabled } },
    );
    if (modifiedCount !== 1) throw promotionErrors.RewardActivityAlreadyClosed();
    await record("rewardActivity.close", activityId, {
      before: { status: EnabledStatus.enabled },
      after: { status: EnabledStatus.disabled },
    });
    return true;
  });
}

/** Throws RewardActivityNotFound, RewardActivityNotClosed. */
export async function deleteRewardActivity(activityId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getRewardActivity(activityId);
    if (!(await deleteLogically(RewardActivityModel, { _id: activityId, status: EnabledStatus.disabled })))
      throw promotionErrors.RewardActivityNotClosed();
    await record("rewardActivity.delete", activityId, { before: inputOf(before) });
    return true;
  });
}

async function record(action: string, bizId: number, change: { before?: unknown; after?: unknown }): Promise<void> {
  invalidateRewards();
  await recordChange("promotion", action, bizId, change);
}

const cleaned = (input: RewardActivityInput): RewardActivityInput => ({
  ...input,
  ...cleanScope(input),
  rules: [...input.rules].sort((a, b) => a.limit - b.limit),
});

/** Checks that the referenced rows exist, and that no enabled activity of the same time covers one of its products. */
async function assertFree(input: RewardActivityInput, ownId: number): Promise<void> {
  await guardActivities("reward");
  await assertReferencesExist(input);
  const others = await RewardActivityModel.find({
    _id: { $ne: ownId },
    status: EnabledStatus.enabled,
    startAt: { $lt: input.endAt },
    endAt: { $gt: input.startAt },
  })
    .sort({ _id: -1 })
    .lean<RewardActivityDoc[]>();
  for (const other of others) await assertApart(input, other);
}

async function assertReferencesExist({ productScope, scopeValues, rules }: RewardActivityInput): Promise<void> {
  if (productScope === ProductScopeKind.products && (await findSpus(scopeValues)).length < scopeValues.length)
    throw catalogErrors.SpuNotFound();
  if (
    productScope === ProductScopeKind.categories &&
    (await CategoryModel.countDocuments({ _id: { $in: scopeValues } })) < scopeValues.length
  )
    throw catalogErrors.CategoryNotFound();
  const templateIds = giftsOf(rules);
  if (templateIds.length === 0) return;
  if ((await CouponTemplateModel.countDocuments({ _id: { $in: templateIds } })) < templateIds.length)
    throw promotionErrors.CouponTemplateNotFound();
}

const giftsOf = (rules: readonly RewardRule[]): number[] => [
  ...new Set(rules.flatMap(({ giveCoupons }) => giveCoupons.map(({ templateId }) => templateId))),
];

async function assertApart(mine: ProductScope, other: RewardActivityDoc): Promise<void> {
  const { name } = other;
  if (mine.productScope === ProductScopeKind.all || other.productScope === ProductScopeKind.all)
    throw promotionErrors.RewardScopeConflict({ name, why: say("all products", "全部商品") });
  const shared = mine.scopeValues.some((id) => other.scopeValues.includes(id));
  if (mine.productScope === other.productScope) {
    if (!shared) return;
    if (mine.productScope === ProductScopeKind.products) throw promotionErrors.SpuInAnotherReward({ name });
    throw promotionErrors.RewardScopeConflict({ name, why: say("the same category", "相同分类") });
  }
  const [spus, categories] = mine.productScope === ProductScopeKind.products ? [mine, other] : [other, mine];
  const sharedSpu = (await findSpus(spus.scopeValues)).find((spu) => categories.scopeValues.includes(spu.categoryId));
  if (sharedSpu) throw promotionErrors.RewardScopeConflict({ name, why: sharedSpu.name });
}

const say = (en: string, zh: string): string => (currentLanguage() === "zh" ? zh : en);

const inputOf = ({
  name,
  startAt,
  endAt,
  remark,
  conditionType,
  productScope,
  scopeValues,
  rules,
}: RewardActivityDoc): RewardActivityInput => ({
  name,
  startAt,
  endAt,
  remark,
  conditionType,
  productScope,
  scopeValues,
  rules,
});
