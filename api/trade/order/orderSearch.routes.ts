import type { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { whyView } from "#api/operations/why.views.js";
import { whyOfOrder } from "#shared/domains/operations/index.js";
import {
  carriersOf,
  countOrders,
  orderInFull,
  orderOfPickUpCode,
  pageOrders,
  sumOrders,
  type OrderSearch,
} from "#shared/domains/trade/index.js";
import { OrderIdQuery } from "./order.schemas.js";
import {
  AdminOrderDetail,
  AdminOrderPage,
  AdminOrderWithWhy,
  OrderSearchPageQuery,
  OrderSearchQuery,
  OrderSummaryView,
  PickUpCodeQuery,
  StatusCountsView,
} from "./orderAdmin.schemas.js";
import { adminOrderDetail, adminOrderView, orderSummaryView } from "./orderAdmin.views.js";
import { withOperatorNames } from "./orderLog.joins.js";

const searchOf = ({ createTime, ...search }: z.output<typeof OrderSearchQuery>): OrderSearch => ({
  ...search,
  createdBetween: createTime,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/trade/order/page",
  access: operator("trade:order:query"),
  summary: "Lists orders of all members, newest first",
  input: { query: OrderSearchPageQuery },
  output: AdminOrderPage,
  handle: async ({ query }) => {
    const { list, total } = await pageOrders(searchOf(query), query);
    const carriers = await carriersOf(list.map(({ order }) => order));
    return { list: list.map((row) => ({ ...row, carriers })), total };
  },
  view: ({ list, total }) => ({ list: list.map(adminOrderView), total }),
});

const summary = endpoint({
  method: "get",
  path: "/admin-api/trade/order/summary",
  access: operator("trade:order:query"),
  summary: "Returns the counts and sums of the orders that match the same filters",
  input: { query: OrderSearchQuery },
  output: OrderSummaryView,
  handle: ({ query }) => sumOrders(searchOf(query)),
  view: orderSummaryView,
});

const countByStatus = endpoint({
  method: "get",
  path: "/admin-api/trade/order/count-by-status",
  access: operator("trade:order:query"),
  summary: "Counts the orders of each state; 10,000 may mean more",
  output: StatusCountsView,
  handle: () => countOrders(),
});

const getDetail = endpoint({
  method: "get",
  path: "/admin-api/trade/order/get-detail",
  access: operator("trade:order:query"),
  summary: "Returns an order: why it is where it is, and its items, member and log",
  input: { query: OrderIdQuery },
  output: AdminOrderWithWhy,
  handle: async ({ query, actor }) => {
    const full = await orderInFull(query.id);
    const [named, why] = await Promise.all([withOperatorNames(full), whyOfOrder(full.order, full.items)]);
    return { full: named, why: whyView(why, actor) };
  },
  view: ({ full, why }) => ({ ...adminOrderDetail(full), why }),
});

const getByPickUpCode = endpoint({
  method: "get",
  path: "/admin-api/trade/order/get-by-pick-up-verify-code",
  access: operator("trade:order:query"),
  summary: "Returns the order of a pick-up code",
  input: { query: PickUpCodeQuery },
  output: AdminOrderDetail,
  handle: async ({ query }) =>
    withOperatorNames(await orderInFull((await orderOfPickUpCode(query.pickUpVerifyCode))._id)),
  view: adminOrderDetail,
});

export const orderSearchEndpoints = [page, summary, countByStatus, getDetail, getByPickUpCode];
