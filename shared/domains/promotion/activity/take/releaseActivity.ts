import { afterCommit } from "#shared/kernel/mongo/mongo.js";
import { giveBack } from "./activityCount.js";
import { ActivityGoodsModel } from "../activity.model.js";
import { ActivityTakeModel, type ActivityTakeDoc } from "./activityTake.model.js";
import { BargainRecordModel } from "../bargain/bargain.model.js";
import { leaveGroup } from "../group/joinGroup.js";
import { takeScope } from "./takeActivity.js";
import { clearSoldOut } from "../refuseSoldOut.js";
import { ActivityKind } from "../activity.states.js";

/**
 * Releases the activity of a cancelled or fully refunded order, in the caller's transaction: stock, limits, and the
 * seat in an open group; an unpaid bargain can be ordered again. Idempotent; no-op without an activity.
 */
export async function releaseActivity(orderId: number): Promise<void> {
  const take = await ActivityTakeModel.findOneAndUpdate(
    { orderId, state: { $in: ["held", "paid"] } },
    { $set: { state: "released" }, $unset: { openKey: 1 } },
  ).lean<ActivityTakeDoc>();
  if (!take) return;
  const { kind, activityId, skuId, memberId, count } = take;
  await returnStock(take);
  await giveBack({ activityId, memberId, scope: takeScope(kind, skuId) }, count);
  if (kind === ActivityKind.bargain && take.state === "held")
    await BargainRecordModel.updateOne({ _id: take.recordId ?? 0, orderId }, { $set: { orderId: null } });
  if (kind === ActivityKind.group && take.state === "paid") await leaveGroup(orderId);
  if (kind === ActivityKind.seckill) afterCommit(() => clearSoldOut({ activityId, skuId }));
}

/** Nothing is returned to goods that an operator removed from the activity meanwhile, nor to their replacements. */
async function returnStock({ activityId, skuId, count, createdAt }: ActivityTakeDoc): Promise<void> {
  const goods = { activityId, skuId, taken: { $gte: count }, createdAt: { $lte: createdAt } };
  const { matchedCount } = await ActivityGoodsModel.updateOne(
    { ...goods, stock: { $ne: null } },
    { $inc: { stock: count, taken: -count } },
  );
  if (matchedCount === 0) await ActivityGoodsModel.updateOne({ ...goods, stock: null }, { $inc: { taken: -count } });
}
