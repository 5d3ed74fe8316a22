import { listAnomaly } from "../anomaly/payAnomaly.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { findPayOrder } from "../order/payOrder.queries.js";

interface Found {
  /** The number of the payment, and of the refund if it has one. */
  paymentNo: string;
  no: string | null;
  refundFen: number;
  at?: Date;
}

/**
 * Lists money that the provider gave back without an order of ours, as from its console: it is not booked, as nobody here
 * said for which goods, and a refund of ours may find too little left.
 */
export async function listRefundedThere({ paymentNo, no, refundFen, at }: Found): Promise<void> {
  const attempt = await PayAttemptModel.findOne({ no: paymentNo }).lean<PayAttemptDoc>();
  const order = attempt && (await findPayOrder(attempt.payOrderId));
  await listAnomaly({
    kind: "refundedThere",
    key: `refunded-there-${no ?? `${paymentNo}-${at?.getTime() ?? 0}`}`,
    payOrderId: order?._id ?? null,
    merchantOrderId: order?.merchantOrderId ?? null,
    attemptId: attempt?._id ?? null,
    channelCode: attempt?.channelCode ?? null,
    channelOrderNo: attempt?.channelOrderNo ?? null,
    no: no ?? paymentNo,
    paidFen: refundFen,
    note: `given back at the provider, not by this shop: payment ${paymentNo}; record on the order what it was for`,
  });
}
