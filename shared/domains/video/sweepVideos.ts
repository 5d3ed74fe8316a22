import { clock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { followVideoJob, pushVideoJob, removeVideoJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { VideoStatus } from "./video.states.js";

const BATCH = 200;
const LOOK_AGAIN_MS = minutes(10);

/**
 * Videos that wait for something that should have happened: the job of their state runs again. A push or a removal that
 * was lost or has died begins anew, a callback that did not come is asked for.
 */
export async function sweepVideos(): Promise<void> {
  const due = await VideoModel.find({ nextLookAt: { $lte: clock.now() } })
    .sort({ nextLookAt: 1 })
    .limit(BATCH)
    .lean<VideoDoc[]>();
  for (const video of due) {
    await wake(video);
    // Only as it was found: the job may have been faster.
    await VideoModel.updateOne(
      { _id: video._id, nextLookAt: video.nextLookAt },
      { $set: { nextLookAt: clock.after(LOOK_AGAIN_MS) } },
    );
  }
}

async function wake({ _id: videoId, status, taskId }: VideoDoc): Promise<void> {
  if (status === VideoStatus.deleting) await enqueue(removeVideoJob, { videoId });
  else if (status !== VideoStatus.stored && (status === VideoStatus.ready || taskId !== null))
    await enqueue(followVideoJob, { videoId });
  else await enqueue(pushVideoJob, { videoId });
}
