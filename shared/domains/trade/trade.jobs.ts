import { madeGoodBy, moved, once } from "#shared/kernel/queue/repeats.js";
import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { trackerGroups } from "#shared/kernel/config/providerGroups.js";
import { defineAsk, defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

const Order = z.object({ orderId: Id });
const PayOrder = z.object({ payOrderId: Id });

/**
 * Runs at an order's payment deadline. Idempotent: it changes no order, it only publishes that an unpaid one is past
 * its deadline, and the subscriber has one open job per pay order.
 */
export const closeUnpaidOrderJob = defineJob({
  name: "trade.closeUnpaidOrder",
  queue: "order-timeout",
  v: 1,
  payload: Order,
  key: (p) => `close-${p.orderId}`,
  ignoresRepeats: moved("an order is placed once; another deadline moves it"),
  about: (p) => ({ orderId: p.orderId }),
  maxRunMs: seconds(10),
});

/** Publishes every unpaid order past its deadline, in case its job was missed. Idempotent as above. */
export const sweepUnpaidOrdersJob = defineJob({
  name: "trade.sweepUnpaidOrders",
  queue: "order-timeout",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});

/**
 * Marks the mall order of a paid pay order paid. `orderId`: which order that is, where it is known. Idempotent: the order
 * leaves 0 once, by a guarded write.
 */
export const markOrderPaidJob = defineJob({
  name: "trade.markOrderPaid",
  queue: "trade",
  v: 1,
  payload: PayOrder.extend({ orderId: Id.optional() }),
  key: (p) => `paid-${p.payOrderId}`,
  ignoresRepeats: madeGoodBy(
    "trade.sweepUnpaidOrders",
    "a pay order is paid once; of an order that stays unpaid it is announced again",
  ),
  about: ({ payOrderId, orderId }) => ({ payOrderId, ...(orderId !== undefined && { orderId }) }),
  maxRunMs: seconds(10),
});

/** Cancels the mall order of a closed pay order. Idempotent: the order leaves 0 once, by a guarded write. */
export const cancelClosedOrderJob = defineJob({
  name: "trade.cancelClosedOrder",
  queue: "trade",
  v: 1,
  payload: PayOrder,
  key: (p) => `closed-${p.payOrderId}`,
  ignoresRepeats: madeGoodBy(
    "trade.sweepUnpaidOrders",
    "a pay order is closed once; of an order that stays unpaid it is announced again",
  ),
  about: (p) => ({ payOrderId: p.payOrderId }),
  maxRunMs: seconds(10),
});

const Parcel = z.object({ parcelId: Id });
const aboutParcel = ({ parcelId }: z.output<typeof Parcel>) => ({ parcelId });
const aboutOrder = (p: { orderId: number }) => ({ orderId: p.orderId });

/** Receives a shipped order whose time is over. Idempotent: the order leaves 20 once, by a guarded write. */
export const receiveShippedOrderJob = defineJob({
  name: "trade.receiveShippedOrder",
  queue: "order-timeout",
  v: 1,
  payload: Order,
  key: (p) => `receive-${p.orderId}`,
  ignoresRepeats: once("an order is shipped once"),
  about: aboutOrder,
  maxRunMs: seconds(10),
});

/**
 * Receives the orders of a parcel that was signed for some days ago. Idempotent: each order leaves 20 once, by a
 * guarded write.
 */
export const receiveSignedOrdersJob = defineJob({
  name: "trade.receiveSignedOrders",
  queue: "order-timeout",
  v: 1,
  payload: Parcel,
  key: (p) => `signed-${p.parcelId}`,
  ignoresRepeats: moved("a parcel is signed for once; a run that comes too early moves itself"),
  about: aboutParcel,
  maxRunMs: seconds(30),
});

/** Receives every order that was shipped too long ago, in case its job was missed. Idempotent as above. */
export const sweepShippedOrdersJob = defineJob({
  name: "trade.sweepShippedOrders",
  queue: "order-timeout",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});

/** Reviews items that their members did not. Idempotent: a unique index allows one review per item. */
export const sweepUnreviewedOrdersJob = defineJob({
  name: "trade.sweepUnreviewedOrders",
  queue: "order-timeout",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});

/**
 * Records on an order, and on the refund's after-sale, how a refund of its payment ended, which the refund's own row
 * says; the pay order is only for searches. Idempotent: a refund that the order has recorded is skipped, and an
 * after-sale leaves 40 once.
 */
export const applyRefundJob = defineJob({
  name: "trade.applyRefund",
  queue: "trade",
  v: 3,
  // Earlier versions also sent the outcome, which nothing reads any more.
  payload: z.object({ refundId: Id, payOrderId: Id }),
  key: (p) => `refund-${p.refundId}`,
  ignoresRepeats: once("a refund ends once"),
  about: (p) => ({ payOrderId: p.payOrderId, refundId: p.refundId }),
  maxRunMs: seconds(10),
});

/** Gives the coupons of a paid order. Idempotent: each order gives once, recorded in a row. */
export const giveOrderCouponsJob = defineJob({
  name: "trade.giveOrderCoupons",
  queue: "trade",
  v: 1,
  payload: Order,
  key: (p) => `coupons-${p.orderId}`,
  ignoresRepeats: once("an order is paid once"),
  about: aboutOrder,
  maxRunMs: seconds(10),
});

/**
 * Refunds the paid orders of a failed group; an order whose group has not failed is skipped. Idempotent: the number of
 * the refund is the order's own.
 */
export const refundFailedGroupJob = defineJob({
  name: "trade.refundFailedGroup",
  queue: "trade",
  v: 1,
  payload: z.object({ orderIds: z.array(Id) }),
  key: (p) => `group-${p.orderIds.join("-")}`,
  about: ({ orderIds }) => ({ orderId: orderIds }),
  // Another refund of the order may end and enqueue this while a run still finds that refund under way.
  runsAgain: true,
  maxRunMs: seconds(60),
});

/** Subscribes a parcel at the tracking provider. Idempotent: a subscribed one is skipped, also by the provider. */
export const subscribeParcelJob = defineJob({
  name: "trade.subscribeParcel",
  needs: trackerGroups,
  queue: "logistics",
  v: 1,
  payload: Parcel,
  key: (p) => `subscribe-${p.parcelId}`,
  ignoresRepeats: madeGoodBy(
    "trade.pollParcels",
    "a parcel that is not subscribed when it is polled is enqueued again",
  ),
  about: aboutParcel,
  maxRunMs: seconds(15),
});

/** Applies a stored push of tracks. Idempotent: a handled push is skipped, and tracks are unique. */
export const applyPushJob = defineJob({
  name: "trade.applyPush",
  needs: trackerGroups,
  queue: "logistics",
  v: 1,
  payload: z.object({ pushId: Id }),
  key: (p) => `push-${p.pushId}`,
  ignoresRepeats: once("a callback is stored once, with its job; a copy of it changes nothing"),
  about: ({ pushId }) => ({ pushId }),
  maxRunMs: seconds(10),
});

/** Adds a job for every parcel that is due for a poll. Idempotent: one open job per parcel. */
export const pollParcelsJob = defineJob({
  name: "trade.pollParcels",
  needs: trackerGroups,
  queue: "logistics",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});

/** Polls one parcel. Idempotent: the first run moves its next time, by a guarded write. */
export const pollParcelJob = defineJob({
  name: "trade.pollParcel",
  needs: trackerGroups,
  queue: "logistics",
  v: 1,
  payload: Parcel,
  key: (p) => `poll-${p.parcelId}`,
  about: aboutParcel,
  runsAgain: true,
  maxRunMs: seconds(15),
});

/** Refreshes one parcel for a client that reads its tracks. Idempotent: it reads there and merges here. */
export const askParcelJob = defineAsk<{ asked: true }>()({
  name: "trade.askParcel",
  needs: trackerGroups,
  queue: "logistics",
  v: 1,
  payload: Parcel,
  about: aboutParcel,
  maxRunMs: seconds(15),
});
