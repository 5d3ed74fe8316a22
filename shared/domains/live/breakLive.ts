import { tencentCss as streaming } from "#shared/providers/live/client.js";
import { StreamRefused } from "#shared/providers/live/port.js";
import { config } from "#shared/kernel/config/config.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { log } from "#shared/kernel/observability/log.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { clock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { endBrokenLiveJob } from "./live.jobs.js";
import { LiveModel, type LiveDoc } from "./live.model.js";
import { findLive } from "./live.queries.js";
import { LiveStatus } from "./live.states.js";
import { closeLive } from "./moveLive.js";

/** A provider that does not say whether a stream came back is asked again for so long; then the live is over. */
const ASKED_MS = minutes(10);

const endsAt = (brokenAt: Date): Date => new Date(brokenAt.getTime() + seconds(config.LIVE_GRACE_SECONDS));

/** Nobody pushes a running live any more, since then: it waits for its stream. In the caller's transaction. */
export async function breakLive(liveId: number, at: Date): Promise<void> {
  // Its host's clock and the provider's may be ahead of ours.
  const brokenAt = new Date(Math.min(at.getTime(), clock.ms()));
  const where = { _id: liveId, status: LiveStatus.live, $or: [{ brokenAt: null }, { brokenAt: { $lt: brokenAt } }] };
  const { modifiedCount } = await LiveModel.updateOne(where, { $set: { brokenAt } });
  if (modifiedCount > 0) await enqueue(endBrokenLiveJob, { liveId }, { dueAt: endsAt(brokenAt), replace: true });
}

/** The stream of a running live is back. In the caller's transaction. */
export async function resumeLive(liveId: number): Promise<void> {
  const where = { _id: liveId, status: LiveStatus.live, brokenAt: { $ne: null } };
  const { modifiedCount } = await LiveModel.updateOne(where, { $set: { brokenAt: null } });
  if (modifiedCount > 0) await cancelJob(endBrokenLiveJob, { liveId });
}

/**
 * For workers: ends a live whose stream broke and has not come back in time, as of the break. The provider is asked once
 * more, as the callback of a start may be lost or late.
 */
export async function endBrokenLive(liveId: number): Promise<void> {
  const live = await findLive(liveId);
  if (live?.status !== LiveStatus.live || !live.brokenAt) return;
  const { brokenAt } = live;
  const dueAt = endsAt(brokenAt);
  if (dueAt > clock.now()) return enqueue(endBrokenLiveJob, { liveId }, { dueAt, replace: true });
  const isBack = await isPushed(live, clock.ms() < dueAt.getTime() + ASKED_MS);
  await inTransaction(async () => {
    // A start in this moment, or a later break, wins.
    if (!isBack) return void (await closeLive(liveId, brokenAt, { brokenAt }));
    await LiveModel.updateOne({ _id: liveId, brokenAt }, { $set: { brokenAt: null } });
  });
}

async function isPushed({ _id, streamName }: LiveDoc, mayRetry: boolean): Promise<boolean> {
  if (!streaming.canCall()) return false;
  try {
    return (await streaming.stream(streamName, clock.after(-minutes(1)))).isActive;
  } catch (error) {
    if (!(error instanceof StreamRefused || error instanceof OutboundFailed)) throw error;
    if (mayRetry && error instanceof OutboundFailed) throw error;
    if (mayRetry && error instanceof StreamRefused && error.isPassing)
      throw errors.PlatformFailed({ platform: `live (${error.code})` });
    log.warn({ err: error, liveId: _id }, "a broken live is ended without the provider's word");
    return false;
  }
}
