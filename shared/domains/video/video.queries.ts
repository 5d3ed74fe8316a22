import type { QueryFilter } from "mongoose";
import { videoErrors } from "./video.errors.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { shownStatuses, type VideoStatus } from "./video.states.js";

export const findVideo = (videoId: number): Promise<VideoDoc | null> =>
  VideoModel.findById(videoId).lean<VideoDoc>().exec();

/** A video for its uploader. VideoNotFound, for somebody else's and a deleted one as well. */
export async function getOwnVideo(memberId: number, fileId: string): Promise<VideoDoc> {
  const video = await VideoModel.findOne({ fileId }).lean<VideoDoc>();
  if (!video || video.memberId !== memberId || !shownStatuses.includes(video.status)) throw videoErrors.VideoNotFound();
  return video;
}

/** For operators, deleted ones too. VideoNotFound. */
export async function getVideo(videoId: number): Promise<VideoDoc> {
  const video = await findVideo(videoId);
  if (!video) throw videoErrors.VideoNotFound();
  return video;
}

export interface VideoSearch {
  fileId?: string | undefined;
  memberId?: number | undefined;
  status?: VideoStatus | undefined;
  /** Both ends belong to it. */
  createdBetween?: readonly [Date, Date] | undefined;
  pageNo: number;
  pageSize: number;
}

/** Newest first. */
export async function findVideoPage(search: VideoSearch): Promise<{ list: VideoDoc[]; total: number }> {
  const { fileId, memberId, status, createdBetween, pageNo, pageSize } = search;
  const filter: QueryFilter<VideoDoc> = {};
  if (fileId !== undefined) filter.fileId = fileId;
  if (memberId !== undefined) filter.memberId = memberId;
  if (status !== undefined) filter.status = status;
  if (createdBetween) filter.createdAt = { $gte: createdBetween[0], $lte: createdBetween[1] };
  const [list, total] = await Promise.all([
    VideoModel.find(filter)
      .sort({ createdAt: -1, _id: -1 })
      .skip((pageNo - 1) * pageSize)
      .limit(pageSize)
      .lean<VideoDoc[]>(),
    VideoModel.countDocuments(filter),
  ]);
  return { list, total };
}
