import type { z } from "zod";
import { userInShort } from "#api/member/memberInShort.js";
import type { OfMember } from "#shared/domains/member/index.js";
import type { VideoDoc } from "#shared/domains/video/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { UploadedVideo, VideoRowView, VideoView } from "./video.schemas.js";

const playUrl = ({ objectKey, platformUrl }: VideoDoc): string =>
  objectKey === null ? platformUrl : mediaUrl(objectKey);

/** `header` and `skipSign` are for clients with another way of upload: they are not needed here. */
export const uploadedVideo = (video: VideoDoc, requestId: string): z.input<typeof UploadedVideo> => ({
  mediaUrl: playUrl(video),
  fileId: video.fileId,
  coverUrl: video.coverUrl,
  header: null,
  skipSign: false,
  requestId,
});

export const videoView = (video: VideoDoc): z.input<typeof VideoView> => ({
  fileId: video.fileId,
  mediaUrl: playUrl(video),
  coverUrl: video.coverUrl,
  status: video.status,
});

export const videoRowView = (video: OfMember<VideoDoc>): z.input<typeof VideoRowView> => ({
  id: video._id,
  userId: video.memberId,
  user: userInShort(video.member),
  ...videoView(video),
  contentType: video.contentType,
  size: video.size,
  platformFileId: video.platformFileId,
  failure: video.failure,
  createTime: video.createdAt.getTime(),
});
