import type { ChannelRefund } from "#shared/providers/pay/port.js";
import { announce } from "#shared/kernel/queue/events.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { endAnomaly } from "../anomaly/payAnomaly.js";
import { payRefundFailed } from "../pay.events.js";
import { PayOrderModel } from "../order/payOrder.model.js";
import { refundStates, PayRefundStatus } from "../order/payOrder.states.js";
import { bookLateRefund, bookRefund, ended } from "./bookRefund.js";
import { confirmRefund, doubtRefund } from "./doubtRefund.js";
import { goOn, waitForMerchant } from "./needsMerchant.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import { listRefund } from "./listRefund.js";

type Found<S extends ChannelRefund["state"]> = Extract<ChannelRefund, { state: S }>;

/**
 * Applies a channel's news of a refund, from a callback, a response or a query, in whatever order they come: the first
 * end is booked once; what contradicts it later is booked where money went back after all, and listed always (rules:
 * States of providers). No-op while it is under way, and for news that are known.
 */
export async function finishRefund({ _id }: Pick<PayRefundDoc, "_id">, found: ChannelRefund): Promise<void> {
  await inTransaction(async () => {
    const refund = await PayRefundModel.findById(_id).lean<PayRefundDoc>();
    if (!refund) return;
    if (refund.status === PayRefundStatus.underWay) return whileUnderWay(refund, found);
    if (refund.status === PayRefundStatus.succeeded) return afterSuccess(refund, found);
    return afterFailure(refund, found);
  });
}

async function whileUnderWay(refund: PayRefundDoc, found: ChannelRefund): Promise<void> {
  if (found.state === "success") return bookRefund(refund, found);
  if (found.state === "failed") return fail(refund, found);
  if (found.state === "needsMerchant") return waitForMerchant(refund, found);
  if (found.state === "processing") return goOn(refund);
}

async function afterSuccess(refund: PayRefundDoc, found: ChannelRefund): Promise<void> {
  if (found.state === "success") return confirmRefund(refund, found);
  // "processing" is older news than the end, and "absent" says something only where it is asked about.
  if (found.state === "failed" || found.state === "needsMerchant") return doubtRefund(refund, found);
}

async function afterFailure(refund: PayRefundDoc, found: ChannelRefund): Promise<void> {
  if (found.state === "success") return bookLateRefund(refund, found);
  if (found.state === "failed") return confirmRefund(refund, found);
  if (found.state === "needsMerchant") return doubtRefund(refund, found);
}

async function fail(refund: PayRefundDoc, { code, reason }: Found<"failed">): Promise<void> {
  const moved = await moveState(PayRefundModel, refundStates, {
    where: { _id: refund._id },
    from: PayRefundStatus.underWay,
    to: PayRefundStatus.failed,
    set: { failureCode: code, failureReason: reason, needsMerchant: false },
  });
  if (!moved) return;
  await endAnomaly({ refundId: refund._id, kind: "refundNeedsMerchant" }, "provider");
  await listRefund(refund, { kind: "refundFailed", key: `refund-${refund._id}`, note: `${code} ${reason}`.trim() });
  if (refund.kind === "late") return;
  await PayOrderModel.updateOne({ _id: refund.payOrderId, refundingId: refund._id }, { $set: { refundingId: null } });
  await announce(payRefundFailed, ended(refund));
}
