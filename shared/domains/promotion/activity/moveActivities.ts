import { throwIfDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { checkpoint } from "#shared/kernel/request/context.js";
import { bargainStates, BargainStatus } from "./activity.states.js";
import {
  BargainHelpModel,
  BargainRecordModel,
  type BargainHelpDoc,
  type BargainRecordDoc,
} from "./bargain/bargain.model.js";
import {
  ActivityCountModel,
  ActivityTakeModel,
  type ActivityCountDoc,
  type ActivityTakeDoc,
} from "./take/activityTake.model.js";
import { openKeyOf } from "./take/takeActivity.js";

/**
 * Moves what a merged member has in activities, one activity after another, each in one transaction with what is counted
 * of it: so a limit counts both, and an order that is given back at the same moment gives back where it counts. Finds
 * nothing the second time.
 */
export async function moveActivities(from: number, into: number): Promise<void> {
  for (;;) {
    const activityId = await anyActivityOf(from);
    if (activityId === undefined) return;
    await inTransaction(() => moveOne({ activityId, from, into }));
    checkpoint();
  }
}

interface Move {
  activityId: number;
  from: number;
  into: number;
}

async function anyActivityOf(memberId: number): Promise<number | undefined> {
  const asked = { activityId: 1 } as const;
  const found =
    (await ActivityCountModel.findOne({ memberId }, asked).lean<Pick<ActivityCountDoc, "activityId">>()) ??
    (await ActivityTakeModel.findOne({ memberId }, asked).lean<Pick<ActivityTakeDoc, "activityId">>()) ??
    (await BargainRecordModel.findOne({ memberId }, asked).lean<Pick<BargainRecordDoc, "activityId">>()) ??
    (await BargainHelpModel.findOne({ memberId }, asked).lean<Pick<BargainHelpDoc, "activityId">>());
  return found?.activityId;
}

async function moveOne(move: Move): Promise<void> {
  await moveTakes(move);
  await moveBargains(move);
  const fused = await moveHelps(move);
  await moveCounts(move, fused);
}

/** Of two open group-buys both go on, and no third begins before both are over (refuseSecondGroup). */
async function moveTakes({ activityId, from, into }: Move): Promise<void> {
  const openKey = openKeyOf(activityId, into);
  if (!(await ActivityTakeModel.exists({ openKey }))) {
    const open = { activityId, memberId: from, openKey: openKeyOf(activityId, from) };
    await ActivityTakeModel.updateOne(open, { $set: { memberId: into, openKey } });
  }
  await ActivityTakeModel.updateMany({ activityId, memberId: from }, { $set: { memberId: into } });
}

/** One is under way per member: of two the one that is further from its price ends. */
async function moveBargains({ activityId, from, into }: Move): Promise<void> {
  const going = await BargainRecordModel.find({
    activityId,
    memberId: { $in: [from, into] },
    status: BargainStatus.underWay,
  })
    .sort({ priceFen: 1, _id: 1 })
    .lean<BargainRecordDoc[]>();
  for (const { _id } of going.slice(1))
    await moveState(BargainRecordModel, bargainStates, {
      where: { _id },
      from: BargainStatus.underWay,
      to: BargainStatus.failed,
    });
  await BargainRecordModel.updateMany({ activityId, memberId: from }, { $set: { memberId: into } });
}

/** A member helps a bargain once: two helps become one with the cut of both. Returns how many did. */
async function moveHelps({ activityId, from, into }: Move): Promise<number> {
  let fused = 0;
  for (const { _id, recordId, cutFen } of await BargainHelpModel.find({ activityId, memberId: from }).lean<
    BargainHelpDoc[]
  >()) {
    const other = { recordId, memberId: into };
    const { matchedCount } = await BargainHelpModel.updateOne(other, { $inc: { cutFen } });
    fused += matchedCount;
    if (matchedCount > 0) await BargainHelpModel.deleteOne({ _id, memberId: from });
    else
      await BargainHelpModel.updateOne({ _id, memberId: from }, { $set: { memberId: into } }).catch(
        throwIfDuplicate(() => new LostRace(`help of ${into}`)),
      );
  }
  return fused;
}

async function moveCounts({ activityId, from, into }: Move, fused: number): Promise<void> {
  for (const { _id, scope, count } of await ActivityCountModel.find({ activityId, memberId: from }).lean<
    ActivityCountDoc[]
  >()) {
    const by = count - (scope === "help" ? fused : 0);
    const { matchedCount } = await ActivityCountModel.updateOne(
      { activityId, memberId: into, scope },
      { $inc: { count: by } },
    );
    if (matchedCount > 0) await ActivityCountModel.deleteOne({ _id, memberId: from });
    else
      await ActivityCountModel.updateOne({ _id, memberId: from }, { $set: { memberId: into, count: by } }).catch(
        throwIfDuplicate(() => new LostRace(`count of ${into} in ${activityId}`)),
      );
  }
}
