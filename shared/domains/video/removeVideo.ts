import { clock, days, minutes, seconds } from "#shared/kernel/time/clock.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { deleteObject } from "#shared/kernel/storage/storage.js";
import { provider, runLater, whenProviderTakesCalls } from "./videoProvider.js";
import { sessionOf } from "./pushVideo.js";
import { removeVideoJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { findVideo } from "./video.queries.js";
import { videoStates, VideoStatus } from "./video.states.js";

const RETRY_MS = seconds(20);
/** After this a call that was under way when the video was deleted has ended, and its task is listed. */
const CALL_OVER_MS = minutes(5);
/** No task takes longer. */
const TASK_OVER_MS = days(1);

/** Deletes in our store, then at the provider. While the provider still fetches, the job is run again later. */
export async function removeVideo(videoId: number): Promise<void> {
  const video = await findVideo(videoId);
  if (video?.status !== VideoStatus.deleting) return;
  if (video.objectKey !== null) await deleteObject(video.objectKey);
  await whenProviderTakesCalls(removeVideoJob, { videoId }, async () => {
    const found = provider.isConfigured() ? await findAtProvider(video) : null;
    if (found === "under way") return runLater(removeVideoJob, { videoId }, RETRY_MS);
    if (found !== null) await provider.remove(found);
    const isRemoved = await moveState(VideoModel, videoStates, {
      where: { _id: videoId, platformFileId: video.platformFileId },
      from: VideoStatus.deleting,
      to: VideoStatus.deleted,
      set: { deletedAt: clock.now(), nextLookAt: null, platformFileId: found },
    });
    // The provider has just reported the video: another run deletes it there.
    if (!isRemoved && (await findVideo(videoId))?.status === VideoStatus.deleting)
      await runLater(removeVideoJob, { videoId }, 0);
  });
}

/** The provider's id of the video; null: the provider does not have it. */
async function findAtProvider(video: VideoDoc): Promise<string | "under way" | null> {
  if (video.platformFileId !== null) return video.platformFileId;
  if (video.pushStartedAt === null) return null;
  const sinceMs = clock.ms() - video.pushStartedAt.getTime();
  const taskId = video.taskId ?? (await provider.findTask(sessionOf(video)));
  if (taskId === null) return sinceMs < CALL_OVER_MS ? "under way" : null;
  const task = await provider.task(taskId);
  if (task?.state === "waiting") return sinceMs < TASK_OVER_MS ? "under way" : null;
  return task?.state === "done" ? task.fileId : null;
}
