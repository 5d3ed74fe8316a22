import { z } from "zod";
import { endpoint, needing, operator } from "#api/http/endpoint.js";
import { given, IdQuery } from "#api/http/fields.js";
import {
  changeLiveMount,
  createLiveMount,
  deleteLiveMount,
  pageLiveMounts,
  getLiveMount,
} from "#shared/domains/live/index.js";
import {
  LiveMountCreateBody,
  LiveMountExplainBody,
  LiveMountPageQuery,
  LiveMountPageView,
  LiveMountSortBody,
  LiveMountStatusBody,
  LiveMountUpdateBody,
  LiveMountView,
} from "./liveMount.schemas.js";
import { liveMountView } from "./liveMount.views.js";

const create = endpoint({
  method: "post",
  path: "/admin-api/cloudlive/live-spu/create",
  access: operator("cloudlive:live-spu:create"),
  summary: "Adds a product to a live, on its shelf unless status says otherwise, and returns the mount's id",
  input: { body: LiveMountCreateBody },
  output: z.number().int(),
  handle: ({ body }) => createLiveMount(given(body)),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-spu/update",
  access: operator("cloudlive:live-spu:update"),
  input: { body: LiveMountUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, ...change } }) => changeLiveMount(id, given(change)),
});

const updateStatus = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-spu/update-status",
  access: operator("cloudlive:live-spu:update"),
  summary: "Puts a product on the live's shelf (1) or takes it off (0); taking it off ends its explanation",
  input: { body: LiveMountStatusBody },
  output: z.boolean(),
  handle: ({ body: { id, ...change } }) => changeLiveMount(id, change, "update-status"),
});

const updateExplainStatus = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-spu/update-explain-status",
  access: operator("cloudlive:live-spu:update"),
  summary: "Starts (1) or stops (0) the explanation of a product; only one product per live is explained at a time",
  input: { body: LiveMountExplainBody },
  output: z.boolean(),
  handle: ({ body: { id, ...change } }) => changeLiveMount(id, change, "update-explain-status"),
});

const updateSort = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-spu/update-sort",
  access: operator("cloudlive:live-spu:update"),
  summary: "Sets the sort order of a product in its live, ascending",
  input: { body: LiveMountSortBody },
  output: z.boolean(),
  handle: ({ body: { id, ...change } }) => changeLiveMount(id, change, "update-sort"),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/cloudlive/live-spu/delete",
  access: operator("cloudlive:live-spu:delete"),
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteLiveMount(query.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/cloudlive/live-spu/get",
  access: operator("cloudlive:live-spu:query"),
  input: { query: IdQuery },
  output: LiveMountView,
  handle: ({ query }) => getLiveMount(query.id),
  view: liveMountView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/cloudlive/live-spu/page",
  access: operator("cloudlive:live-spu:query"),
  summary: "Lists products of lives by sort order; sortField createTime and updateTime are newest first unless sortAsc",
  input: { query: LiveMountPageQuery },
  output: LiveMountPageView,
  handle: ({ query: { createTime, ...query } }) => pageLiveMounts({ ...query, createdBetween: createTime }),
  view: ({ list, total }) => ({ list: list.map(liveMountView), total }),
});

export const liveMountAdminEndpoints = needing("live", [
  create,
  update,
  updateStatus,
  updateExplainStatus,
  updateSort,
  remove,
  get,
  page,
]);
