import { z } from "zod";
import { endpoint, member } from "#api/http/endpoint.js";
import { pageOf } from "#api/http/fields.js";
import {
  cancelOrder,
  carriersOf,
  checkCanBuy,
  deleteOrder,
  pageOrdersOfMember,
  ownOrderWithItems,
  placeOrder,
  settleOrder,
} from "#shared/domains/trade/index.js";
import {
  BuyCheckBody,
  OrderCreateBody,
  OrderCreated,
  OrderDetailView,
  OrderIdBody,
  OrderIdQuery,
  OrderListEntry,
  OrderPageBody,
} from "./order.schemas.js";
import { orderDetailView, orderListEntry } from "./order.views.js";
import { SettlementBody, SettlementView } from "../checkout/settlement.schemas.js";
import { settlementView } from "../checkout/settlement.views.js";

const settlement = endpoint({
  method: "post",
  path: "/app-api/trade/order/settlement",
  access: member(),
  summary: "Returns what an order would cost",
  input: { body: SettlementBody },
  output: SettlementView,
  handle: ({ actor, body: { items, ...rest } }) => settleOrder(actor.memberId, { ...rest, lines: items }),
  view: settlementView,
});

const validateIsToBuy = endpoint({
  method: "post",
  path: "/app-api/trade/order/validateIsToBuy",
  access: member(),
  summary: "Checks whether these products can be ordered",
  input: { body: BuyCheckBody },
  output: z.boolean(),
  handle: ({ body }) => checkCanBuy(body),
});

const create = endpoint({
  method: "post",
  path: "/app-api/trade/order/create",
  access: member(),
  summary: "Places an order; a repeat with the same Idempotency-Key gets the first response",
  input: { body: OrderCreateBody },
  output: OrderCreated,
  idempotent: "transaction",
  handle: ({ actor, body: { items, ...rest } }) => placeOrder(actor.memberId, { ...rest, lines: items }),
  view: ({ orderId, payOrderId }) => ({ id: orderId, payOrderId }),
});

const page = endpoint({
  method: "post",
  path: "/app-api/trade/order/page",
  access: member(),
  summary: "Lists the member's orders, newest first",
  input: { body: OrderPageBody },
  output: pageOf(OrderListEntry),
  handle: ({ actor, body }) => pageOrdersOfMember(actor.memberId, body),
  view: ({ list, total }) => ({ list: list.map(orderListEntry), total }),
});

const getOrderDetail = endpoint({
  method: "get",
  path: "/app-api/trade/order/getOrderDetail",
  access: member(),
  summary: "Returns an order with its items",
  input: { query: OrderIdQuery },
  output: OrderDetailView,
  handle: async ({ actor, query }) => {
    const found = await ownOrderWithItems(actor.memberId, query.id);
    return { ...found, carriers: await carriersOf([found.order]) };
  },
  view: orderDetailView,
});

const cancel = endpoint({
  method: "post",
  path: "/app-api/trade/order/cancel",
  access: member(),
  summary: "Cancels an unpaid order",
  input: { body: OrderIdBody },
  output: z.boolean(),
  handle: ({ actor, body }) => cancelOrder(actor.memberId, body.id),
});

const remove = endpoint({
  method: "post",
  path: "/app-api/trade/order/delete",
  access: member(),
  summary: "Hides a completed or cancelled order",
  input: { body: OrderIdBody },
  output: z.boolean(),
  handle: ({ actor, body }) => deleteOrder(actor.memberId, body.id),
});

export const orderEndpoints = [settlement, validateIsToBuy, create, page, getOrderDetail, cancel, remove];
