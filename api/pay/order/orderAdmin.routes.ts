import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import { whyView } from "#api/operations/why.views.js";
import { pageWithMembers, withMember } from "#shared/domains/member/index.js";
import { whyOfPayment, whyOfRefund } from "#shared/domains/operations/index.js";
import {
  pagePayOrders,
  pageRefunds,
  payOrderInFull,
  payRefundOutside,
  payRefundToWallet,
  queryPayOrder,
  queryRefund,
  redirectRefund,
  refundInFull,
} from "#shared/domains/pay/index.js";
import { byPayOrder, byRefund } from "../numbers.js";
import {
  PayOrderDetail,
  PayOrderPage,
  PayOrderPageQuery,
  PayRefundDetail,
  PayRefundPage,
  PayRefundPageQuery,
  QueryChannelBody,
  RefundPayOutsideBody,
  RefundRedirectBody,
  RefundToWalletBody,
} from "./orderAdmin.schemas.js";
import { payOrderAdminView, payOrderDetail, payRefundDetail, payRefundRow } from "./orderAdmin.views.js";

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
  summary: "Returns a pay order: why it is where it is, and its attempts and refunds",
  input: { query: IdQuery },
  output: PayOrderDetail,
  handle: async ({ query, actor }) => {
    const { order, ...tries } = await payOrderInFull(query.id);
    const [whole, { why, ofRefunds }] = await Promise.all([withMember(order), whyOfPayment({ order, ...tries })]);
    return {
      ...tries,
      order: whole,
      why: whyView(why, actor),
      ofRefunds: ofRefunds.map((one) => whyView(one, actor)),
    };
  },
  view: payOrderDetail,
});

const orderQueryChannel = endpoint({
  method: "put",
  path: "/admin-api/pay/order/query-channel",
  access: operator("pay:order:query-channel"),
  summary:
    "Has the channels asked at once about a pay order that waits; false: they are being asked already. Its `why` tells when that is over",
  input: { body: QueryChannelBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body }) => queryPayOrder(body.id),
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

const refundGetDetail = endpoint({
  method: "get",
  path: "/admin-api/pay/refund/get-detail",
  access: operator("pay:refund:query"),
  summary: "Returns a refund, and why it is where it is",
  input: { query: IdQuery },
  output: PayRefundDetail,
  handle: async ({ query, actor }) => {
    const refund = await refundInFull(query.id);
    const [whole, why] = await Promise.all([withMember(refund), whyOfRefund(refund)]);
    return { refund: whole, why: whyView(why, actor) };
  },
  view: ({ refund, why }) => payRefundDetail(refund, why),
});

const refundQueryChannel = endpoint({
  method: "put",
  path: "/admin-api/pay/refund/query-channel",
  access: operator("pay:refund:query-channel"),
  summary:
    "Has the channel asked at once about a refund that has not ended or is in doubt; false: it is being asked already",
  input: { body: QueryChannelBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body }) => queryRefund(body.id),
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
  orderQueryChannel,
  refundPage,
  refundGetDetail,
  refundQueryChannel,
  refundRedirect,
  refundPayOutside,
  refundToWallet,
];
