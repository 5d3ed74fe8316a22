import { recordOperation } from "#shared/domains/audit/index.js";
import { findMember } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { PUSH_LOOK_MS } from "./storeVideo.js";
import { videoErrors } from "./video.errors.js";
import { pushVideoJob, removeVideoJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { getVideo } from "./video.queries.js";
import { shownStatuses, videoStates, VideoStatus } from "./video.states.js";

/**
 * Deletes a video for its uploader (rules: Chat, live, video): it is gone for clients at once, and everywhere once the
 * job has run. Repeating it is harmless. VideoNotFound.
 */
export function deleteOwnVideo(memberId: number, fileId: string): Promise<true> {
  return inTransaction<true>(async () => {
    const video = await VideoModel.findOne({ fileId }).lean<VideoDoc>();
    if (!video || video.memberId !== memberId) throw videoErrors.VideoNotFound();
    await beginRemoval(video._id);
    return true;
  });
}

/** For operators. VideoNotFound, also for one that is deleted. */
export function deleteVideo(videoId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const video = await getVideo(videoId);
    if (!(await beginRemoval(videoId))) throw videoErrors.VideoNotFound();
    await recordOperation({
      module: "cloudvod",
      action: "vod.delete",
      bizId: video.fileId,
      before: auditFields(video),
    });
    return true;
  });
}

/** Deletes every video of a member whose account is erased; nothing if the member still exists. */
export async function eraseUploader(memberId: number): Promise<void> {
  if (await findMember(memberId)) return;
  const shown = { memberId, status: { $in: [...shownStatuses] } };
  const videos = await VideoModel.find(shown, { _id: 1 }).lean<Pick<VideoDoc, "_id">[]>();
  for (const { _id } of videos) await inTransaction(() => beginRemoval(_id));
}

/** For operators: pushes a video again that the provider had refused. VideoNotFound, VideoNotRefused. */
export function pushAgain(videoId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const video = await getVideo(videoId);
    const isAgain = await moveState(VideoModel, videoStates, {
      where: { _id: videoId },
      from: VideoStatus.refused,
      to: VideoStatus.stored,
      set: { failure: "", taskId: null, nextLookAt: clock.after(PUSH_LOOK_MS) },
    });
    if (!isAgain) throw videoErrors.VideoNotRefused();
    await enqueue(pushVideoJob, { videoId });
    await recordOperation({ module: "cloudvod", action: "vod.push", bizId: video.fileId, before: auditFields(video) });
    return true;
  });
}

/** False: it was deleted already. */
async function beginRemoval(videoId: number): Promise<boolean> {
  const begun = await moveState(VideoModel, videoStates, {
    where: { _id: videoId },
    from: shownStatuses,
    to: VideoStatus.deleting,
    set: { nextLookAt: clock.after(PUSH_LOOK_MS) },
  });
  if (begun) await enqueue(removeVideoJob, { videoId });
  return begun;
}

const auditFields = ({ memberId, objectKey, status, failure }: VideoDoc): object => ({
  memberId,
  objectKey,
  status,
  failure,
});
