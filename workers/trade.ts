import {
  closeUnpaidOrderJob,
  sweepUnpaidOrdersJob,
  markOrderPaidJob,
  cancelClosedOrderJob,
  receiveSignedOrdersJob,
  receiveShippedOrderJob,
  sweepShippedOrdersJob,
  sweepUnreviewedOrdersJob,
  giveOrderCouponsJob,
  refundFailedGroupJob,
  applyRefundJob,
  subscribeParcelJob,
  applyPushJob,
  pollParcelsJob,
  pollParcelJob,
  askParcelJob,
} from "#shared/domains/trade/trade.jobs.js";
import {
  expireOrder,
  expireDueOrders,
  markOrderPaid,
  cancelClosedOrder,
  giveOrderCoupons,
  refundFailedGroup,
  applyRefund,
  subscribeParcel,
  pollParcels,
  pollParcel,
  refreshParcel,
} from "#shared/domains/trade/worker.js";
import {
  receiveSignedOrders,
  receiveShippedOrder,
  receiveDueOrders,
  reviewDueOrders,
  applyPush,
} from "#shared/domains/trade/index.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(closeUnpaidOrderJob, ({ orderId }) => expireOrder(orderId)),
  processor(sweepUnpaidOrdersJob, () => expireDueOrders()),
  processor(markOrderPaidJob, ({ payOrderId, orderId }) => markOrderPaid(payOrderId, orderId)),
  processor(cancelClosedOrderJob, ({ payOrderId }) => cancelClosedOrder(payOrderId)),
  processor(receiveSignedOrdersJob, ({ parcelId }) => receiveSignedOrders(parcelId)),
  processor(receiveShippedOrderJob, ({ orderId }) => receiveShippedOrder(orderId)),
  processor(sweepShippedOrdersJob, () => receiveDueOrders()),
  processor(sweepUnreviewedOrdersJob, () => reviewDueOrders()),
  processor(giveOrderCouponsJob, ({ orderId }) => giveOrderCoupons(orderId)),
  processor(refundFailedGroupJob, ({ orderIds }) => refundFailedGroup(orderIds)),
  processor(applyRefundJob, ({ payOrderId }) => applyRefund(payOrderId)),
  processor(subscribeParcelJob, ({ parcelId }) => subscribeParcel(parcelId)),
  processor(applyPushJob, ({ pushId }) => applyPush(pushId)),
  processor(pollParcelsJob, () => pollParcels()),
  processor(pollParcelJob, ({ parcelId }) => pollParcel(parcelId)),
  processor(askParcelJob, async ({ parcelId }) => {
    await refreshParcel(parcelId);
    return { asked: true } as const;
  }),
] satisfies Processor[];
