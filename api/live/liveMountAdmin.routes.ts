import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
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
  summary: "Puts a product into a live, on its shelf unless status says otherwise; answers the mount's id",
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
  summary: "1 on the live's shelf, 0 off it; off the shelf nothing is explained",
  input: { body: LiveMountStatusBody },
  output: z.boolean(),
  handle: ({ body: { id, ...change } }) => changeLiveMount(id, change, "update-status"),
});

const updateExplainStatus = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-spu/update-explain-status",
  access: operator("cloudlive:live-spu:update"),
  summary: "1 explains it and no other of the live, 0 explains it no longer",
  input: { body: LiveMountExplainBody },
  output: z.boolean(),
  handle: ({ body: { id, ...change } }) => changeLiveMount(id, change, "update-explain-status"),
});

const updateSort = endpoint({
  method: "put",
  path: "/admin-api/cloudlive/live-spu/update-sort",
  access: operator("cloudlive:live-spu:update"),
  summary: "Its place in the live, small first",
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
  summary: "By their place in the live; sortField createTime and updateTime newest first unless sortAsc",
  input: { query: LiveMountPageQuery },
  output: LiveMountPageView,
  handle: ({ query: { createTime, ...query } }) => pageLiveMounts({ ...query, createdBetween: createTime }),
  view: ({ list, total }) => ({ list: list.map(liveMountView), total }),
});

export const liveMountAdminEndpoints = [
  create,
  update,
  updateStatus,
  updateExplainStatus,
  updateSort,
  remove,
  get,
  page,
];
