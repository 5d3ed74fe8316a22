import { VodRefused } from "#shared/providers/vod/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { provider, whenProviderTakesCalls } from "./videoProvider.js";
import { COVER_LOOK_MS, setCover, settlePush } from "./settlePush.js";
import { followVideoJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { findVideo } from "./video.queries.js";
import { VideoStatus } from "./video.states.js";

const MOST_COVER_LOOKS = 3;

/** Queries the provider when its callback is missing: for the result of a push, or the cover of a ready video. */
export function followVideo(videoId: number): Promise<void> {
  return whenProviderTakesCalls(followVideoJob, { videoId }, async () => {
    const video = provider.isConfigured() ? await findVideo(videoId) : null;
    if (video?.status === VideoStatus.pushing && video.taskId !== null) await queryTask(video, video.taskId);
    if (video?.status === VideoStatus.ready && video.platformFileId !== null)
      await (video.coverUrl === "" ? queryCover(video, video.platformFileId) : setCover(video, video.coverUrl));
  });
}

async function queryTask(video: VideoDoc, taskId: string): Promise<void> {
  const result = await provider.task(taskId);
  // The provider keeps tasks for three days: the push of one that it no longer knows is begun anew.
  const unknownTask = { state: "failed", code: 0, message: "the task is not known", isPassing: true } as const;
  await settlePush(video, video.pushes, result ?? unknownTask);
}

async function queryCover(video: VideoDoc, fileId: string): Promise<void> {
  try {
    const coverUrl = (await provider.media(fileId))?.coverUrl;
    if (coverUrl) return await setCover(video, coverUrl);
  } catch (error) {
    if (!(error instanceof VodRefused) || error.isPassing) throw error;
  }
  // Without a task flow that makes covers there is never one: the queries end.
  const nextLookAt = video.coverLooks + 1 < MOST_COVER_LOOKS ? clock.after(COVER_LOOK_MS) : null;
  await VideoModel.updateOne(
    { _id: video._id, status: VideoStatus.ready },
    { $set: { nextLookAt }, $inc: { coverLooks: 1 } },
  );
}
