import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import { pageWithMembers, withMember } from "#shared/domains/member/index.js";
import { pagePayOrders, pageRefunds, payOrderInFull } from "#shared/domains/pay/index.js";
import { byPayOrder, byRefund } from "../numbers.js";
import {
  PayOrderDetail,
  PayOrderPage,
  PayOrderPageQuery,
  PayRefundPage,
  PayRefundPageQuery,
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

export const payOrderAdminEndpoints = [orderPage, orderGetDetail, refundPage];
