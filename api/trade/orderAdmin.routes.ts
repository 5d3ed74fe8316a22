import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { moveOrderExpiry } from "#shared/domains/trade/index.js";
import { OrderUpdateExpireBody } from "./order.schemas.js";

const updateExpire = endpoint({
  method: "put",
  path: "/admin-api/trade/order/update-expire",
  access: operator("trade:order:update"),
  summary: "Move the payment deadline of an unpaid order",
  input: { body: OrderUpdateExpireBody },
  output: z.boolean(),
  handle: ({ body }) => moveOrderExpiry(body.id, new Date(body.payExpireTime)),
});

export const orderAdminEndpoints = [updateExpire];
