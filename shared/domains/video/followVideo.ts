import { VodRefused } from "#shared/providers/vod/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { provider, whenProviderTakesCalls } from "./videoProvider.js";
import { COVER_LOOK_MS, setCover, settlePush } from "./settlePush.js";
import { followVideoJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { findVideo } from "./video.queries.js";
import { VideoStatus } from "./video.states.js";

const MOST_COVER_LOOKS = 3;

/** Asks the provider for what its callback should have told: what became of a push, or the cover of what has arrived. */
export function followVideo(videoId: number): Promise<void> {
  return whenProviderTakesCalls(followVideoJob, { videoId }, async () => {
    const video = provider.isConfigured() ? await findVideo(videoId) : null;
    if (video?.status === VideoStatus.pushing && video.taskId !== null) await askForTask(video, video.taskId);
    if (video?.status === VideoStatus.ready && video.platformFileId !== null)
      await (video.coverUrl === "" ? requestCover(video, video.platformFileId) : setCover(video, video.coverUrl));
  });
}

async function askForTask(video: VideoDoc, taskId: string): Promise<void> {
  const result = await provider.task(taskId);
  // It keeps tasks for three days: one that it has forgotten is begun anew.
  const forgotten = { state: "failed", code: 0, message: "the task is not known", isPassing: true } as const;
  await settlePush(video, video.pushes, result ?? forgotten);
}

async function requestCover(video: VideoDoc, fileId: string): Promise<void> {
  try {
    const coverUrl = (await provider.media(fileId))?.coverUrl;
    if (coverUrl) return await setCover(video, coverUrl);
  } catch (error) {
    if (!(error instanceof VodRefused) || error.isPassing) throw error;
  }
  // Where no task flow makes covers there is none: not asked for ever.
  const nextLookAt = video.coverLooks + 1 < MOST_COVER_LOOKS ? clock.after(COVER_LOOK_MS) : null;
  await VideoModel.updateOne(
    { _id: video._id, status: VideoStatus.ready },
    { $set: { nextLookAt }, $inc: { coverLooks: 1 } },
  );
}
