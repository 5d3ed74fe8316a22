import { tencentCss as streaming } from "#shared/providers/live/client.js";
import { LiveCallbackRefused, type LiveEvent } from "#shared/providers/live/port.js";
import { tencentCssVerifier } from "#shared/providers/live/verifier.js";
import { clock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { nowAbout } from "#shared/kernel/request/context.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { followRecordings, type Apply } from "./followRecordings.js";
import { followStream } from "../followStream.js";
import { applyCallbackJob } from "../live.jobs.js";
import { LiveModel } from "../live.model.js";
import { findLiveOfStream } from "../live.queries.js";
import { LiveCallbackModel, type LiveCallbackDoc } from "./liveCallback.model.js";

/** The provider may report an event before its API knows of it: it is queried again after these times, then no more. */
const RETRY_AFTER_MS = [seconds(5), seconds(15), minutes(1), minutes(5)];

/**
 * Applies a stored callback once, with what the provider returns when queried: whoever has seen one callback could
 * forge others while its signature is valid. One about a stream that is not ours is ignored.
 */
export async function applyLiveCallback(callbackId: number): Promise<void> {
  const stored = await LiveCallbackModel.findById(callbackId).lean<LiveCallbackDoc>();
  if (!stored || stored.handledAt) return;
  const apply = await changeFor(newsOf(stored), stored.createdAt);
  await inTransaction(async () => {
    const where = { _id: callbackId, handledAt: null };
    const { modifiedCount } = await LiveCallbackModel.updateOne(where, { $set: { handledAt: clock.now() } });
    if (modifiedCount === 0 || !apply || (await apply())) return;
    const waitMs = RETRY_AFTER_MS[stored.looks ?? 0];
    if (waitMs === undefined)
      return log.warn({ callbackId }, "the live provider does not know what its callback reported");
    await LiveCallbackModel.updateOne({ _id: callbackId }, { $set: { handledAt: null }, $inc: { looks: 1 } });
    await enqueue(applyCallbackJob, { callbackId }, { delayMs: waitMs, replace: true });
  });
}

function newsOf({ _id, body }: LiveCallbackDoc): LiveEvent | undefined {
  try {
    return tencentCssVerifier.openCallback(body);
  } catch (error) {
    if (!(error instanceof LiveCallbackRefused)) throw error;
    log.error({ callbackId: _id, reason: error.message }, "a signed callback of a live cannot be read");
    return undefined;
  }
}

/** The provider's time is not signed, and its clock may be ahead of ours. */
const earlier = (at: Date | null, reportedAt: Date): Date => (at && at < reportedAt ? at : reportedAt);

/** Events of a recording that is under way. */
const recordingEvents = new Set([
  "record_start_succeeded",
  "record_start_failed",
  "record_paused",
  "record_resumed",
  "record_error",
]);
const RECORD_ENDED = "record_ended";

async function changeFor(news: LiveEvent | undefined, reportedAt: Date): Promise<Apply | undefined> {
  if (!news || news.kind === "other") return undefined;
  const live = await findLiveOfStream(news.streamName);
  if (!live) return undefined;
  nowAbout({ liveId: live._id });
  if (!streaming.canCall()) {
    log.warn({ liveId: live._id }, "no keys for the live provider's API: its callback is ignored");
    return undefined;
  }
  if (news.kind === "recorded") return followRecordings(live, news.fileId);
  if (news.kind !== "recordEvent")
    return followStream(live, { kind: news.kind, reportedAt, happenedAt: earlier(news.at, reportedAt) });
  if (news.event === RECORD_ENDED) return followRecordings(live);
  if (!recordingEvents.has(news.event)) return undefined;
  const { isActive } = await streaming.stream(live.streamName, live.createdAt);
  return async () => {
    if (isActive) await LiveModel.updateOne({ _id: live._id }, { $set: { recordEvent: news.event } });
    return isActive;
  };
}
