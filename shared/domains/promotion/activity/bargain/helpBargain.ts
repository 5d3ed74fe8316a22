import { checkpoint, hasTimeLeft } from "#shared/kernel/request/context.js";
import { randomInt } from "node:crypto";
import { findMember } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { useUp } from "../take/activityCount.js";
import { activityErrors } from "../activity.errors.js";
import { findActivity } from "../activity.queries.js";
import { BargainHelpModel, BargainRecordModel, type BargainRecordDoc } from "./bargain.model.js";
import { cutFen } from "./cut.js";
import { runningBargain } from "./startBargain.js";
import { ActivityKind, bargainStates, BargainStatus } from "../activity.states.js";

const RANDOM_STEPS = 2 ** 32;

/**
 * A member helps another; returns the cut in fen. At the lowest price, which the last allowed helper always reaches,
 * the bargain succeeds. Throws BargainRecordNotFound, HelpSelf, HelpNotGoing, HelpedBefore, HelpLimit; HelpConflict
 * when too many help concurrently.
 */
export async function helpBargain(memberId: number, recordId: number): Promise<number> {
  try {
    return await inTransaction(() => help(memberId, recordId));
  } catch (error) {
    if (error instanceof LostRace) throw activityErrors.HelpConflict();
    throw error;
  }
}

async function help(memberId: number, recordId: number): Promise<number> {
  const now = clock.now();
  const record = await BargainRecordModel.findById(recordId).lean<BargainRecordDoc>();
  if (!record) throw activityErrors.BargainRecordNotFound();
  if (record.memberId === memberId) throw activityErrors.HelpSelf();
  if (await BargainHelpModel.exists({ recordId, memberId })) throw activityErrors.HelpedBefore();
  if (record.status !== BargainStatus.underWay || record.endAt <= now) throw activityErrors.HelpNotGoing();
  const { activity } = runningBargain(await findActivity(ActivityKind.bargain, record.activityId), now);
  const { rules } = activity;
  await useUp({ activityId: activity._id, memberId, scope: "help" }, 1, {
    limit: rules.helpLimit,
    refuse: () => activityErrors.HelpLimit(),
  });
  const { cutMinFen, cutMaxFen } = rules;
  const isLastHelp = record.helpCount + 1 >= rules.helpMaxCount;
  const cut = cutFen({ ...record, cutMinFen, cutMaxFen, isLastHelp }, randomInt(RANDOM_STEPS) / RANDOM_STEPS);
  await writeCut(record, cut);
  await writeHelp(record, memberId, cut);
  return cut;
}

/** Guarded by the record as it was read; if it changed, the help runs again. */
async function writeCut(record: BargainRecordDoc, cut: number): Promise<void> {
  const asRead = { _id: record._id, helpCount: record.helpCount };
  const { matchedCount } = await BargainRecordModel.updateOne(
    { ...asRead, status: BargainStatus.underWay },
    { $inc: { priceFen: -cut, helpCount: 1 } },
  );
  if (matchedCount === 0) throw new LostRace(`bargain ${record._id}`);
  if (record.priceFen - cut > record.minFen) return;
  await moveState(BargainRecordModel, bargainStates, {
    where: { _id: record._id },
    from: BargainStatus.underWay,
    to: BargainStatus.succeeded,
  });
}

async function writeHelp(record: BargainRecordDoc, memberId: number, cut: number): Promise<void> {
  const member = await findMember(memberId);
  try {
    await BargainHelpModel.create([
      {
        _id: await nextId("bargainHelps"),
        recordId: record._id,
        activityId: record.activityId,
        memberId,
        nickname: member?.nickname ?? "",
        avatar: member?.avatar ?? "",
        cutFen: cut,
      },
    ]);
  } catch (error) {
    if (isDuplicateKey(error)) throw new LostRace(`help of ${memberId}`);
    throw error;
  }
}

const BATCH = 200;

/** Fails the bargains whose time is over. */
export async function endDueBargains(now: Date): Promise<void> {
  for (;;) {
    const due = await BargainRecordModel.find({ status: BargainStatus.underWay, endAt: { $lte: now } }, { _id: 1 })
      .sort({ endAt: 1 })
      .limit(BATCH)
      .lean<Pick<BargainRecordDoc, "_id">[]>();
    for (const { _id } of due) {
      checkpoint();
      const where = { _id, endAt: { $lte: now } };
      await inTransaction(() =>
        moveState(BargainRecordModel, bargainStates, { where, from: BargainStatus.underWay, to: BargainStatus.failed }),
      );
    }
    if (due.length < BATCH || !hasTimeLeft()) return;
  }
}
