import { z } from "zod";
import { endpoint, member } from "#api/http/endpoint.js";
import { ownOrderItem, receiveOrder, reviewOrderItem } from "#shared/domains/trade/index.js";
import { ItemReviewBody, OrderIdBody, OrderItemView } from "./order.schemas.js";
import { orderItemView } from "./order.views.js";

const receive = endpoint({
  method: "post",
  path: "/app-api/trade/order/receive",
  access: member(),
  summary: "Confirms the receipt of a shipped order",
  input: { body: OrderIdBody },
  output: z.boolean(),
  handle: ({ actor, body }) => receiveOrder(actor.memberId, body.id),
});

const getItem = endpoint({
  method: "post",
  path: "/app-api/trade/order/item/get",
  access: member(),
  summary: "Returns an item of an order",
  input: { body: OrderIdBody },
  output: OrderItemView,
  handle: ({ actor, body }) => ownOrderItem(actor.memberId, body.id),
  view: orderItemView,
});

const createComment = endpoint({
  method: "post",
  path: "/app-api/trade/order/item/createOrderItemComment",
  access: member(),
  summary: "Reviews an item of a completed order",
  input: { body: ItemReviewBody },
  output: z.number().int(),
  handle: ({ actor, body: { orderItemId, picUrls, ...review } }) =>
    reviewOrderItem(actor.memberId, orderItemId, { ...review, picUrls: picUrls ?? [] }),
});

export const orderItemEndpoints = [receive, getItem, createComment];
