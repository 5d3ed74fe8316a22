import { z } from "zod";
import { endpoint, needing, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import { pageWithMembers, withMember } from "#shared/domains/member/index.js";
import { deleteVideo, pageVideos, getVideo, pushAgain } from "#shared/domains/video/index.js";
import { VideoPageQuery, VideoPageView, VideoRowView } from "./video.schemas.js";
import { videoRowView } from "./video.views.js";

const page = endpoint({
  method: "get",
  path: "/admin-api/cloudvod/vod/page",
  access: operator("cloudvod:vod:query"),
  summary: "Lists members' videos, newest first, including deleted ones",
  input: { query: VideoPageQuery },
  output: VideoPageView,
  handle: async ({ query: { userId, createTime, ...query } }) =>
    pageWithMembers(await pageVideos({ ...query, memberId: userId, createdBetween: createTime })),
  view: ({ list, total }) => ({ list: list.map(videoRowView), total }),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/cloudvod/vod/get",
  access: operator("cloudvod:vod:query"),
  input: { query: IdQuery },
  output: VideoRowView,
  handle: async ({ query }) => withMember(await getVideo(query.id)),
  view: videoRowView,
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/cloudvod/vod/delete",
  access: operator("cloudvod:vod:delete"),
  summary: "Deletes a member's video, here and at the provider",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteVideo(query.id),
});

const push = endpoint({
  method: "put",
  path: "/admin-api/cloudvod/vod/push",
  access: operator("cloudvod:vod:update"),
  summary: "Pushes a video to the provider again after it was refused",
  input: { body: IdQuery },
  output: z.boolean(),
  handle: ({ body }) => pushAgain(body.id),
});

export const videoAdminEndpoints = needing("vod", [page, get, remove, push]);
