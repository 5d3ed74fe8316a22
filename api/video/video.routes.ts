import { z } from "zod";
import { endpoint, member, needing } from "#api/http/endpoint.js";
import { deleteOwnVideo, getOwnVideo, signUpload, storeVideo } from "#shared/domains/video/index.js";
import { config } from "#shared/kernel/config/config.js";
import { currentRequestId } from "#shared/kernel/request/context.js";
import { FileIdQuery, UploadedVideo, VideoView } from "./video.schemas.js";
import { uploadedVideo, videoView } from "./video.views.js";

const getSignature = endpoint({
  method: "get",
  path: "/app-api/cloudvod/getUploadVodSignature",
  access: member(),
  summary: "Returns a signature with which a client uploads a video directly to the provider, valid for two hours",
  output: z.string(),
  handle: ({ actor }) => signUpload(actor.memberId),
});

const upload = endpoint({
  method: "post",
  path: "/app-api/cloudvod/vod/uploadVodFile",
  access: member(),
  summary: "Stores a video (mp4, mov or webm); its cover is set later",
  body: "stream",
  fileField: "uploadFile",
  maxFileBytes: () => config.VOD_MAX_BYTES,
  output: UploadedVideo,
  handle: ({ actor, fileStream }) => storeVideo(actor.memberId, fileStream.bytes),
  view: (video) => uploadedVideo(video, currentRequestId()),
});

const remove = endpoint({
  method: "post",
  path: "/app-api/cloudvod/vod/deleteVodByFileId",
  access: member(),
  summary: "Deletes one of the member's videos",
  body: "none",
  input: { query: FileIdQuery },
  output: z.boolean(),
  handle: ({ actor, query }) => deleteOwnVideo(actor.memberId, query.fileId),
});

const get = endpoint({
  method: "get",
  path: "/app-api/cloudvod/vod/get",
  access: member(),
  summary: "Returns one of the member's videos: play address, cover and status",
  input: { query: FileIdQuery },
  output: VideoView,
  handle: ({ actor, query }) => getOwnVideo(actor.memberId, query.fileId),
  view: videoView,
});

export const videoEndpoints = needing("vod", [getSignature, upload, remove, get]);
