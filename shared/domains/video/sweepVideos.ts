import { clock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { followVideoJob, pushVideoJob, removeVideoJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { VideoStatus } from "./video.states.js";

const BATCH = 200;
const RETRY_MS = minutes(10);

/**
 * Runs the job of a video's state again when what it waits for is overdue: a lost or failed push or removal begins
 * anew, and the provider is queried for a missing callback.
 */
export async function sweepVideos(): Promise<void> {
  const due = await VideoModel.find({ nextLookAt: { $lte: clock.now() } })
    .sort({ nextLookAt: 1 })
    .limit(BATCH)
    .lean<VideoDoc[]>();
  for (const video of due) {
    await enqueueJobOf(video);
    // Only if unchanged: the job may have been faster.
    await VideoModel.updateOne(
      { _id: video._id, nextLookAt: video.nextLookAt },
      { $set: { nextLookAt: clock.after(RETRY_MS) } },
    );
  }
}

async function enqueueJobOf({ _id: videoId, status, taskId }: VideoDoc): Promise<void> {
  if (status === VideoStatus.deleting) await enqueue(removeVideoJob, { videoId });
  else if (status !== VideoStatus.stored && (status === VideoStatus.ready || taskId !== null))
    await enqueue(followVideoJob, { videoId });
  else await enqueue(pushVideoJob, { videoId });
}
