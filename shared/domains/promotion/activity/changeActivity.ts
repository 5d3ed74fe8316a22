import { recordChange } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteAllLogically, deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { afterCommit, inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { activityErrors } from "./activity.errors.js";
import { ActivityGoodsModel, ActivityModel, type ActivityGoodsDoc } from "./activity.model.js";
import { findActivity, invalidateActivity, type ActivityWithGoods } from "./activity.queries.js";
import { activityStates, BargainStatus, type ActivityKind } from "./activity.states.js";
import { shownStatus } from "./activityStatus.js";
import { ActivityTakeModel } from "./take/activityTake.model.js";
import { BargainRecordModel } from "./bargain/bargain.model.js";
import { checkActivity, type ActivityChange } from "./checkActivity.js";
import { kindWords } from "./kindWords.js";
import { welcomeAgain } from "./refuseHopeless.js";
import { ShownStatus } from "../promotion.codes.js";

/**
 * A new activity, enabled; answers its id. Goods missing, a SKU taken by another one, slots (seckill); ConfirmationNeeded
 * where a price is above the normal one or more is offered than there is.
 */
export async function createActivity<K extends ActivityKind>(
  kind: K,
  change: ActivityChange<K>,
  isConfirmed: boolean,
): Promise<number> {
  const { goods, ...fields } = change;
  const _id = await nextId("activities");
  return inTransaction(async () => {
    await checkActivity(kind, change, { activityId: null, isConfirmed });
    await ActivityModel.create([{ _id, kind, ...fields }]);
    for (const row of goods) await addGoods(kind, { activityId: _id, spuId: change.spuId }, row);
    await record(kind, "create", _id, { after: change });
    return _id;
  });
}

/**
 * The whole activity anew; a SKU's stock is what is left from now on, what was taken stays counted. Not found, closed, and
 * the refusals of createActivity.
 */
export async function updateActivity<K extends ActivityKind>(
  kind: K,
  activityId: number,
  change: ActivityChange<K>,
  isConfirmed: boolean,
): Promise<true> {
  const { goods, ...fields } = change;
  return inTransaction<true>(async () => {
    const before = await openActivity(kind, activityId);
    await checkActivity(kind, change, { activityId, isConfirmed });
    const { matchedCount } = await ActivityModel.updateOne(
      { _id: activityId, kind, status: EnabledStatus.enabled },
      { $set: fields },
    );
    if (matchedCount === 0) throw new LostRace(`activity ${activityId}`);
    await replaceGoods(kind, { activityId, spuId: change.spuId }, before.goods, goods);
    await record(kind, "update", activityId, { before, after: change });
    return true;
  });
}

/** Nobody can buy in it any more; groups that are open go on to their end. Not found, already closed. */
export async function closeActivity(kind: ActivityKind, activityId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await anyActivity(kind, activityId);
    const where = { _id: activityId, kind };
    if (
      !(await moveState(ActivityModel, activityStates, {
        where,
        from: EnabledStatus.enabled,
        to: EnabledStatus.disabled,
      }))
    )
      throw kindWords[kind].alreadyClosed();
    await ActivityGoodsModel.updateMany({ activityId }, { $set: { isOpen: false } });
    await record(kind, "close", activityId, {
      before: { status: before.activity.status },
      after: { status: EnabledStatus.disabled },
    });
    return true;
  });
}

/** A closed one, or one that is over; ActivityInUse while its orders wait for payment or a group, or a bargain is going on. */
export async function deleteActivity(kind: ActivityKind, activityId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await anyActivity(kind, activityId);
    const isOver = shownStatus(before.activity, clock.now()) >= ShownStatus.ended;
    if (!isOver) throw kindWords[kind].noDelete();
    const count = await countOpenUses(activityId);
    if (count > 0) throw activityErrors.ActivityInUse({ count });
    if (!(await deleteLogically(ActivityModel, { _id: activityId }))) throw kindWords[kind].notFound();
    await deleteAllLogically(ActivityGoodsModel, { activityId });
    await record(kind, "delete", activityId, { before });
    return true;
  });
}

async function countOpenUses(activityId: number): Promise<number> {
  const orders = await ActivityTakeModel.countDocuments({
    activityId,
    $or: [{ state: "held" }, { openKey: { $exists: true } }],
  });
  return orders + (await BargainRecordModel.countDocuments({ activityId, status: BargainStatus.underWay }));
}

/** As it is now. Not found, by the code of its kind. */
export async function anyActivity<K extends ActivityKind>(kind: K, activityId: number): Promise<ActivityWithGoods<K>> {
  const found = await findActivity(kind, activityId);
  if (!found) throw kindWords[kind].notFound();
  return found;
}

async function openActivity<K extends ActivityKind>(kind: K, activityId: number): Promise<ActivityWithGoods<K>> {
  const found = await anyActivity(kind, activityId);
  if (found.activity.status === EnabledStatus.disabled) throw kindWords[kind].closedNoUpdate();
  return found;
}

type Place = Pick<ActivityGoodsDoc, "activityId" | "spuId">;
type GoodsInput = ActivityChange<ActivityKind>["goods"][number];

async function addGoods(kind: ActivityKind, place: Place, row: GoodsInput): Promise<void> {
  await ActivityGoodsModel.create([{ _id: await nextId("activityGoods"), kind, ...place, ...row }]);
}

async function replaceGoods(
  kind: ActivityKind,
  place: Place,
  before: readonly ActivityGoodsDoc[],
  after: readonly GoodsInput[],
): Promise<void> {
  for (const row of after) {
    const old = before.find(({ skuId }) => skuId === row.skuId);
    if (!old) await addGoods(kind, place, row);
    else {
      // A buyer may have come between the look and this write: then the operator's stock is set against the new count.
      const asRead = { _id: old._id, stock: old.stock, taken: old.taken };
      const { matchedCount } = await ActivityGoodsModel.updateOne(asRead, { $set: { ...place, ...row } });
      if (matchedCount === 0) throw new LostRace(`goods ${old._id}`);
      afterCommit(() => welcomeAgain({ activityId: place.activityId, skuId: row.skuId }));
    }
  }
  const gone = before.filter(({ skuId }) => !after.some((row) => row.skuId === skuId)).map(({ _id }) => _id);
  if (gone.length > 0) await deleteAllLogically(ActivityGoodsModel, { _id: { $in: gone } });
}

/** Ends every write: what was remembered is forgotten, and an operator's write gets its audit row. */
async function record(
  kind: ActivityKind,
  verb: "create" | "update" | "close" | "delete",
  bizId: number,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  invalidateActivity(bizId);
  await recordChange("promotion", `${kindWords[kind].noun}.${verb}`, bizId, change);
}
