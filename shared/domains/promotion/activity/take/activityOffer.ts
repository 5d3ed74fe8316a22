import { catalogErrors } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors, type AppError } from "#shared/kernel/request/errors.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { OrderType } from "#shared/domains/trade/order/order.states.js";
import { countOf } from "./activityCount.js";
import { activityErrors } from "../activity.errors.js";
import type { ActivityInput, ActivityLine, ActivityOffer } from "../activity.kinds.js";
import type { ActivityGoodsDoc } from "../activity.model.js";
import { activitySettings, allSlots, findActivity, type ActivityWithGoods } from "../activity.queries.js";
import { isInSlot, shownStatus } from "../activityStatus.js";
import { BargainRecordModel, type BargainRecordDoc } from "../bargain/bargain.model.js";
import { GroupModel, type GroupDoc } from "../group/group.model.js";
import { runningBargain } from "../bargain/startBargain.js";
import { limitOf, refuseSecondGroup, takeScope } from "./takeActivity.js";
import { refuseSoldOut } from "../refuseSoldOut.js";
import { ActivityKind, BargainStatus, GroupStatus } from "../activity.states.js";
import { ShownStatus } from "../../promotion.codes.js";

/**
 * An activity's offer for an order's one line; null for an ordinary order. Read-only. Throws 400 when type and ids do
 * not match, or without exactly one line; other refusals have the codes of the activity's kind.
 */
export async function activityOffer(
  memberId: number,
  input: ActivityInput,
  lines: readonly ActivityLine[],
  at: Date = clock.now(),
): Promise<ActivityOffer | null> {
  const selected = selectedActivity(input);
  if (!selected) return null;
  const [line] = lines;
  if (!line || lines.length !== 1)
    throw faultOf("items", "an activity order takes exactly one item", "活动订单只能包含一个商品项");
  const context = { memberId, line, at };
  switch (selected.type) {
    case ActivityKind.seckill:
      return seckillOffer(selected.id, context);
    case ActivityKind.bargain:
      return bargainOffer(selected.id, context);
    case ActivityKind.group:
      return groupOffer(selected.id, input.combinationHeadId ?? null, context);
    case ActivityKind.points:
      return pointOffer(selected.id, context);
  }
}

const fields = {
  [ActivityKind.seckill]: "seckillActivityId",
  [ActivityKind.bargain]: "bargainRecordId",
  [ActivityKind.group]: "combinationActivityId",
  [ActivityKind.points]: "pointActivityId",
} as const satisfies Record<ActivityKind, keyof ActivityInput>;

/** The one selected activity; `type`, if sent, must match it. */
function selectedActivity(input: ActivityInput): { type: ActivityKind; id: number } | null {
  const kinds = ([ActivityKind.seckill, ActivityKind.group, ActivityKind.bargain, ActivityKind.points] as const).filter(
    (kind) => input[fields[kind]] !== undefined,
  );
  const [kind, second] = kinds;
  const { type } = input;
  if (second) throw faultOf(fields[second], "an order is of one activity only", "一个订单只能参加一个活动");
  if (input.combinationHeadId !== undefined && kind !== ActivityKind.group)
    throw faultOf("combinationActivityId", "is needed with combinationHeadId", "与 combinationHeadId 同时必填");
  if (!kind) {
    if (type === undefined || type === OrderType.normal) return null;
    const field = type in fields ? fields[type as ActivityKind] : "type";
    throw faultOf(field, `is needed for type ${type}`, `订单类型为 ${type} 时必填`);
  }
  if (type !== undefined && type !== kind)
    throw faultOf("type", `must be ${kind} with ${fields[kind]}`, `与 ${fields[kind]} 同时出现时必须为 ${kind}`);
  return { type: kind, id: input[fields[kind]]! };
}

const faultOf = (field: string, en: string, zh: string): AppError =>
  errors.BadInput({ field, reason: currentLanguage() === "zh" ? zh : en });

interface OfferContext {
  memberId: number;
  line: ActivityLine;
  at: Date;
}

async function seckillOffer(activityId: number, { memberId, line, at }: OfferContext): Promise<ActivityOffer> {
  const found = await activitySettings(ActivityKind.seckill, activityId);
  if (!found) throw activityErrors.SeckillNotFound();
  const { activity } = found;
  if (activity.status === EnabledStatus.disabled) throw activityErrors.SeckillClosed();
  const slots = (await allSlots()).filter(
    ({ _id, status }) => status === EnabledStatus.enabled && activity.rules.configIds.includes(_id),
  );
  if (shownStatus(activity, at) !== ShownStatus.running || !slots.some((slot) => isInSlot(slot, at)))
    throw activityErrors.SeckillNotInTime();
  const goods = goodsFor(found, line);
  if (!goods) throw activityErrors.SeckillGoodsMissing();
  if (line.count > (activity.rules.singleLimitCount ?? Infinity)) throw activityErrors.SeckillSingleLimit();
  const offer = offerOf(ActivityKind.seckill, goods, line);
  await refuseSoldOut(offer);
  await checkLimit(offer, memberId, found, activityErrors.SeckillTotalLimit);
  return offer;
}

async function groupOffer(
  activityId: number,
  headId: number | null,
  { memberId, line, at }: OfferContext,
): Promise<ActivityOffer> {
  const found = await findActivity(ActivityKind.group, activityId);
  if (!found) throw activityErrors.GroupBuyNotFound();
  const { activity } = found;
  if (activity.status === EnabledStatus.disabled) throw activityErrors.GroupBuyClosed();
  const shown = shownStatus(activity, at);
  if (shown === ShownStatus.waiting) throw activityErrors.GroupNotStarted();
  if (shown === ShownStatus.ended) throw activityErrors.GroupEnded();
  const goods = goodsFor(found, line);
  if (!goods) throw activityErrors.GroupBuyGoodsMissing();
  if (line.count > (activity.rules.singleLimitCount ?? Infinity)) throw activityErrors.GroupSingleLimit();
  if (line.count > Math.min(goods.stock ?? Infinity, line.stock)) throw activityErrors.GroupBuyStockShort();
  if (headId !== null) await checkGroup(activityId, headId, at);
  await refuseSecondGroup(activityId, memberId);
  const offer = { ...offerOf(ActivityKind.group, goods, line), headId };
  await checkLimit(offer, memberId, found, activityErrors.GroupTotalLimit);
  return offer;
}

async function checkGroup(activityId: number, headId: number, at: Date): Promise<void> {
  const group = await GroupModel.findOne({ _id: headId, activityId }).lean<GroupDoc>();
  if (!group || group.status === GroupStatus.failed) throw activityErrors.GroupHeadMissing();
  if (group.status === GroupStatus.succeeded || group.userCount >= group.userSize) throw activityErrors.GroupFull();
  if (group.expireAt <= at) throw activityErrors.GroupEnded();
}

async function bargainOffer(recordId: number, { memberId, line, at }: OfferContext): Promise<ActivityOffer> {
  const record = await BargainRecordModel.findOne({ _id: recordId, memberId }).lean<BargainRecordDoc>();
  if (!record || record.skuId !== line.skuId) throw activityErrors.BargainRecordNotFound();
  if (record.status !== BargainStatus.succeeded) throw activityErrors.BargainNotSuccess();
  if (record.orderId !== null) throw activityErrors.BargainOrdered();
  if (record.endAt <= at) throw activityErrors.BargainEnded();
  if (line.count !== 1) throw faultOf("items.0.count", "must be 1 for a bargain", "砍价商品必须为 1 件");
  const { goods } = runningBargain(await findActivity(ActivityKind.bargain, record.activityId), at);
  // An operator may have changed the bargain's variant since.
  if (goods.skuId !== record.skuId) throw catalogErrors.SkuNotFound();
  if (goods.stock !== null && goods.stock < 1) throw activityErrors.BargainStockShort();
  return { ...offerOf(ActivityKind.bargain, goods, line), unitFen: record.priceFen, recordId };
}

async function pointOffer(activityId: number, { memberId, line }: OfferContext): Promise<ActivityOffer> {
  const found = await findActivity(ActivityKind.points, activityId);
  if (!found) throw activityErrors.PointNotFound();
  if (found.activity.status === EnabledStatus.disabled) throw activityErrors.PointClosed();
  const goods = goodsFor(found, line);
  if (!goods) throw activityErrors.PointGoodsMissing();
  if (line.count > (goods.limitCount ?? Infinity)) throw activityErrors.PointSingleLimit();
  if (line.count > (goods.stock ?? Infinity)) throw activityErrors.PointStockShort();
  const offer = offerOf(ActivityKind.points, goods, line);
  await checkLimit(offer, memberId, found, activityErrors.PointTotalLimit);
  return offer;
}

const goodsFor = ({ goods }: ActivityWithGoods, line: ActivityLine): ActivityGoodsDoc | undefined =>
  goods.find(({ skuId, spuId }) => skuId === line.skuId && spuId === line.spuId);

const offerOf = (type: ActivityKind, goods: ActivityGoodsDoc, { count }: ActivityLine): ActivityOffer => ({
  type,
  activityId: goods.activityId,
  skuId: goods.skuId,
  count,
  unitFen: goods.priceFen,
  pointPerPiece: goods.point,
  headId: null,
  recordId: null,
});

/** A check before the transaction; the guarded row of takeActivity decides. */
async function checkLimit(
  offer: ActivityOffer,
  memberId: number,
  found: ActivityWithGoods,
  refuse: () => Error,
): Promise<void> {
  const limit = limitOf(offer, found);
  if (limit === null) return;
  const { activityId, type, skuId, count } = offer;
  if ((await countOf({ activityId, memberId, scope: takeScope(type, skuId) })) + count > limit) throw refuse();
}
