import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { given, IdQuery } from "#api/http/fields.js";
import {
  changeOperator,
  createOperator,
  deleteOperator,
  getOperator,
  pageOperators,
  resetOperatorPassword,
  resetOperatorTotp,
} from "#shared/domains/operator/index.js";
import { config } from "#shared/kernel/config/config.js";
import {
  OperatorCreateBody,
  OperatorIdBody,
  OperatorPage,
  OperatorPageQuery,
  OperatorPasswordBody,
  OperatorUpdateBody,
  OperatorView,
} from "./operator.schemas.js";
import { operatorView } from "./operator.views.js";
import { StatusBody } from "./role.schemas.js";

const at = (verb: string) => `/admin-api/system/user/${verb}`;

const create = endpoint({
  method: "post",
  path: at("create"),
  access: operator("system:user:create"),
  summary: "Creates an operator, who may sign in immediately, and returns the id",
  input: { body: OperatorCreateBody },
  output: z.number().int(),
  idempotent: "transaction",
  handle: ({ actor, body: { mustChangePassword, mobile, email, ...body } }) =>
    createOperator(
      actor,
      given({ ...body, mobile: mobile ?? undefined, email: email ?? undefined }),
      mustChangePassword ?? config.NEW_OPERATORS_CHANGE_PASSWORD,
    ),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator("system:user:update"),
  summary: "Updates an operator; new permissions apply immediately",
  input: { body: OperatorUpdateBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, ...changes } }) => changeOperator(actor, id, changes),
});

const updateStatus = endpoint({
  method: "put",
  path: at("update-status"),
  access: operator("system:user:update"),
  summary: "Enables (0) or disables (1) an operator; a disabled one is signed out of every device immediately",
  input: { body: StatusBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, status } }) => changeOperator(actor, id, { status }, "user.update-status"),
});

const updatePassword = endpoint({
  method: "put",
  path: at("update-password"),
  access: operator("system:user:update-password"),
  summary: "Sets another operator's password; they are signed out immediately and choose their own at the next sign-in",
  input: { body: OperatorPasswordBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, password } }) => resetOperatorPassword(actor, id, password),
});

const resetTotp = endpoint({
  method: "put",
  path: at("reset-totp"),
  access: operator("system:user:update"),
  summary: "Turns off the second factor of another operator who has lost it",
  input: { body: OperatorIdBody },
  output: z.boolean(),
  handle: ({ actor, body }) => resetOperatorTotp(actor, body.id),
});

const remove = endpoint({
  method: "delete",
  path: at("delete"),
  access: operator("system:user:delete"),
  summary: "Deletes another operator, who is signed out immediately",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ actor, query }) => deleteOperator(actor, query.id),
});

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator("system:user:query"),
  summary: "Returns an operator",
  input: { query: IdQuery },
  output: OperatorView,
  handle: ({ query }) => getOperator(query.id),
  view: operatorView,
});

const page = endpoint({
  method: "get",
  path: at("page"),
  access: operator("system:user:query"),
  summary: "Lists operators, newest first; names and mobile match by prefix",
  input: { query: OperatorPageQuery },
  output: OperatorPage,
  handle: ({ query: { createTime, ...filter } }) => pageOperators({ ...filter, between: createTime }, filter),
  view: ({ list, total }) => ({ list: list.map(operatorView), total }),
});

export const operatorEndpoints = [create, update, updateStatus, updatePassword, resetTotp, remove, get, page];
