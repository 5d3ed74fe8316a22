import { CallbackRefused, type VodNews } from "#shared/integrations/vod/index.js";
import { clock } from "#shared/platform/clock.js";
import { nextId } from "#shared/platform/ids.js";
import { log } from "#shared/platform/log.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { platform } from "./platformCalls.js";
import { fileIdOfSession } from "./pushVideo.js";
import { COVER_LOOK_MS, setCover, settlePush } from "./settlePush.js";
import { memberOfSource } from "./signUpload.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { shownStatuses, videoStatus } from "./video.states.js";
import { VodCallbackModel, type VodCallbackDoc } from "./vodCallback.model.js";

/** Does what a stored callback says, once. One about a video that is none of ours is handled by leaving it. */
export async function applyVodCallback(callbackId: number): Promise<void> {
  const stored = await VodCallbackModel.findById(callbackId).lean<VodCallbackDoc>();
  if (!stored || stored.handledAt) return;
  const news = newsOf(stored);
  await inTransaction(async () => {
    const { modifiedCount } = await VodCallbackModel.updateOne(
      { _id: callbackId, handledAt: null },
      { $set: { handledAt: clock.now() } },
    );
    if (modifiedCount === 1 && news) await apply(news);
  });
}

function newsOf({ _id, body }: VodCallbackDoc): VodNews | undefined {
  try {
    return platform.openCallback(body);
  } catch (error) {
    if (!(error instanceof CallbackRefused)) throw error;
    log.error({ callbackId: _id, reason: error.message }, "a signed callback of the video platform cannot be read");
    return undefined;
  }
}

async function apply(news: VodNews): Promise<void> {
  if (news.kind === "pulled") {
    const video = await VideoModel.findOne({ fileId: fileIdOfSession(news.session) }).lean<VideoDoc>();
    if (video) await settlePush(video, Number(/\d+$/.exec(news.session)?.[0]), news.result);
  }
  if (news.kind === "cover") {
    const video = await findCovered(news.fileId, news.session);
    if (video) await setCover(video, news.coverUrl);
  }
  if (news.kind === "uploaded") await takeIn(news);
}

/** By the platform's name of the video, else by ours: a cover may be told of before its video has arrived. */
async function findCovered(fileId: string, session: string): Promise<VideoDoc | null> {
  const shown = { status: { $in: [...shownStatuses] } };
  const byPlatform =
    fileId === "" ? null : await VideoModel.findOne({ ...shown, platformFileId: fileId }).lean<VideoDoc>();
  if (byPlatform || session === "") return byPlatform;
  return VideoModel.findOne({ ...shown, fileId: fileIdOfSession(session) }).lean<VideoDoc>();
}

/** A member's client has uploaded to the platform by itself: the video is theirs like any other. */
async function takeIn({ fileId, mediaUrl, coverUrl, source }: VodNews & { kind: "uploaded" }): Promise<void> {
  const memberId = memberOfSource(source);
  if (memberId === null || (await VideoModel.exists({ fileId }))) return;
  const video: Omit<VideoDoc, "_id" | "createdAt" | "objectKey" | "deletedAt" | "taskId" | "pushStartedAt"> = {
    fileId,
    memberId,
    contentType: "",
    size: 0,
    status: videoStatus.ready,
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
