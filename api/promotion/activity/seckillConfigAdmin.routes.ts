import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery, pageOf } from "#api/http/fields.js";
import {
  allSlots,
  createSeckillConfig,
  deleteSeckillConfig,
  pageSeckillConfigs,
  seckillConfig,
  switchSeckillConfig,
  updateSeckillConfig,
} from "#shared/domains/promotion/activity/index.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { SeckillConfigView } from "./activity.schemas.js";
import { seckillConfigView } from "./activity.views.js";
import { seckillConfigInput } from "./activityAdmin.inputs.js";
import {
  SeckillConfigCreateBody,
  SeckillConfigPageQuery,
  SeckillConfigStatusBody,
  SeckillConfigUpdateBody,
} from "./activityAdmin.schemas.js";

const create = endpoint({
  method: "post",
  path: "/admin-api/promotion/seckill-config/create",
  access: operator("promotion:seckill-config:create"),
  summary: "Creates a daily time slot and returns its id",
  input: { body: SeckillConfigCreateBody },
  output: z.number(),
  handle: ({ body }) => createSeckillConfig(seckillConfigInput(body)),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/promotion/seckill-config/update",
  access: operator("promotion:seckill-config:update"),
  input: { body: SeckillConfigUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updateSeckillConfig(body.id, seckillConfigInput(body)),
});

const updateStatus = endpoint({
  method: "put",
  path: "/admin-api/promotion/seckill-config/update-status",
  access: operator("promotion:seckill-config:update"),
  summary: "Enables or disables a time slot; a disabled one stops its flash sales",
  input: { body: SeckillConfigStatusBody },
  output: z.boolean(),
  handle: ({ body }) => switchSeckillConfig(body.id, body.status),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/promotion/seckill-config/delete",
  access: operator("promotion:seckill-config:delete"),
  summary: "Deletes a time slot without current or upcoming flash sales",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteSeckillConfig(query.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/promotion/seckill-config/get",
  access: operator("promotion:seckill-config:query"),
  input: { query: IdQuery },
  output: SeckillConfigView,
  handle: ({ query }) => seckillConfig(query.id),
  view: seckillConfigView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/promotion/seckill-config/page",
  access: operator("promotion:seckill-config:query"),
  summary: "Lists time slots by time",
  input: { query: SeckillConfigPageQuery },
  output: pageOf(SeckillConfigView),
  handle: ({ query }) => pageSeckillConfigs(query),
  view: ({ list, total }) => ({ list: list.map(seckillConfigView), total }),
});

const list = endpoint({
  method: "get",
  path: "/admin-api/promotion/seckill-config/list",
  access: operator("promotion:seckill-config:query"),
  summary: "Lists enabled time slots, for selection",
  output: z.array(SeckillConfigView),
  handle: async () => (await allSlots()).filter(({ status }) => status === EnabledStatus.enabled),
  view: (slots) => slots.map(seckillConfigView),
});

export const seckillConfigAdminEndpoints = [create, update, updateStatus, remove, get, page, list];
