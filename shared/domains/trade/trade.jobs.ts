import { z } from "zod";
import { seconds } from "#shared/platform/clock.js";
import { defineJob } from "#shared/platform/jobs.js";
import { Id } from "#shared/platform/schemas.js";

const Order = z.object({ orderId: Id });
const PayOrder = z.object({ payOrderId: Id });

/**
 * Waits for an order's payment deadline. Twice is harmless: it changes no order, it only announces that an unpaid one
 * is past its deadline, and what reacts has one open job a pay order.
 */
export const closeUnpaidOrderJob = defineJob({
  name: "trade.closeUnpaidOrder",
  queue: "order-timeout",
  v: 1,
  payload: Order,
  key: (p) => `close-${p.orderId}`,
  about: (p) => ({ orderId: p.orderId }),
  maxRunMs: seconds(10),
});

/** Announces every unpaid order past its deadline: what a missed job left behind. Twice is harmless as above. */
export const sweepUnpaidOrdersJob = defineJob({
  name: "trade.sweepUnpaidOrders",
  queue: "order-timeout",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});

/** Marks the mall order of a paid pay order paid. Twice is harmless: the order leaves 0 once, by a guarded write. */
export const markOrderPaidJob = defineJob({
  name: "trade.markOrderPaid",
  queue: "trade",
  v: 1,
  payload: PayOrder,
  key: (p) => `paid-${p.payOrderId}`,
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: seconds(10),
});

/** Cancels the mall order of a closed pay order. Twice is harmless: the order leaves 0 once, by a guarded write. */
export const cancelClosedOrderJob = defineJob({
  name: "trade.cancelClosedOrder",
  queue: "trade",
  v: 1,
  payload: PayOrder,
  key: (p) => `closed-${p.payOrderId}`,
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: seconds(10),
});
