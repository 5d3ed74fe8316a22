import { z } from "zod";
import { Time } from "#api/http/fields.js";
import { AdminAfterSaleView } from "./afterSale.schemas.js";
import { MoveLogView } from "../order/orderLog.views.js";
import { OrderItemView } from "../order/order.schemas.js";

const int = z.number().int();
const text0 = z.string().nullable();

/** With its order, the item, the parcel's company and its log, oldest first. */
export const AdminAfterSaleDetail = AdminAfterSaleView.extend({
  logisticsName: text0,
  order: z
    .object({
      id: int,
      no: z.string(),
      status: int,
      payPrice: int,
      refundPrice: int,
      payOrderId: int.nullable(),
      payChannelCode: text0,
      createTime: Time,
    })
    .nullable(),
  orderItem: OrderItemView.nullable(),
  /** Tracks of the return parcel, newest first. */
  tracks: z.array(z.object({ time: Time, content: z.string() })),
  logs: z.array(MoveLogView),
  /** Of an open one: points that its refund would take back and that are spent, with their worth in fen. */
  pointsOwed: z.object({ points: int, price: int }).nullable(),
});
