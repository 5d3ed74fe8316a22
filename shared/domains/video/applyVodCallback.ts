import { ownerNow } from "#shared/domains/member/index.js";
import { CallbackRefused, type VodMedia, type VodEvent } from "#shared/providers/vod/port.js";
import { openCallback } from "#shared/providers/vod/verifier.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nowAbout } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { provider, whenProviderTakesCalls } from "./videoProvider.js";
import { fileIdOfSession, sessionOf } from "./pushVideo.js";
import { COVER_LOOK_MS, setCover, settlePush } from "./settlePush.js";
import { memberOfSource } from "./signUpload.js";
import { applyVodCallbackJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { shownStatuses, VideoStatus } from "./video.states.js";
import { VodCallbackModel, type VodCallbackDoc } from "./vodCallback.model.js";

/**
 * Applies a stored callback once, with what the provider returns when queried: whoever has seen one callback could
 * forge others while its signature is valid. One about a video that is not ours is ignored.
 */
export async function applyVodCallback(callbackId: number): Promise<void> {
  const stored = await VodCallbackModel.findById(callbackId).lean<VodCallbackDoc>();
  if (!stored || stored.handledAt) return;
  const news = newsOf(stored);
  await whenProviderTakesCalls(applyVodCallbackJob, { callbackId }, async () => {
    const apply = news && provider.isConfigured() ? await changeFor(news) : undefined;
    await inTransaction(async () => {
      const { modifiedCount } = await VodCallbackModel.updateOne(
        { _id: callbackId, handledAt: null },
        { $set: { handledAt: clock.now() } },
      );
      if (modifiedCount === 1) await apply?.();
    });
  });
}

function newsOf({ _id, body }: VodCallbackDoc): VodEvent | undefined {
  try {
    return openCallback(body);
  } catch (error) {
    if (!(error instanceof CallbackRefused)) throw error;
    log.error({ callbackId: _id, reason: error.message }, "a signed callback of the video provider cannot be read");
    return undefined;
  }
}

/** The write to make in a transaction; undefined: none. */
type Apply = (() => Promise<void>) | undefined;

async function changeFor(news: VodEvent): Promise<Apply> {
  if (news.kind === "pulled") return changeForPull(news.session);
  if (news.kind === "cover") return changeForCover(news);
  if (news.kind === "uploaded") {
    const media = await provider.media(news.fileId);
    return media ? () => addUploaded(news.fileId, media) : undefined;
  }
  return undefined;
}

async function changeForPull(session: string): Promise<Apply> {
  const video = await VideoModel.findOne({ fileId: fileIdOfSession(session) }).lean<VideoDoc>();
  if (video) nowAbout({ videoId: video._id });
  const pushes = Number(/(?<!\d)\d+$/.exec(session)?.[0]);
  if (!video || !(pushes >= 1 && pushes <= video.pushes)) return undefined;
  const known = pushes === video.pushes ? video.taskId : null;
  const taskId = known ?? (await provider.findTask(session));
  const result = taskId === null ? null : await provider.task(taskId);
  if (!result) return undefined;
  if (result.state !== "done" || result.coverUrl !== "") return () => settlePush(video, pushes, result);
  // The cover may have been made before this result was read.
  const coverUrl = (await provider.media(result.fileId))?.coverUrl ?? "";
  return () => settlePush(video, pushes, { ...result, coverUrl });
}

async function changeForCover({ fileId, session }: VodEvent & { kind: "cover" }): Promise<Apply> {
  const video = await findCovered(fileId, session);
  if (!video) return undefined;
  nowAbout({ videoId: video._id });
  // Not known to have arrived: once it has, its cover is queried.
  if (video.platformFileId === null) return changeForPull(sessionOf(video));
  const coverUrl = (await provider.media(video.platformFileId))?.coverUrl ?? "";
  return coverUrl === "" ? undefined : () => setCover(video, coverUrl);
}

/** By the provider's id of the video, else by ours: a cover may be reported before its video has arrived. */
async function findCovered(fileId: string, session: string): Promise<VideoDoc | null> {
  const shown = { status: { $in: [...shownStatuses] } };
  const byProviderId =
    fileId === "" ? null : await VideoModel.findOne({ ...shown, platformFileId: fileId }).lean<VideoDoc>();
  if (byProviderId || session === "") return byProviderId;
  return VideoModel.findOne({ ...shown, fileId: fileIdOfSession(session) }).lean<VideoDoc>();
}

/** A member's client has uploaded to the provider directly: the video belongs to that member like any other. */
async function addUploaded(fileId: string, { mediaUrl, coverUrl, source }: VodMedia): Promise<void> {
  const uploaderId = memberOfSource(source);
  if (uploaderId === null || (await VideoModel.exists({ fileId }))) return;
  const memberId = await ownerNow(uploaderId);
  const video: Omit<VideoDoc, "_id" | "createdAt" | "objectKey" | "deletedAt" | "taskId" | "pushStartedAt"> = {
    fileId,
    memberId,
    contentType: "",
    size: 0,
    status: VideoStatus.ready,
    pushes: 0,
    platformFileId: fileId,
    platformUrl: mediaUrl,
    coverUrl,
    failure: "",
    nextLookAt: coverUrl === "" ? clock.after(COVER_LOOK_MS) : null,
    coverLooks: 0,
  };
  await VideoModel.create([{ ...video, _id: await nextId("videos") }]);
}
