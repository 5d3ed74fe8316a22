import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import {
  changeOrderAddress,
  changeOrderPrice,
  changeOrderRemark,
  moveOrderExpiry,
  pickUpOrder,
  pickUpOrderByCode,
  refundOrder,
  shipOrder,
} from "#shared/domains/trade/index.js";
import { OrderIdBody, OrderUpdateExpireBody } from "./order.schemas.js";
import {
  OrderAddressBody,
  OrderPriceBody,
  OrderRefundBody,
  OrderRemarkBody,
  OrderShipBody,
  PickUpCodeQuery,
} from "./orderAdmin.schemas.js";

const updateExpire = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-expire",
  access: operator("trade:order:update"),
  summary: "Move the payment deadline of an unpaid order",
  input: { body: OrderUpdateExpireBody },
  output: z.boolean(),
  handle: ({ body }) => moveOrderExpiry(body.id, new Date(body.payExpireTime)),
});

const delivery = endpoint({
  method: "put",
  path: "/admin-api/trade/order/delivery",
  access: operator("trade:order:ship"),
  summary: "Ship a paid order; logisticsId 0: nothing needs to be sent",
  input: { body: OrderShipBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, logisticsId, logisticsNo = "" } }) =>
    shipOrder(actor.operatorId, { orderId: id, logisticsId, logisticsNo: logisticsId === 0 ? "" : logisticsNo }),
});

const pickUpById = endpoint({
  method: "put",
  path: "/admin-api/trade/order/pick-up-by-id",
  access: operator("trade:order:pick-up"),
  summary: "The member took the goods",
  input: { body: OrderIdBody },
  output: z.boolean(),
  handle: ({ actor, body }) => pickUpOrder(actor.operatorId, body.id),
});

const pickUpByCode = endpoint({
  method: "put",
  path: "/admin-api/trade/order/pick-up-by-verify-code",
  access: operator("trade:order:pick-up"),
  summary: "The member took the goods, proved by the code",
  input: { body: PickUpCodeQuery },
  output: z.boolean(),
  handle: ({ actor, body }) => pickUpOrderByCode(actor.operatorId, body.pickUpVerifyCode),
});

const updateRemark = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-remark",
  access: operator("trade:order:update"),
  summary: "The merchant's own note",
  input: { body: OrderRemarkBody },
  output: z.boolean(),
  handle: ({ body }) => changeOrderRemark(body.id, body.remark),
});

const updatePrice = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-price",
  access: operator("trade:order:update-price"),
  summary: "Change the price of an unpaid order, once",
  input: { body: OrderPriceBody },
  output: z.boolean(),
  idempotent: "after",
  handle: ({ actor, body }) => changeOrderPrice(actor.operatorId, body.id, body.adjustPrice),
});

const updateAddress = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-address",
  access: operator("trade:order:update"),
  summary: "Send an order that waits for shipment elsewhere",
  input: { body: OrderAddressBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, ...receiver } }) => changeOrderAddress(actor.operatorId, id, receiver),
});

const refund = endpoint({
  method: "put",
  path: "/admin-api/trade/order/refund",
  access: operator("trade:order:refund"),
  summary: "Give money of a paid order back; with Idempotency-Key, a second send answers as the first",
  input: { body: OrderRefundBody },
  output: z.number().int(),
  idempotent: "transaction",
  handle: ({ body }) => refundOrder(body.id, body.refundPrice, body.reason),
});

export const orderAdminEndpoints = [
  updateExpire,
  delivery,
  pickUpById,
  pickUpByCode,
  updateRemark,
  updatePrice,
  updateAddress,
  refund,
];
