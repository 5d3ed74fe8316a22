import { tencentCss as streaming } from "#shared/providers/live/client.js";
import { LiveCallbackRefused, type StreamNews } from "#shared/providers/live/port.js";
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

/** The provider may tell of something before its API knows of it: asked again after these times, then left. */
const LOOK_AGAIN_MS = [seconds(5), seconds(15), minutes(1), minutes(5)];

/**
 * Does what a stored callback is about, once, as the provider itself says it: who has seen one callback could forge its
 * words for as long as its signature is good. One about a stream that is none of ours is handled by leaving it.
 */
export async function applyLiveCallback(callbackId: number): Promise<void> {
  const stored = await LiveCallbackModel.findById(callbackId).lean<LiveCallbackDoc>();
  if (!stored || stored.handledAt) return;
  const apply = await queryStream(newsOf(stored), stored.createdAt);
  await inTransaction(async () => {
    const where = { _id: callbackId, handledAt: null };
    const { modifiedCount } = await LiveCallbackModel.updateOne(where, { $set: { handledAt: clock.now() } });
    if (modifiedCount === 0 || !apply || (await apply())) return;
    const waitMs = LOOK_AGAIN_MS[stored.looks ?? 0];
    if (waitMs === undefined) return log.warn({ callbackId }, "the streaming platform knows nothing of what it told");
    await LiveCallbackModel.updateOne({ _id: callbackId }, { $set: { handledAt: null }, $inc: { looks: 1 } });
    await enqueue(applyCallbackJob, { callbackId }, { delayMs: waitMs, replace: true });
  });
}

function newsOf({ _id, body }: LiveCallbackDoc): StreamNews | undefined {
  try {
    return tencentCssVerifier.openCallback(body);
  } catch (error) {
    if (!(error instanceof LiveCallbackRefused)) throw error;
    log.error({ callbackId: _id, reason: error.message }, "a signed callback of a live cannot be read");
    return undefined;
  }
}

/** Words about a recording that is under way. */
const recordingWords = new Set([
  "record_start_succeeded",
  "record_start_failed",
  "record_paused",
  "record_resumed",
  "record_error",
]);
const RECORD_ENDED = "record_ended";

async function queryStream(news: StreamNews | undefined, toldAt: Date): Promise<Apply | undefined> {
  if (!news || news.kind === "other") return undefined;
  const live = await findLiveOfStream(news.streamName);
  if (!live) return undefined;
  nowAbout({ liveId: live._id });
  if (!streaming.canCall()) {
    log.warn({ liveId: live._id }, "no keys for the streaming platform's API: its callback is not believed");
    return undefined;
  }
  if (news.kind === "recorded") return followRecordings(live, news.fileId);
  if (news.kind !== "recordEvent") return followStream(live, { kind: news.kind, toldAt });
  if (news.event === RECORD_ENDED) return followRecordings(live);
  if (!recordingWords.has(news.event)) return undefined;
  const { isActive } = await streaming.stream(live.streamName, live.createdAt);
  return async () => {
    if (isActive) await LiveModel.updateOne({ _id: live._id }, { $set: { recordEvent: news.event } });
    return isActive;
  };
}
