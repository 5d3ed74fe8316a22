import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import {
  cancelOrderByOperator,
  changeOrderAddress,
  changeOrderPrice,
  changeOrderRemark,
  changeParcel,
  moveOrderExpiry,
  pickUpOrder,
  pickUpOrderByCode,
  refundOrder,
  shipOrder,
} from "#shared/domains/trade/index.js";
import { OrderIdBody, OrderUpdateExpireBody } from "./order.schemas.js";
import {
  OrderAddressBody,
  OrderCancelBody,
  OrderPriceBody,
  OrderRefundBody,
  OrderRemarkBody,
  OrderShipBody,
  OrderUpdateDeliveryBody,
  PickUpCodeQuery,
} from "./orderAdmin.schemas.js";

const updateExpire = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-expire",
  access: operator("trade:order:update"),
  summary: "Changes the payment deadline of an unpaid order",
  input: { body: OrderUpdateExpireBody },
  output: z.boolean(),
  handle: ({ actor, body }) => moveOrderExpiry(actor.operatorId, body.id, new Date(body.payExpireTime)),
});

const cancel = endpoint({
  method: "put",
  path: "/admin-api/trade/order/cancel",
  access: operator("trade:order:cancel"),
  summary: "Cancels an unpaid order; the reason is kept in its history and not shown to the member",
  input: { body: OrderCancelBody },
  output: z.boolean(),
  handle: ({ actor, body }) => cancelOrderByOperator(actor.operatorId, body.id, body.reason),
});

const delivery = endpoint({
  method: "put",
  path: "/admin-api/trade/order/delivery",
  access: operator("trade:order:ship"),
  summary: "Ships a paid order, in one parcel or piece by piece; logisticsId 0: nothing needs to be sent",
  input: { body: OrderShipBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ actor, body: { id, logisticsId, logisticsNo = "", items } }) =>
    shipOrder(actor.operatorId, { orderId: id, logisticsId, logisticsNo: logisticsId === 0 ? "" : logisticsNo, items }),
});

const updateDelivery = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-delivery",
  access: operator("trade:order:ship"),
  summary: "Corrects the delivery company and number of a parcel of an order, until it is signed for",
  input: { body: OrderUpdateDeliveryBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, ...change } }) => changeParcel(actor.operatorId, { orderId: id, ...change }),
});

const pickUpById = endpoint({
  method: "put",
  path: "/admin-api/trade/order/pick-up-by-id",
  access: operator("trade:order:pick-up"),
  summary: "Records that the member has picked the goods up",
  input: { body: OrderIdBody },
  output: z.boolean(),
  handle: ({ actor, body }) => pickUpOrder(actor.operatorId, body.id),
});

const pickUpByCode = endpoint({
  method: "put",
  path: "/admin-api/trade/order/pick-up-by-verify-code",
  access: operator("trade:order:pick-up"),
  summary: "Records that the member has picked the goods up, proved by the code",
  input: { body: PickUpCodeQuery },
  output: z.boolean(),
  handle: ({ actor, body }) => pickUpOrderByCode(actor.operatorId, body.pickUpVerifyCode),
});

const updateRemark = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-remark",
  access: operator("trade:order:update"),
  summary: "Sets the merchant's own note on an order",
  input: { body: OrderRemarkBody },
  output: z.boolean(),
  handle: ({ body }) => changeOrderRemark(body.id, body.remark),
});

const updatePrice = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-price",
  access: operator("trade:order:update-price"),
  summary: "Changes the price of an unpaid order, once",
  input: { body: OrderPriceBody },
  output: z.boolean(),
  idempotent: "after",
  handle: ({ actor, body }) => changeOrderPrice(actor.operatorId, body.id, body.adjustPrice),
});

const updateAddress = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-address",
  access: operator("trade:order:update"),
  summary: "Changes the address of an order that waits for shipment",
  input: { body: OrderAddressBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, ...receiver } }) => changeOrderAddress(actor.operatorId, id, receiver),
});

const refund = endpoint({
  method: "put",
  path: "/admin-api/trade/order/refund",
  access: operator("trade:order:refund"),
  summary:
    "Refunds part or all of a paid order (0 for free items); a repeat with the same Idempotency-Key gets the first response",
  input: { body: OrderRefundBody },
  output: z.number().int(),
  idempotent: "transaction",
  handle: ({ actor, body }) => refundOrder(actor.operatorId, body.id, body.refundPrice, body.reason),
});

export const orderAdminEndpoints = [
  updateExpire,
  cancel,
  delivery,
  updateDelivery,
  pickUpById,
  pickUpByCode,
  updateRemark,
  updatePrice,
  updateAddress,
  refund,
];
