import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineAsk, defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

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

const Parcel = z.object({ parcelId: Id });
const aboutParcel = ({ parcelId }: z.output<typeof Parcel>) => ({ parcelId });
const aboutOrder = (p: { orderId: number }) => ({ orderId: p.orderId });

/** A shipped order's time to be received is over. Twice is harmless: the order leaves 20 once, by a guarded write. */
export const receiveShippedOrderJob = defineJob({
  name: "trade.receiveShippedOrder",
  queue: "order-timeout",
  v: 1,
  payload: Order,
  key: (p) => `receive-${p.orderId}`,
  about: aboutOrder,
  maxRunMs: seconds(10),
});

/**
 * A parcel was signed for some days ago: its orders are received. Twice is harmless: each order leaves 20 once, by a
 * guarded write.
 */
export const receiveSignedOrdersJob = defineJob({
  name: "trade.receiveSignedOrders",
  queue: "order-timeout",
  v: 1,
  payload: Parcel,
  key: (p) => `signed-${p.parcelId}`,
  about: aboutParcel,
  maxRunMs: seconds(30),
});

/** Receives every order that was shipped too long ago: what a missed job left behind. Twice is harmless as above. */
export const sweepShippedOrdersJob = defineJob({
  name: "trade.sweepShippedOrders",
  queue: "order-timeout",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});

/** Reviews what its members did not. Twice is harmless: an item takes one review, refused by its unique index. */
export const sweepUnreviewedOrdersJob = defineJob({
  name: "trade.sweepUnreviewedOrders",
  queue: "order-timeout",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});

/**
 * Tells an order, and the after-sale whose refund it was, how a refund of its payment ended. The refund's own row says
 * that; the pay order is for the search alone. Twice is harmless: it takes over the pay order's own sum, an order that has
 * it already is left alone, and an after-sale leaves 40 once.
 */
export const applyRefundJob = defineJob({
  name: "trade.applyRefund",
  queue: "trade",
  v: 3,
  // Earlier versions also said how the refund had ended, which nobody reads any more.
  payload: z.object({ refundId: Id, payOrderId: Id }),
  key: (p) => `refund-${p.refundId}`,
  about: (p) => ({ payOrderId: p.payOrderId, refundId: p.refundId }),
  maxRunMs: seconds(10),
});

/** Gives the coupons of a paid order. Twice is harmless: an order gives once, by a row of its own. */
export const giveOrderCouponsJob = defineJob({
  name: "trade.giveOrderCoupons",
  queue: "trade",
  v: 1,
  payload: Order,
  key: (p) => `coupons-${p.orderId}`,
  about: aboutOrder,
  maxRunMs: seconds(10),
});

/**
 * Refunds the paid orders of a group that failed; an order whose group has not failed is left alone. Twice is harmless:
 * the number of the refund is the order's own.
 */
export const refundFailedGroupJob = defineJob({
  name: "trade.refundFailedGroup",
  queue: "trade",
  v: 1,
  payload: z.object({ orderIds: z.array(Id) }),
  key: (p) => `group-${p.orderIds.join("-")}`,
  about: ({ orderIds }) => ({ orderId: orderIds }),
  // Another refund of the order may end, and ask for this, while a run finds it under way still.
  runsAgain: true,
  maxRunMs: seconds(60),
});

/** Subscribes a parcel at the tracking provider. Twice is harmless: a subscribed one is left alone, there too. */
export const subscribeParcelJob = defineJob({
  name: "trade.subscribeParcel",
  queue: "logistics",
  v: 1,
  payload: Parcel,
  key: (p) => `subscribe-${p.parcelId}`,
  about: aboutParcel,
  maxRunMs: seconds(15),
});

/** Applies a stored push of tracks. Twice is harmless: a handled one is skipped, the same track is one track. */
export const applyPushJob = defineJob({
  name: "trade.applyPush",
  queue: "logistics",
  v: 1,
  payload: z.object({ pushId: Id }),
  key: (p) => `push-${p.pushId}`,
  about: ({ pushId }) => ({ pushId }),
  maxRunMs: seconds(10),
});

/** Adds a job for every parcel that is due to be asked for. Twice is harmless: one open job a parcel. */
export const pollParcelsJob = defineJob({
  name: "trade.pollParcels",
  queue: "logistics",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});

/** Asks for one parcel. Twice is harmless: the first run moves its next time, by a guarded write. */
export const pollParcelJob = defineJob({
  name: "trade.pollParcel",
  queue: "logistics",
  v: 1,
  payload: Parcel,
  key: (p) => `poll-${p.parcelId}`,
  about: aboutParcel,
  runsAgain: true,
  maxRunMs: seconds(15),
});

/** Asked by a client who reads tracks: refreshes one parcel. Twice is harmless: it reads there and merges here. */
export const askParcelJob = defineAsk<{ asked: true }>()({
  name: "trade.askParcel",
  queue: "logistics",
  v: 1,
  payload: Parcel,
  about: aboutParcel,
  maxRunMs: seconds(15),
});
