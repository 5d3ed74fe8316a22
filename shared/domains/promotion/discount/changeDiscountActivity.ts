import { recordChange } from "#shared/domains/audit/index.js";
import { catalogErrors, findSkusWithSpus, type SkuDoc } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { overAlready, requireConfirmation } from "#shared/kernel/request/warnings.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { DiscountActivityModel, type DiscountActivityDoc, type DiscountProduct } from "./discountActivity.model.js";
import { invalidateDiscounts, getDiscountActivity } from "./discountActivity.queries.js";
import { promotionErrors } from "../promotion.errors.js";
import { guardActivities } from "../promotionGuard.js";
import { discountWarnings } from "../promotionWarnings.js";

export type DiscountActivityInput = Pick<
  DiscountActivityDoc,
  "name" | "startAt" | "endAt" | "remark" | "imgUrl" | "products"
>;

/**
 * Creates an activity; returns its id. Throws SkuNotFound (a deleted variant, or another product's),
 * SpuInAnotherDiscount, ConfirmationNeeded (nothing is left of a price, it is over already).
 */
export async function createDiscountActivity(input: DiscountActivityInput, isConfirmed: boolean): Promise<number> {
  const _id = await nextId("discountActivities");
  await inTransaction(async () => {
    const skus = await assertFree(input.products, _id);
    requireConfirmation(
      [...overAlready("endTime", input.endAt), ...discountWarnings(input.products, skus)],
      isConfirmed,
    );
    await DiscountActivityModel.create([{ _id, ...input, nameTerms: termsOfName(input.name) }]);
    await record("discountActivity.create", _id, { after: input });
  });
  return _id;
}

/** Throws DiscountActivityNotFound, DiscountActivityClosedForUpdate, and as createDiscountActivity. */
export async function updateDiscountActivity(
  activityId: number,
  input: DiscountActivityInput,
  isConfirmed: boolean,
): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getDiscountActivity(activityId);
    if (before.status !== EnabledStatus.enabled) throw promotionErrors.DiscountActivityClosedForUpdate();
    const skus = await assertFree(input.products, activityId);
    const isOver = overAlready("endTime", input.endAt, before.endAt);
    requireConfirmation([...isOver, ...discountWarnings(input.products, skus)], isConfirmed);
    const { matchedCount } = await DiscountActivityModel.updateOne(
      { _id: activityId, status: EnabledStatus.enabled },
      { $set: { ...input, nameTerms: termsOfName(input.name) } },
    );
    if (matchedCount !== 1) throw promotionErrors.DiscountActivityClosedForUpdate();
    await record("discountActivity.update", activityId, { before: inputOf(before), after: input });
    return true;
  });
}

/** Ends an activity for good, now. Throws DiscountActivityNotFound, DiscountActivityAlreadyClosed. */
export async function closeDiscountActivity(activityId: number): Promise<true> {
  return inTransaction<true>(async () => {
    await getDiscountActivity(activityId);
    const { modifiedCount } = await DiscountActivityModel.updateOne(
      { _id: activityId, status: EnabledStatus.enabled },
      { $set: { status: EnabledStatus.disabled } },
    );
    if (modifiedCount !== 1) throw promotionErrors.DiscountActivityAlreadyClosed();
    await record("discountActivity.close", activityId, {
      before: { status: EnabledStatus.enabled },
      after: { status: EnabledStatus.disabled },
    });
    return true;
  });
}

/** Throws DiscountActivityNotFound, DiscountActivityNotClosed. */
export async function deleteDiscountActivity(activityId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getDiscountActivity(activityId);
    if (!(await deleteLogically(DiscountActivityModel, { _id: activityId, status: EnabledStatus.disabled })))
      throw promotionErrors.DiscountActivityNotClosed();
    await record("discountActivity.delete", activityId, { before: inputOf(before) });
    return true;
  });
}

async function record(action: string, bizId: number, change: { before?: unknown; after?: unknown }): Promise<void> {
  invalidateDiscounts();
  await recordChange("promotion", action, bizId, change);
}

/** Checks that the variants exist, and that no other enabled activity before its end has one of their products. */
async function assertFree(products: readonly DiscountProduct[], ownId: number): Promise<SkuDoc[]> {
  await guardActivities("discount");
  const found = await findSkusWithSpus(products.map(({ skuId }) => skuId));
  const spuOfSku = new Map(found.map(({ sku, spu }) => [sku._id, spu._id]));
  if (products.some(({ skuId, spuId }) => spuOfSku.get(skuId) !== spuId)) throw catalogErrors.SkuNotFound();
  const other = await DiscountActivityModel.findOne(
    {
      _id: { $ne: ownId },
      status: EnabledStatus.enabled,
      endAt: { $gt: clock.now() },
      "products.spuId": { $in: [...new Set(products.map(({ spuId }) => spuId))] },
    },
    { name: 1 },
  ).lean<Pick<DiscountActivityDoc, "_id" | "name">>();
  if (other) throw promotionErrors.SpuInAnotherDiscount({ name: other.name });
  return found.map(({ sku }) => sku);
}

const inputOf = ({ name, startAt, endAt, remark, imgUrl, products }: DiscountActivityDoc): DiscountActivityInput => ({
  name,
  startAt,
  endAt,
  remark,
  imgUrl,
  products,
});
