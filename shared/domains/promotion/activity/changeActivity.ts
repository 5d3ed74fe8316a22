import { recordChange } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteAllLogically, deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { afterCommit, inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { activityErrors } from "./activity.errors.js";
import { ActivityGoodsModel, ActivityModel, type ActivityGoodsDoc } from "./activity.model.js";
import { findActivity, invalidateActivity, type ActivityWithGoods } from "./activity.queries.js";
import { activityStates, BargainStatus, type ActivityKind } from "./activity.states.js";
import { shownStatus } from "./activityStatus.js";
import { ActivityTakeModel } from "./take/activityTake.model.js";
import { BargainRecordModel } from "./bargain/bargain.model.js";
import { checkActivity, type ActivityChange } from "./checkActivity.js";
import { kindTexts } from "./kindTexts.js";
import { clearSoldOut } from "./refuseSoldOut.js";
import { ShownStatus } from "../promotion.codes.js";

/**
 * Creates an enabled activity; returns its id. Throws for missing goods, a SKU in another activity, and slots
 * (seckill); ConfirmationNeeded for the warnings of activityWarnings.ts.
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
 * Replaces an activity; a SKU's stock is the number left from now on, and taken pieces stay counted. Throws not found,
 * closed, and as createActivity.
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

/** Ends sales of an activity; open groups continue to their end. Throws not found, already closed. */
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
      throw kindTexts[kind].alreadyClosed();
    await ActivityGoodsModel.updateMany({ activityId }, { $set: { isOpen: false } });
    await record(kind, "close", activityId, {
      before: { status: before.activity.status },
      after: { status: EnabledStatus.disabled },
    });
    return true;
  });
}

/** Deletes a closed or ended activity. Throws ActivityInUse while unpaid orders, open groups or bargains use it. */
export async function deleteActivity(kind: ActivityKind, activityId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await anyActivity(kind, activityId);
    const isOver = shownStatus(before.activity, clock.now()) >= ShownStatus.ended;
    if (!isOver) throw kindTexts[kind].noDelete();
    const count = await countOpenUses(activityId);
    if (count > 0) throw activityErrors.ActivityInUse({ count });
    if (!(await deleteLogically(ActivityModel, { _id: activityId }))) throw kindTexts[kind].notFound();
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

/** The current activity. Throws not found, with the code of its kind. */
export async function anyActivity<K extends ActivityKind>(kind: K, activityId: number): Promise<ActivityWithGoods<K>> {
  const found = await findActivity(kind, activityId);
  if (!found) throw kindTexts[kind].notFound();
  return found;
}

async function openActivity<K extends ActivityKind>(kind: K, activityId: number): Promise<ActivityWithGoods<K>> {
  const found = await anyActivity(kind, activityId);
  if (found.activity.status === EnabledStatus.disabled) throw kindTexts[kind].closedNoUpdate();
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
      // If a sale came between the read and this write, the operator's stock is applied to the new count.
      const asRead = { _id: old._id, stock: old.stock, taken: old.taken };
      const { matchedCount } = await ActivityGoodsModel.updateOne(asRead, { $set: { ...place, ...row } });
      if (matchedCount === 0) throw new LostRace(`goods ${old._id}`);
      afterCommit(() => clearSoldOut({ activityId: place.activityId, skuId: row.skuId }));
    }
  }
  const removed = before.filter(({ skuId }) => !after.some((row) => row.skuId === skuId)).map(({ _id }) => _id);
  if (removed.length > 0) await deleteAllLogically(ActivityGoodsModel, { _id: { $in: removed } });
}

/** Called at the end of every write: invalidates the caches and writes the audit row. */
async function record(
  kind: ActivityKind,
  verb: "create" | "update" | "close" | "delete",
  bizId: number,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  invalidateActivity(bizId);
  await recordChange("promotion", `${kindTexts[kind].noun}.${verb}`, bizId, change);
}
