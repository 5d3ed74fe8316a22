import type { QueryFilter } from "mongoose";
import { recordChange } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { errors } from "#shared/kernel/request/errors.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { liveErrors } from "./live.errors.js";
import { liveEnded } from "./live.events.js";
import { cutStreamJob } from "./live.jobs.js";
import { LiveModel, type LiveDoc } from "./live.model.js";
import { invalidateLiveState, getLive } from "./live.queries.js";
import { findLiveRooms } from "./room/liveRoom.queries.js";
import { ExplainStatus, liveStates, LiveStatus } from "./live.states.js";
import { LiveMountModel } from "./mount/liveMount.model.js";

/** For operators. LiveNotFound, LiveAlreadyStarted. */
export async function startLive(liveId: number): Promise<true> {
  return inTransaction<true>(async () => {
    await getLive(liveId);
    if (!(await openLive(liveId, clock.now()))) throw liveErrors.LiveAlreadyStarted();
    await recordChange("cloudlive", "live-base-info.start", liveId, {
      before: { status: LiveStatus.announced },
      after: { status: LiveStatus.live },
    });
    return true;
  });
}

/** For operators: ends a live; a job cuts its stream at the provider. LiveNotFound, LiveNotRunning. */
export async function endLive(liveId: number): Promise<true> {
  return inTransaction<true>(async () => {
    await getLive(liveId);
    if (!(await closeLive(liveId, clock.now()))) throw liveErrors.LiveNotRunning();
    await enqueue(cutStreamJob, { liveId });
    await recordChange("cloudlive", "live-base-info.end", liveId, {
      before: { status: LiveStatus.live },
      after: { status: LiveStatus.ended },
    });
    return true;
  });
}

/** The host ends the own live; its stream is cut. LiveNotFound, Forbidden to anybody else, LiveNotRunning. */
export async function endOwnLive(memberId: number, liveId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const { liveRoomId } = await getLive(liveId);
    const room = (await findLiveRooms([liveRoomId])).get(liveRoomId);
    if (!room || room.deletedAt || room.memberId !== memberId) throw errors.Forbidden();
    if (!(await closeLive(liveId, clock.now()))) throw liveErrors.LiveNotRunning();
    await enqueue(cutStreamJob, { liveId });
    return true;
  });
}

/** announced -> live, in the caller's transaction; false when it was not announced (any more). */
export async function openLive(liveId: number, at: Date): Promise<boolean> {
  const moved = await moveState(LiveModel, liveStates, {
    where: { _id: liveId },
    from: LiveStatus.announced,
    to: LiveStatus.live,
    set: { startedAt: at },
  });
  if (moved) invalidateLiveState(liveId);
  return moved;
}

/**
 * live -> ended, in the caller's transaction, and ends explaining; false when it was not running (any more), or is not
 * as `where` says.
 */
export async function closeLive(liveId: number, at: Date, where: QueryFilter<LiveDoc> = {}): Promise<boolean> {
  const moved = await moveState(LiveModel, liveStates, {
    where: { ...where, _id: liveId },
    from: LiveStatus.live,
    to: LiveStatus.ended,
    set: { endedAt: at, brokenAt: null },
    inc: { mountVersion: 1 },
  });
  if (!moved) return false;
  await LiveMountModel.updateMany(
    { liveId, explainStatus: ExplainStatus.explaining },
    { $set: { explainStatus: ExplainStatus.idle } },
  );
  invalidateLiveState(liveId);
  await announce(liveEnded, { liveId });
  return true;
}
