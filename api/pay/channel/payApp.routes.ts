import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  createPayApp,
  deletePayApp,
  listPayApps,
  pagePayApps,
  payAppWithSecret,
  rotatePayAppSecret,
  updatePayApp,
  updatePayAppStatus,
} from "#shared/domains/pay/index.js";
import {
  PayAppCreateBody,
  PayAppList,
  PayAppPage,
  PayAppPageQuery,
  PayAppStatusBody,
  PayAppUpdateBody,
  PayAppView,
} from "./payApp.schemas.js";
import { payAppInput, payAppRowView, payAppView } from "./payApp.views.js";

const appCreate = endpoint({
  method: "post",
  path: "/admin-api/pay/app/create",
  access: operator("pay:app:create"),
  summary: "Creates a pay app with its own signing secret and returns its id",
  input: { body: PayAppCreateBody },
  output: z.number(),
  handle: ({ body }) => createPayApp(payAppInput(body)),
});

const appUpdate = endpoint({
  method: "put",
  path: "/admin-api/pay/app/update",
  access: operator("pay:app:update"),
  summary: "Updates a pay app; existing orders keep their notify address",
  input: { body: PayAppUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updatePayApp(body.id, payAppInput(body)),
});

const appUpdateStatus = endpoint({
  method: "put",
  path: "/admin-api/pay/app/update-status",
  access: operator("pay:app:update"),
  summary: "Enables (0) or disables (1) a pay app; payments under way continue",
  input: { body: PayAppStatusBody },
  output: z.boolean(),
  handle: ({ body }) => updatePayAppStatus(body.id, body.status),
});

const appRotateSecret = endpoint({
  method: "put",
  path: "/admin-api/pay/app/rotate-secret",
  access: operator("pay:app:update"),
  summary: "Rotates the signing secret; for 24 h deliveries are also signed with the old one",
  input: { body: IdQuery },
  output: z.boolean(),
  handle: ({ body }) => rotatePayAppSecret(body.id),
});

const appDelete = endpoint({
  method: "delete",
  path: "/admin-api/pay/app/delete",
  access: operator("pay:app:delete"),
  summary: "Deletes a pay app that never had an order, with its channels",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deletePayApp(query.id),
});

const appGet = endpoint({
  method: "get",
  path: "/admin-api/pay/app/get",
  access: operator("pay:app:query"),
  summary: "Returns a pay app with the secret that signs its notifications",
  input: { query: IdQuery },
  output: PayAppView,
  handle: ({ query }) => payAppWithSecret(query.id),
  view: payAppView,
});

const appPage = endpoint({
  method: "get",
  path: "/admin-api/pay/app/page",
  access: operator("pay:app:query"),
  summary: "Lists pay apps with their enabled channels, newest first",
  input: { query: PayAppPageQuery },
  output: PayAppPage,
  handle: ({ query }) => pagePayApps(query, query),
  view: ({ list, total }) => ({ list: list.map(payAppRowView), total }),
});

const appList = endpoint({
  method: "get",
  path: "/admin-api/pay/app/list",
  access: operator("pay:app:query"),
  summary: "Lists all pay apps with their enabled channels",
  output: PayAppList,
  handle: () => listPayApps(),
  view: (apps) => apps.map(payAppRowView),
});

export const payAppAdminEndpoints = [
  appCreate,
  appUpdate,
  appUpdateStatus,
  appRotateSecret,
  appDelete,
  appGet,
  appPage,
  appList,
];
