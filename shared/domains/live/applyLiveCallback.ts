import { LiveCallbackRefused, type RecordedFile, type StreamNews } from "#shared/integrations/live/index.js";
import { clock } from "#shared/platform/clock.js";
import { nextId } from "#shared/platform/ids.js";
import { log } from "#shared/platform/log.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { enqueue } from "#shared/platform/outbox.js";
import { cutStreamJob } from "./live.jobs.js";
import { LiveModel, type LiveDoc } from "./live.model.js";
import { findLiveOfStream } from "./live.queries.js";
import { LiveCallbackModel, type LiveCallbackDoc } from "./liveCallback.model.js";
import { LiveRecordingModel } from "./liveRecording.model.js";
import { closeLive, openLive } from "./moveLive.js";
import { streaming } from "./streamAddress.js";

/** Does what a stored callback says, once. One about a stream that is none of ours is handled by leaving it. */
export async function applyLiveCallback(callbackId: number): Promise<void> {
  const stored = await LiveCallbackModel.findById(callbackId).lean<LiveCallbackDoc>();
  if (!stored || stored.handledAt) return;
  const news = newsOf(stored);
  await inTransaction(async () => {
    const { modifiedCount } = await LiveCallbackModel.updateOne(
      { _id: callbackId, handledAt: null },
      { $set: { handledAt: clock.now() } },
    );
    if (modifiedCount === 1 && news) await apply(news);
  });
}

function newsOf({ _id, body }: LiveCallbackDoc): StreamNews | undefined {
  try {
    return streaming.openCallback(body);
  } catch (error) {
    if (!(error instanceof LiveCallbackRefused)) throw error;
    log.error({ callbackId: _id, reason: error.message }, "a signed callback of a live cannot be read");
    return undefined;
  }
}

async function apply(news: StreamNews): Promise<void> {
  if (news.kind === "other") return;
  const live = await findLiveOfStream(news.kind === "recorded" ? news.file.streamName : news.streamName);
  if (!live) return;
  if (news.kind === "started") await pushStarted(live, news);
  if (news.kind === "ended") await pushEnded(live, news);
  if (news.kind === "recorded") await addRecording(live, news.file);
  if (news.kind === "recordEvent") await LiveModel.updateOne({ _id: live._id }, { $set: { recordEvent: news.event } });
}

interface PushNews {
  push: string;
  at: Date;
}

async function pushStarted(live: LiveDoc, { push, at }: PushNews): Promise<void> {
  if (!live.startedPush || live.startedPush.at <= at)
    await LiveModel.updateOne({ _id: live._id }, { $set: { startedPush: { push, at } } });
  const isOpened = await openLive(live._id, at);
  // Somebody pushes into what is over: their address is still good, nobody is to be shown it.
  if (!isOpened && live.endedAt && at > live.endedAt) await enqueue(cutStreamJob, { liveId: live._id });
  // Its end was told first: both have happened.
  if (live.endedPush === push) await closeLive(live._id, clock.now());
}

async function pushEnded(live: LiveDoc, { push, at }: PushNews): Promise<void> {
  const { startedPush } = live;
  // The host was cut off and pushes again: the end of the older push comes late and ends nothing.
  if (startedPush && startedPush.push !== push && startedPush.at > at) return;
  await LiveModel.updateOne({ _id: live._id }, { $set: { endedPush: push } });
  await closeLive(live._id, at);
}

async function addRecording(live: LiveDoc, { streamName, ...file }: RecordedFile): Promise<void> {
  if (await LiveRecordingModel.exists({ recordFileId: file.recordFileId })) return;
  const _id = await nextId("liveRecordings");
  await LiveRecordingModel.create([{ _id, liveId: live._id, streamId: streamName, ...file }]);
  await LiveModel.updateOne({ _id: live._id }, { $set: { recordEvent: "record_ended" } });
}
