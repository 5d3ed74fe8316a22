import { randomBytes } from "node:crypto";
import { recordChange } from "#shared/domains/audit/index.js";
import { announce } from "#shared/kernel/queue/events.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteAllLogically, deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { overAlready, requireConfirmation } from "#shared/kernel/request/warnings.js";
import { countLiveOf } from "./room/changeLiveRoom.js";
import { liveErrors } from "./live.errors.js";
import { liveCreated, liveDeleted } from "./live.events.js";
import { LiveModel, type LiveDoc } from "./live.model.js";
import { invalidateLiveState, getLive } from "./live.queries.js";
import { LiveMountModel } from "./mount/liveMount.model.js";
import { ExplainStatus, LiveStatus } from "./live.states.js";

type Virtual = Pick<LiveDoc, "virtualPlayTimes" | "virtualLikeTimes">;
export type LiveInput = Pick<LiveDoc, "liveRoomId" | "liveName"> &
  Partial<Pick<LiveDoc, "coverImg" | "description" | "startAt" | "endAt" | "type" | "isMain"> & Virtual>;

/** Creates a live of a room, not started; returns its id. Names its stream and chat group. LiveRoomNotFound, ConfirmationNeeded. */
export async function createLive(input: LiveInput, isConfirmed: boolean): Promise<number> {
  requireConfirmation(overAlready("endTime", input.endAt), isConfirmed);
  const _id = await nextId("lives");
  // Viewers see this name; until then it must not be guessable.
  const streamName = `live${_id}_${randomBytes(8).toString("hex")}`;
  return inTransaction(async () => {
    await countLiveOf(input.liveRoomId, 1);
    await LiveModel.create([
      { ...input, _id, nameTerms: termsOfName(input.liveName), streamName, groupId: `live_${_id}` },
    ]);
    await announce(liveCreated, { liveId: _id });
    await recordChange("cloudlive", "live-base-info.create", _id, { after: input });
    return _id;
  });
}

/**
 * Absent fields stay. LiveNotFound; LiveRoomNotFound; LiveAlreadyStarted: a started live cannot change its room;
 * ConfirmationNeeded.
 */
export async function updateLive(liveId: number, input: LiveInput, isConfirmed: boolean): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getLive(liveId);
    requireConfirmation(overAlready("endTime", input.endAt, before.endAt), isConfirmed);
    const moves = before.liveRoomId !== input.liveRoomId;
    if (moves) {
      await countLiveOf(input.liveRoomId, 1);
      await countLiveOf(before.liveRoomId, -1);
    }
    const { matchedCount } = await LiveModel.updateOne(
      { _id: liveId, ...(moves ? { status: LiveStatus.announced } : {}) },
      { $set: { ...input, nameTerms: termsOfName(input.liveName) } },
    );
    if (matchedCount !== 1) throw moves ? liveErrors.LiveAlreadyStarted() : liveErrors.LiveNotFound();
    await recordChange("cloudlive", "live-base-info.update", liveId, { before: auditFields(before), after: input });
    return true;
  });
}

/** Sets what is added to the counts for display. LiveNotFound. */
export async function setVirtualCounts(liveId: number, virtual: Virtual): Promise<true> {
  return inTransaction<true>(async () => {
    const { virtualPlayTimes, virtualLikeTimes } = await getLive(liveId);
    const { matchedCount } = await LiveModel.updateOne({ _id: liveId }, { $set: virtual });
    if (matchedCount !== 1) throw liveErrors.LiveNotFound();
    const before = { virtualPlayTimes, virtualLikeTimes };
    await recordChange("cloudlive", "live-base-info.update-virtual", liveId, { before, after: virtual });
    return true;
  });
}

/** Logically deletes a live with its mounts. LiveNotFound, LiveStillRunning. */
export async function deleteLive(liveId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getLive(liveId);
    const notRunning = { _id: liveId, status: { $ne: LiveStatus.live } } as const;
    if (!(await deleteLogically(LiveModel, notRunning, { $inc: { mountVersion: 1 } })))
      throw liveErrors.LiveStillRunning();
    await countLiveOf(before.liveRoomId, -1);
    await deleteAllLogically(LiveMountModel, { liveId }, { $set: { explainStatus: ExplainStatus.idle } });
    invalidateLiveState(liveId);
    await announce(liveDeleted, { liveId });
    await recordChange("cloudlive", "live-base-info.delete", liveId, { before: auditFields(before) });
    return true;
  });
}

const auditFields = ({ nameTerms: _terms, ...live }: LiveDoc): object => live;
