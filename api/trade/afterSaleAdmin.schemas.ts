import { z } from "zod";
import { Time } from "#api/http/fields.js";
import { AdminAfterSaleView } from "./afterSale.schemas.js";
import { OrderItemView } from "./order.schemas.js";

const int = z.number().int();
const text0 = z.string().nullable();

/** With its order, the item, the parcel's company and what happened, oldest first. */
export const AdminAfterSaleDetail = AdminAfterSaleView.extend({
  logisticsName: text0,
  order: z
    .object({
      id: int,
      no: z.string(),
      status: int,
      payPrice: int,
      refundPrice: int,
      payChannelCode: text0,
      createTime: Time,
    })
    .nullable(),
  orderItem: OrderItemView.nullable(),
  logs: z.array(
    z.object({
      id: int,
      userId: int,
      userType: int,
      beforeStatus: int.nullable(),
      afterStatus: int,
      operateType: int,
      content: z.string(),
      createTime: Time,
    }),
  ),
});
