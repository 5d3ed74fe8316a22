import type { QueryFilter } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { videoErrors } from "./video.errors.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { shownStatuses, type VideoStatus } from "./video.states.js";

export const findVideo = (videoId: number): Promise<VideoDoc | null> =>
  VideoModel.findById(videoId).lean<VideoDoc>().exec();

/** A video for its uploader. VideoNotFound also for another member's and for a deleted one. */
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

interface VideoSearch extends Page {
  fileId?: string | undefined;
  memberId?: number | undefined;
  status?: VideoStatus | undefined;
  /** Inclusive at both ends. */
  createdBetween?: TimeSpan | undefined;
}

/** Newest first. */
export async function pageVideos(search: VideoSearch): Promise<PageOf<VideoDoc>> {
  const { fileId, memberId, status, createdBetween } = search;
  const filter: QueryFilter<VideoDoc> = {};
  if (fileId !== undefined) filter.fileId = fileId;
  if (memberId !== undefined) filter.memberId = memberId;
  if (status !== undefined) filter.status = status;
  if (createdBetween) filter.createdAt = within(createdBetween);
  return pageOf(VideoModel, filter, search);
}
