import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import { pageWithMembers, withMember } from "#shared/domains/member/index.js";
import {
  pagePayOrders,
  pageRefunds,
  payOrderInFull,
  payRefundOutside,
  payRefundToWallet,
  redirectRefund,
} from "#shared/domains/pay/index.js";
import { byPayOrder, byRefund } from "../numbers.js";
import {
  PayOrderDetail,
  PayOrderPage,
  PayOrderPageQuery,
  PayRefundPage,
  PayRefundPageQuery,
  RefundPayOutsideBody,
  RefundRedirectBody,
  RefundToWalletBody,
} from "./orderAdmin.schemas.js";
import { payOrderAdminView, payOrderDetail, payRefundRow } from "./orderAdmin.views.js";

const orderPage = endpoint({
  method: "get",
  path: "/admin-api/pay/order/page",
  access: operator("pay:order:query"),
  summary:
    "Lists pay orders, newest first; no is any of their numbers, merchantOrderId also matches the shop order's number",
  input: { query: PayOrderPageQuery },
  output: PayOrderPage,
  handle: async ({ query }) => pageWithMembers(await pagePayOrders(await byPayOrder(query), query)),
  view: ({ list, total }) => ({ list: list.map(payOrderAdminView), total }),
});

const orderGetDetail = endpoint({
  method: "get",
  path: "/admin-api/pay/order/get-detail",
  access: operator("pay:order:query"),
  summary: "Returns a pay order with its attempts and refunds",
  input: { query: IdQuery },
  output: PayOrderDetail,
  handle: async ({ query }) => {
    const { order, ...tries } = await payOrderInFull(query.id);
    return { order: await withMember(order), ...tries };
  },
  view: payOrderDetail,
});

const refundPage = endpoint({
  method: "get",
  path: "/admin-api/pay/refund/page",
  access: operator("pay:refund:query"),
  summary: "Lists refunds, newest first; no is any of their numbers or of their order's",
  input: { query: PayRefundPageQuery },
  output: PayRefundPage,
  handle: async ({ query }) => pageWithMembers(await pageRefunds(await byRefund(query), query)),
  view: ({ list, total }) => ({ list: list.map(payRefundRow), total }),
});

const refundRedirect = endpoint({
  method: "put",
  path: "/admin-api/pay/refund/redirect",
  access: operator("pay:refund:redirect"),
  summary: "Has the channel pay a refund that waits for the shop to another account of the payer, or back to the shop",
  input: { body: RefundRedirectBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body: { id, to, bankType = "", bankAccount = "", realName = "" } }) =>
    redirectRefund(id, to === "payer" ? { bankType, bankAccount, realName } : null),
});

const refundPayOutside = endpoint({
  method: "put",
  path: "/admin-api/pay/refund/pay-outside",
  access: operator("pay:refund:pay-outside"),
  summary: "Ends a refund that the channel cannot make: the member was paid outside",
  input: { body: RefundPayOutsideBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body: { id, amount: amountFen, reason }, actor: { operatorId } }) =>
    payRefundOutside(id, { amountFen, reason, operatorId }),
});

const refundToWallet = endpoint({
  method: "put",
  path: "/admin-api/pay/refund/to-wallet",
  access: operator("pay:refund:to-wallet"),
  summary: "Pays a refund that the channel refused for good to the member's wallet",
  input: { body: RefundToWalletBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body: { id, reason }, actor: { operatorId } }) => payRefundToWallet(id, { reason, operatorId }),
});

export const payOrderAdminEndpoints = [
  orderPage,
  orderGetDetail,
  refundPage,
  refundRedirect,
  refundPayOutside,
  refundToWallet,
];
