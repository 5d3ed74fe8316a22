import { VodRefused } from "#shared/providers/vod/port.js";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { log } from "#shared/kernel/observability/log.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { presignedUrl } from "#shared/kernel/storage/storage.js";
import { provider, whenProviderTakesCalls } from "./videoProvider.js";
import { pushVideoJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { findVideo } from "./video.queries.js";
import { videoStates, VideoStatus } from "./video.states.js";

/** How long the provider may fetch from our store: it may queue the fetch. */
const LINK_SECONDS = hours(24) / 1_000;
/** A task whose callback does not come is queried after this. */
const TASK_LOOK_MS = minutes(2);

/** The provider's id of one push of a video: it accepts each once in three days, so that a repeat fetches nothing. */
export const sessionOf = ({ fileId, pushes }: Pick<VideoDoc, "fileId" | "pushes">): string => `${fileId}-${pushes}`;
/** The fileId of the video that a session belongs to. */
export const fileIdOfSession = (session: string): string => session.replace(/-\d+$/, "");

/**
 * Has the provider fetch a stored video. One that is pushed, deleted or refused is left alone. Without a provider it
 * stays as it is, and plays from our store. Throws passing errors, so that the job is retried.
 */
export function pushVideo(videoId: number): Promise<void> {
  return whenProviderTakesCalls(pushVideoJob, { videoId }, async () => {
    const video = provider.isConfigured() ? await beginPush(videoId) : undefined;
    if (!video?.objectKey) return;
    try {
      const taskId = await requestPull(video, video.objectKey);
      await storeTask(video, taskId);
    } catch (error) {
      if (!(error instanceof VodRefused) || error.isPassing) throw error;
      await failVideo(videoId, error.message);
    }
  });
}

/** The video to push, or to push again because the answer was lost; undefined: nothing to do. */
async function beginPush(videoId: number): Promise<VideoDoc | undefined> {
  await moveState(VideoModel, videoStates, {
    where: { _id: videoId },
    from: VideoStatus.stored,
    to: VideoStatus.pushing,
    set: { pushStartedAt: clock.now(), taskId: null },
    inc: { pushes: 1 },
  });
  const video = await findVideo(videoId);
  return video?.status === VideoStatus.pushing && video.taskId === null ? video : undefined;
}

/** The provider may have reported the end already: a ready video still gets its task id, one to push again does not. */
async function storeTask({ _id, pushes }: VideoDoc, taskId: string): Promise<void> {
  const status = { $ne: VideoStatus.stored };
  await VideoModel.updateOne({ _id, pushes, taskId: null, status }, { $set: { taskId } });
  const nextLookAt = clock.after(TASK_LOOK_MS);
  await VideoModel.updateOne({ _id, pushes, status: VideoStatus.pushing }, { $set: { nextLookAt } });
}

async function requestPull(video: VideoDoc, objectKey: string): Promise<string> {
  const session = sessionOf(video);
  const pull = await provider.pull({
    url: await presignedUrl(objectKey, LINK_SECONDS),
    type: objectKey.slice(objectKey.lastIndexOf(".") + 1),
    name: video.fileId,
    session,
  });
  if (pull !== "before") return pull.taskId;
  // An earlier call took effect, and its answer was lost.
  const taskId = await provider.findTask(session);
  if (taskId === null) throw new Error(`the provider knows the session ${session} and does not list its task yet`);
  return taskId;
}

/** Marks a video as refused by the provider for good. */
export async function failVideo(videoId: number, failure: string): Promise<void> {
  const isRefused = await moveState(VideoModel, videoStates, {
    where: { _id: videoId },
    from: VideoStatus.pushing,
    to: VideoStatus.refused,
    set: { failure: failure.slice(0, 500), nextLookAt: null },
  });
  if (isRefused) log.warn({ videoId, failure }, "the video provider refuses a video");
}
