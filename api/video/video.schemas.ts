import { z } from "zod";
import { DateRange, LongId, longOf, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { VideoStatus } from "#shared/domains/video/video.states.js";

/** A video's name, assigned by the service, or by the provider for a client's own upload there. */
const FileId = z.string().regex(/^[\w-]{1,64}$/, "must be the fileId of a video");

export const FileIdQuery = z.object({ fileId: FileId });

/** rules: Chat, live, video. */
export const UploadedVideo = z.object({
  mediaUrl: z.string(),
  fileId: z.string(),
  coverUrl: z.string(),
  header: z.null(),
  skipSign: z.boolean(),
  requestId: z.string(),
});

const status = z.number().int().meta({
  description:
    "0 stored, 1 being fetched by the provider, 2 ready, 3 refused by the provider, 4 being deleted, 5 deleted",
});
export const VideoView = z.object({
  fileId: z.string(),
  mediaUrl: z.string(),
  coverUrl: z.string(),
  status,
});

export const VideoPageQuery = pageInput({
  fileId: optional(FileId),
  userId: optional(LongId),
  status: optional(longOf(Object.values(VideoStatus))),
  createTime: DateRange,
});
export const VideoRowView = VideoView.extend({
  id: z.number().int(),
  userId: z.number().int(),
  user: UserInShort,
  contentType: z.string(),
  size: z.number().int(),
  platformFileId: z.string().nullable(),
  failure: z.string(),
  createTime: Time,
});
export const VideoPageView = pageOf(VideoRowView);
