import { announce } from "#shared/kernel/queue/events.js";
import { beginNotify } from "../notify/startNotify.js";
import { payOrderPaid } from "../pay.events.js";
import type { PayOrderDoc } from "./payOrder.model.js";

/** In the transaction that has just paid the order: whoever reacts has its job, and the merchant's message its first try. */
export async function announcePaid(order: PayOrderDoc): Promise<void> {
  await announce(payOrderPaid, { payOrderId: order._id, appId: order.appId });
  await beginNotify(order, null);
}
