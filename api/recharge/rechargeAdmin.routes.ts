import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import { pageWithMembers } from "#shared/domains/member/index.js";
import {
  createPackage,
  deletePackage,
  packageById,
  pagePackages,
  pageRecharges,
  refundRecharge,
  updatePackage,
} from "#shared/domains/recharge/index.js";
import {
  RechargeAdminPage,
  RechargeAdminPageQuery,
  RechargePackageAdminPage,
  RechargePackageAdminView,
  RechargePackageCreateBody,
  RechargePackagePageQuery,
  RechargePackageUpdateBody,
} from "./recharge.schemas.js";
import { packageInput, rechargeAdminView, rechargePackageAdminView } from "./recharge.views.js";

const packageCreate = endpoint({
  method: "post",
  path: "/admin-api/pay/wallet-recharge-package/create",
  access: operator("pay:wallet-recharge-package:create"),
  summary: "Creates a recharge package and returns its id",
  input: { body: RechargePackageCreateBody },
  output: z.number(),
  handle: ({ body }) => createPackage(packageInput(body)),
});

const packageUpdate = endpoint({
  method: "put",
  path: "/admin-api/pay/wallet-recharge-package/update",
  access: operator("pay:wallet-recharge-package:update"),
  summary: "Updates a recharge package; existing recharges keep their price",
  input: { body: RechargePackageUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updatePackage(body.id, packageInput(body)),
});

const packageDelete = endpoint({
  method: "delete",
  path: "/admin-api/pay/wallet-recharge-package/delete",
  access: operator("pay:wallet-recharge-package:delete"),
  summary: "Deletes a recharge package",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deletePackage(query.id),
});

const packageGet = endpoint({
  method: "get",
  path: "/admin-api/pay/wallet-recharge-package/get",
  access: operator("pay:wallet-recharge-package:query"),
  summary: "Returns a recharge package",
  input: { query: IdQuery },
  output: RechargePackageAdminView,
  handle: ({ query }) => packageById(query.id),
  view: rechargePackageAdminView,
});

const packagePage = endpoint({
  method: "get",
  path: "/admin-api/pay/wallet-recharge-package/page",
  access: operator("pay:wallet-recharge-package:query"),
  summary: "Lists all recharge packages, newest first",
  input: { query: RechargePackagePageQuery },
  output: RechargePackageAdminPage,
  handle: ({ query }) => pagePackages(query, query),
  view: ({ list, total }) => ({ list: list.map(rechargePackageAdminView), total }),
});

const rechargePage = endpoint({
  method: "get",
  path: "/admin-api/pay/wallet-recharge/page",
  access: operator("pay:wallet-recharge:query"),
  summary: "Lists recharges with the amounts that their refunds took back, newest first",
  input: { query: RechargeAdminPageQuery },
  output: RechargeAdminPage,
  handle: async ({ query: { userId: memberId, createTime: between, payStatus, refundStatus, payOrderId, ...page } }) =>
    pageWithMembers(await pageRecharges({ memberId, between, payStatus, refundStatus, payOrderId }, page)),
  view: ({ list, total }) => ({ list: list.map(rechargeAdminView), total }),
});

const rechargeRefund = endpoint({
  method: "post",
  path: "/admin-api/pay/wallet-recharge/refund",
  access: operator("pay:wallet-recharge:refund"),
  summary: "Refunds a paid recharge, including its bonus, and returns the id of its refund",
  input: { query: IdQuery },
  output: z.number(),
  body: "none",
  idempotent: "transaction",
  handle: ({ query }) => refundRecharge(query.id),
});

export const rechargeAdminEndpoints = [
  packageCreate,
  packageUpdate,
  packageDelete,
  packageGet,
  packagePage,
  rechargePage,
  rechargeRefund,
];
