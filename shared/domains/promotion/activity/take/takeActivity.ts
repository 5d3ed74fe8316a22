import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import type { AppError } from "#shared/kernel/request/errors.js";
import { useUp } from "./activityCount.js";
import { activityErrors } from "../activity.errors.js";
import type { ActivityOffer } from "../activity.kinds.js";
import { ActivityGoodsModel, type ActivityGoodsDoc } from "../activity.model.js";
import { activitySettings } from "../activity.queries.js";
import { ActivityTakeModel, type ActivityTakeDoc } from "./activityTake.model.js";
import { BargainRecordModel } from "../bargain/bargain.model.js";
import { ActivityKind, BargainStatus } from "../activity.states.js";

interface Taker {
  memberId: number;
  orderId: number;
  at: Date;
}

/**
 * Reserves an offer for a new order, in the caller's transaction: stock and the member's limits by one guarded write
 * each, and a bargain for its order. Throws closed, stock short, limits, bargain ordered, and an unpaid order or an
 * open group of the same group-buy.
 */
export async function takeActivity(offer: ActivityOffer, { memberId, orderId, at }: Taker): Promise<void> {
  await takeStock(offer);
  await takeWithinLimits(offer, memberId);
  if (offer.type === ActivityKind.bargain) await orderBargain(offer.recordId, memberId, orderId, at);
  if (offer.type === ActivityKind.group) await refuseSecondGroup(offer.activityId, memberId);
  try {
    await ActivityTakeModel.create([
      {
        _id: await nextId("activityTakes"),
        orderId,
        memberId,
        kind: offer.type,
        activityId: offer.activityId,
        skuId: offer.skuId,
        count: offer.count,
        unitFen: offer.unitFen,
        headId: offer.headId,
        recordId: offer.recordId,
        ...(offer.type === ActivityKind.group ? { openKey: openKeyOf(offer.activityId, memberId) } : {}),
      },
    ]);
  } catch (error) {
    // Another order of this member was first; the next run sees it.
    if (isDuplicateKey(error, "openKey")) throw new LostRace(`group-buy ${offer.activityId} of ${memberId}`);
    throw error;
  }
}

const short: Record<ActivityKind, () => AppError> = {
  [ActivityKind.seckill]: () => activityErrors.SeckillStockShort(),
  [ActivityKind.bargain]: () => activityErrors.BargainStockShort(),
  [ActivityKind.group]: () => activityErrors.GroupBuyStockShort(),
  [ActivityKind.points]: () => activityErrors.PointStockShort(),
};
const closed: Record<ActivityKind, () => AppError> = {
  [ActivityKind.seckill]: () => activityErrors.SeckillClosed(),
  [ActivityKind.bargain]: () => activityErrors.BargainClosed(),
  [ActivityKind.group]: () => activityErrors.GroupBuyClosed(),
  [ActivityKind.points]: () => activityErrors.PointClosed(),
};

async function takeStock({ type, activityId, skuId, count }: ActivityOffer): Promise<void> {
  const open = { activityId, skuId, isOpen: true };
  const counted = await ActivityGoodsModel.updateOne(
    { ...open, stock: { $gte: count } },
    { $inc: { stock: -count, taken: count } },
  );
  if (counted.matchedCount > 0) return;
  const goods = await ActivityGoodsModel.findOne({ activityId, skuId }).lean<ActivityGoodsDoc>();
  if (!goods?.isOpen) throw closed[type]();
  if (goods.stock !== null) throw short[type]();
  const uncounted = await ActivityGoodsModel.updateOne({ ...open, stock: null }, { $inc: { taken: count } });
  if (uncounted.matchedCount === 0) throw new LostRace(`goods of activity ${activityId}`);
}

async function takeWithinLimits(offer: ActivityOffer, memberId: number): Promise<void> {
  const { type, activityId, skuId, count } = offer;
  const found = await activitySettings(type, activityId);
  const limit = found ? limitOf(offer, found) : null;
  await useUp({ activityId, memberId, scope: takeScope(type, skuId) }, count, { limit, refuse: overLimit[type] });
}

const overLimit: Record<ActivityKind, () => AppError> = {
  [ActivityKind.seckill]: () => activityErrors.SeckillTotalLimit(),
  [ActivityKind.bargain]: () => activityErrors.BargainLimit(),
  [ActivityKind.group]: () => activityErrors.GroupTotalLimit(),
  [ActivityKind.points]: () => activityErrors.PointTotalLimit(),
};

/** The points mall counts per SKU. */
export const takeScope = (kind: ActivityKind, skuId: number): string =>
  kind === ActivityKind.points ? `take-${skuId}` : "take";

/** The limit of pieces per member for an offer; null: none. */
export function limitOf(
  { type, skuId }: Pick<ActivityOffer, "type" | "skuId">,
  { activity, goods }: { activity: { rules: object }; goods: readonly ActivityGoodsDoc[] },
): number | null {
  if (type === ActivityKind.points) return goods.find((row) => row.skuId === skuId)?.limitCount ?? null;
  // For a bargain the number of starts is limited instead.
  if (type === ActivityKind.bargain) return null;
  return (activity.rules as { totalLimitCount?: number | null }).totalLimitCount ?? null;
}

async function orderBargain(recordId: number | null, memberId: number, orderId: number, at: Date): Promise<void> {
  const { matchedCount } = await BargainRecordModel.updateOne(
    { _id: recordId ?? 0, memberId, status: BargainStatus.succeeded, orderId: null, endAt: { $gt: at } },
    { $set: { orderId } },
  );
  if (matchedCount === 0) throw activityErrors.BargainOrdered();
}

export const openKeyOf = (activityId: number, memberId: number): string => `${activityId}-${memberId}`;

/** Allows one unpaid order or open group per member and group-buy. Throws UnpaidActivityOrder, GroupOneInProgress. */
export async function refuseSecondGroup(activityId: number, memberId: number): Promise<void> {
  // Not by the key: what a merged member had open kept its own.
  const open = await ActivityTakeModel.findOne({
    activityId,
    memberId,
    openKey: { $exists: true },
  }).lean<ActivityTakeDoc>();
  if (open?.state === "held") throw activityErrors.UnpaidActivityOrder();
  if (open) throw activityErrors.GroupOneInProgress();
}
