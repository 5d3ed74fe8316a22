import { z } from "zod";
import { endpoint, open, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import { limitNamed } from "#api/http/security/rateLimit.js";
import { contextOf } from "#api/http/requestContext.js";
import {
  deleteMessage,
  pageMessages,
  getMessage,
  handleMessage,
  createMessage,
} from "#shared/domains/website/index.js";
import { MessageBody, MessageHandleBody, MessagePageQuery, MessagePageView, MessageView } from "./about.schemas.js";
import { messageView } from "./about.views.js";

const ADMIN = "/admin-api/website/message";

const create = endpoint({
  method: "post",
  path: "/app-api/website/about/message",
  access: open(),
  summary: "Sends a message to the company; five per hour and address",
  input: { body: MessageBody },
  output: z.boolean(),
  handle: async ({ body, ctx }) => {
    // Counted after validation: an invalid form does not use up one of the five.
    await limitNamed("message", contextOf(ctx).ip ?? "", ctx.path);
    return createMessage(body);
  },
});

const page = endpoint({
  method: "get",
  path: `${ADMIN}/page`,
  access: operator("website:message:query"),
  summary: "Lists messages, newest first",
  input: { query: MessagePageQuery },
  output: MessagePageView,
  handle: ({ query: { createTime, ...query } }) => pageMessages({ ...query, createdBetween: createTime }),
  view: ({ list, total }) => ({ list: list.map(messageView), total }),
});

const get = endpoint({
  method: "get",
  path: `${ADMIN}/get`,
  access: operator("website:message:query"),
  input: { query: IdQuery },
  output: MessageView,
  handle: ({ query }) => getMessage(query.id),
  view: messageView,
});

const handle = endpoint({
  method: "put",
  path: `${ADMIN}/handle`,
  access: operator("website:message:update"),
  summary: "Marks a message as handled or not handled, with a note",
  input: { body: MessageHandleBody },
  output: z.boolean(),
  handle: ({ body }) => handleMessage(body.id, body.handled, body.remark),
});

const remove = endpoint({
  method: "delete",
  path: `${ADMIN}/delete`,
  access: operator("website:message:delete"),
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteMessage(query.id),
});

export const websiteMessageEndpoints = [create, page, get, handle, remove];
