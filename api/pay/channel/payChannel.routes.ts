import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery, LongId } from "#api/http/fields.js";
import {
  createPayChannel,
  deletePayChannel,
  enabledChannels,
  pagePayChannels,
  payChannelRow,
  rotatePayChannelKey,
  updatePayChannel,
} from "#shared/domains/pay/index.js";
import {
  PayChannelCreateBody,
  PayChannelPage,
  PayChannelPageQuery,
  PayChannelQuery,
  PayChannelRotateBody,
  PayChannelUpdateBody,
  PayChannelView,
} from "./payApp.schemas.js";
import { payChannelInput, payChannelView } from "./payApp.views.js";

const channelCreate = endpoint({
  method: "post",
  path: "/admin-api/pay/channel/create",
  access: operator("pay:channel:create"),
  summary: "Creates a channel of an app, with its own configuration or the environment's, and returns its id",
  input: { body: PayChannelCreateBody },
  output: z.number(),
  handle: ({ body }) => createPayChannel(payChannelInput(body)),
});

const channelUpdate = endpoint({
  method: "put",
  path: "/admin-api/pay/channel/update",
  access: operator("pay:channel:update"),
  summary: "Updates a channel; keys that are not sent are kept, replaced ones stay valid for 24 h",
  input: { body: PayChannelUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updatePayChannel(body.id, payChannelInput(body)),
});

const channelRotateKey = endpoint({
  method: "put",
  path: "/admin-api/pay/channel/rotate-key",
  access: operator("pay:channel:update"),
  summary: "Rotates the keys of the same merchant; the old ones stay valid for 24 h",
  input: { body: PayChannelRotateBody },
  output: z.boolean(),
  handle: ({ body }) => rotatePayChannelKey(body.id, body.config),
});

const channelDelete = endpoint({
  method: "delete",
  path: "/admin-api/pay/channel/delete",
  access: operator("pay:channel:delete"),
  summary: "Deletes a channel that was never used",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deletePayChannel(query.id),
});

const channelGet = endpoint({
  method: "get",
  path: "/admin-api/pay/channel/get",
  access: operator("pay:channel:query"),
  summary: "Returns a channel, by id or by appId and code; of its keys only whether they are set",
  input: { query: PayChannelQuery },
  output: PayChannelView,
  handle: ({ query: { id, appId, code } }) => payChannelRow(id === undefined ? { appId: appId!, code: code! } : { id }),
  view: payChannelView,
});

const channelPage = endpoint({
  method: "get",
  path: "/admin-api/pay/channel/page",
  access: operator("pay:channel:query"),
  summary: "Lists channels, newest first",
  input: { query: PayChannelPageQuery },
  output: PayChannelPage,
  handle: ({ query }) => pagePayChannels(query, query),
  view: ({ list, total }) => ({ list: list.map(payChannelView), total }),
});

const channelEnabled = endpoint({
  method: "get",
  path: "/admin-api/pay/channel/get-enable-code-list",
  access: operator("pay:channel:query"),
  summary: "Lists the codes of an app's enabled channels, including those that clients do not list",
  input: { query: z.object({ appId: LongId }) },
  output: z.array(z.string()),
  handle: ({ query }) => enabledChannels(query.appId),
});

export const payChannelAdminEndpoints = [
  channelCreate,
  channelUpdate,
  channelRotateKey,
  channelDelete,
  channelGet,
  channelPage,
  channelEnabled,
];
