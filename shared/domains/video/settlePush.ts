import type { PullResult } from "#shared/providers/vod/port.js";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { failVideo } from "./pushVideo.js";
import { pushVideoJob, removeVideoJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { videoStates, VideoStatus } from "./video.states.js";

const MOST_PUSHES = 5;
const AGAIN_MS = minutes(1);
/** A cover whose callback does not come is queried after this. */
export const COVER_LOOK_MS = hours(1);

/**
 * Stores the result of a push, reported by a callback or by the provider's answer, whichever is first. `pushes` says
 * which push it is; the failure of an older one changes nothing, and a video that is there after all is ready.
 */
export function settlePush(video: VideoDoc, pushes: number, result: PullResult): Promise<void> {
  return inTransaction(async () => {
    if (result.state === "done") return arrive(video, result);
    if (result.state !== "failed" || pushes !== video.pushes) return;
    if (!result.isPassing || video.pushes >= MOST_PUSHES)
      return failVideo(video._id, `${result.code} ${result.message}`);
    const isAgain = await moveState(VideoModel, videoStates, {
      where: { _id: video._id, pushes },
      from: VideoStatus.pushing,
      to: VideoStatus.stored,
      set: { taskId: null, nextLookAt: clock.after(AGAIN_MS * 10) },
    });
    // The job that pushed it may still run: its row is replaced, so that the end of that run does not end this retry.
    if (isAgain) await enqueue(pushVideoJob, { videoId: video._id }, { delayMs: AGAIN_MS, replace: true });
  });
}

async function arrive(
  { _id }: VideoDoc,
  { fileId, mediaUrl, coverUrl }: PullResult & { state: "done" },
): Promise<void> {
  const arrived = await moveState(VideoModel, videoStates, {
    where: { _id },
    from: [VideoStatus.pushing, VideoStatus.stored, VideoStatus.refused],
    to: VideoStatus.ready,
    set: { platformFileId: fileId, platformUrl: mediaUrl, failure: "", nextLookAt: clock.after(COVER_LOOK_MS) },
  });
  if (coverUrl !== "") await setCover({ _id }, coverUrl);
  if (arrived) return;
  // Deleted while it was fetched: what the provider has now is removed as well.
  await VideoModel.updateOne({ _id, platformFileId: null }, { $set: { platformFileId: fileId } });
  const { modifiedCount } = await VideoModel.updateOne(
    { _id, status: { $in: [VideoStatus.deleting, VideoStatus.deleted] }, platformFileId: fileId },
    { $set: { status: VideoStatus.deleting, nextLookAt: clock.after(AGAIN_MS * 10) } },
  );
  if (modifiedCount > 0) await enqueue(removeVideoJob, { videoId: _id });
}

/** The first cover counts: it is set while there is none (rules: Chat, live, video). */
export async function setCover({ _id }: Pick<VideoDoc, "_id">, coverUrl: string): Promise<void> {
  await VideoModel.updateOne({ _id, coverUrl: "" }, { $set: { coverUrl } });
  // A ready video awaits nothing more.
  await VideoModel.updateOne({ _id, status: VideoStatus.ready }, { $set: { nextLookAt: null } });
}
