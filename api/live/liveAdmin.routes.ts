import { z } from "zod";
import { endpoint, needing, operator } from "#api/http/endpoint.js";
import { isConfirmed } from "#api/http/security/confirm.js";
import { given, IdQuery } from "#api/http/fields.js";
import {
  createLive,
  deleteLive,
  endLive,
  pageLives,
  getLive,
  setVirtualCounts,
  startLive,
  updateLive,
  withSurroundings,
  type LiveInput,
} from "#shared/domains/live/index.js";
import { seenBy, withHosts } from "./live.joins.js";
import {
  LiveAdminPageQuery,
  LiveAdminPageView,
  LiveAdminView,
  LiveCreateBody,
  LiveIdBody,
  LiveUpdateBody,
  VirtualTimesBody,
} from "./live.schemas.js";
import { liveAdminView } from "./live.views.js";

type Times = Pick<z.output<typeof LiveCreateBody>, "startTime" | "endTime">;
const dated = (ms: number | null | undefined): Date | null | undefined => (typeof ms === "number" ? new Date(ms) : ms);
/** Maps the request to the domain's names; null removes an announced time. */
function liveInput(body: z.output<typeof LiveCreateBody> & Times): LiveInput {
  const { startTime, endTime, liveRoomId, liveName, coverImg, description, type, isMain } = body;
  const { virtualPlayTimes, virtualLikeTimes } = body;
  const plain = { liveRoomId, liveName, coverImg, description, type, isMain, virtualPlayTimes, virtualLikeTimes };
  return given({ ...plain, startAt: dated(startTime), endAt: dated(endTime) });
}

const create = endpoint({
  method: "post",
  path: "/admin-api/cloudlive/live-base-info/create",
  access: operator("cloudlive:live-base-info:create"),
  summary: "Creates a live in a room, not started, with a stream and a chat group, and returns its id",
  input: { body: LiveCreateBody },
  output: z.number().int(),
  idempotent: "transaction",
  handle: ({ body }) => createLive(liveInput(body), isConfirmed(body)),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-base-info/update",
  access: operator("cloudlive:live-base-info:update"),
  input: { body: LiveUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, ...body } }) => updateLive(id, liveInput(body), isConfirmed(body)),
});

const updateVirtual = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-base-info/update-virtual",
  access: operator("cloudlive:live-base-info:update"),
  summary: "Sets the virtual counts that are added for display",
  input: { body: VirtualTimesBody },
  output: z.boolean(),
  handle: ({ body: { id, ...virtual } }) => setVirtualCounts(id, virtual),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/cloudlive/live-base-info/delete",
  access: operator("cloudlive:live-base-info:delete"),
  summary: "Deletes a live that is not running, with its products",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteLive(query.id),
});

const start = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-base-info/start",
  access: operator("cloudlive:live-base-info:update"),
  summary: "Starts a live: 0 -> 1",
  input: { body: LiveIdBody },
  output: z.boolean(),
  handle: ({ body }) => startLive(body.id),
});

const end = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-base-info/end",
  access: operator("cloudlive:live-base-info:update"),
  summary: "Ends a live: 1 -> 2",
  input: { body: LiveIdBody },
  output: z.boolean(),
  handle: ({ body }) => endLive(body.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/cloudlive/live-base-info/get",
  access: operator("cloudlive:live-base-info:query"),
  input: { query: IdQuery },
  output: LiveAdminView,
  handle: async ({ query }) =>
    (await withHosts(await seenBy(null, await withSurroundings([await getLive(query.id)]))))[0]!,
  view: liveAdminView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/cloudlive/live-base-info/page",
  access: operator("cloudlive:live-base-info:query"),
  summary: "Lists lives, newest first",
  input: { query: LiveAdminPageQuery },
  output: LiveAdminPageView,
  handle: async ({ query: { createTime, ...query } }) => {
    const { list, total } = await pageLives({ ...query, createdBetween: createTime });
    return { list: await withHosts(await seenBy(null, list)), total };
  },
  view: ({ list, total }) => ({ list: list.map(liveAdminView), total }),
});

export const liveAdminEndpoints = needing("live", [create, update, updateVirtual, remove, start, end, get, page]);
