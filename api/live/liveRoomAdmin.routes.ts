import { z } from "zod";
import { endpoint, needing, operator } from "#api/http/endpoint.js";
import { given, IdQuery } from "#api/http/fields.js";
import {
  createLiveRoom,
  deleteLiveRoom,
  pageLiveRooms,
  getLiveRoom,
  updateLiveRoom,
} from "#shared/domains/live/index.js";
import { pageWithMembers, withMember } from "#shared/domains/member/index.js";
import {
  LiveRoomAdminView,
  LiveRoomCreateBody,
  LiveRoomPageQuery,
  LiveRoomPageView,
  LiveRoomUpdateBody,
} from "./liveRoom.schemas.js";
import { liveRoomAdminView } from "./liveRoom.views.js";

const create = endpoint({
  method: "post",
  path: "/admin-api/cloudlive/live-room/create",
  access: operator("cloudlive:live-room:create"),
  summary: "Creates a room for a member to broadcast in and returns its id",
  input: { body: LiveRoomCreateBody },
  output: z.number().int(),
  idempotent: "transaction",
  handle: ({ body: { memberUserId, ...body } }) => createLiveRoom({ ...given(body), memberId: memberUserId }),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-room/update",
  access: operator("cloudlive:live-room:update"),
  input: { body: LiveRoomUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, memberUserId, ...body } }) => updateLiveRoom(id, { ...given(body), memberId: memberUserId }),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/cloudlive/live-room/delete",
  access: operator("cloudlive:live-room:delete"),
  summary: "Deletes a room without lives",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteLiveRoom(query.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/cloudlive/live-room/get",
  access: operator("cloudlive:live-room:query"),
  input: { query: IdQuery },
  output: LiveRoomAdminView,
  handle: async ({ query }) => withMember(await getLiveRoom(query.id)),
  view: liveRoomAdminView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/cloudlive/live-room/page",
  access: operator("cloudlive:live-room:query"),
  summary: "Lists rooms, newest first",
  input: { query: LiveRoomPageQuery },
  output: LiveRoomPageView,
  handle: async ({ query: { memberUserId, createTime, ...query } }) =>
    pageWithMembers(await pageLiveRooms({ ...query, memberId: memberUserId, createdBetween: createTime })),
  view: ({ list, total }) => ({ list: list.map(liveRoomAdminView), total }),
});

export const liveRoomAdminEndpoints = needing("live", [create, update, remove, get, page]);
