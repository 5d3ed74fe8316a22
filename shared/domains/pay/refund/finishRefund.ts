import type { ChannelRefund } from "#shared/providers/pay/port.js";
import { refundToWallet } from "#shared/domains/wallet/index.js";
import { announce } from "#shared/kernel/queue/events.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { endAnomaly, listAnomaly } from "../anomaly/payAnomaly.js";
import { payRefundFailed, payRefundSucceeded } from "../pay.events.js";
import { PayOrderModel } from "../order/payOrder.model.js";
import { findPayOrder, isPaidByWallet } from "../order/payOrder.queries.js";
import { payOrderStates, PayStatus, refundStates, PayRefundStatus } from "../order/payOrder.states.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import { givenBack } from "./returnLateMoney.js";

/**
 * Records a refund's outcome, once (callback, response and query may all report it): its own state, the order's
 * refunded sum and state 20, and the event. No-op while it is under way.
 */
export async function finishRefund(refund: PayRefundDoc, found: ChannelRefund): Promise<void> {
  if (found.state === "success") await succeed(refund, found);
  else if (found.state === "failed") await fail(refund, found);
}

async function succeed(refund: PayRefundDoc, found: Extract<ChannelRefund, { state: "success" }>): Promise<void> {
  await inTransaction(async () => {
    const moved = await moveState(PayRefundModel, refundStates, {
      where: { _id: refund._id },
      from: PayRefundStatus.underWay,
      to: PayRefundStatus.succeeded,
      set: { successAt: found.refundedAt, channelRefundNo: found.channelRefundNo },
    });
    if (!moved) return;
    // Money that must not count is refunded, which ends its anomaly.
    if (refund.kind === "late") return endAnomaly({ refundId: refund._id, kind: { $in: givenBack } }, "refund");
    await giveToWallet(refund);
    const counted = await moveState(PayOrderModel, payOrderStates, {
      where: { _id: refund.payOrderId, refundingId: refund._id },
      from: [PayStatus.paid, PayStatus.refunded],
      to: PayStatus.refunded,
      set: { refundingId: null },
      inc: { refundFen: refund.refundFen, walletRefundFen: refund.walletRefundFen },
    });
    if (!counted) throw new Error(`refund ${refund.no} is not the one under way on its order`);
    if (refund.walletLostFen > 0) await listLost(refund);
    await announce(payRefundSucceeded, ended(refund));
  });
}

/** Refunds the wallet part to the wallet, after the channel's part, in the transaction that ends the refund. */
async function giveToWallet(refund: PayRefundDoc): Promise<void> {
  const order = await findPayOrder(refund.payOrderId);
  if (!order) throw new Error(`refund ${refund.no} has no pay order`);
  const amountFen = refund.walletRefundFen + (isPaidByWallet(order) ? refund.refundFen : 0);
  if (amountFen === 0) return;
  const { no } = await refundToWallet({ memberId: order.memberId, amountFen, refundId: refund._id });
  if (isPaidByWallet(order)) await PayRefundModel.updateOne({ _id: refund._id }, { $set: { channelRefundNo: no } });
}

/** Lists the wallet part that could not be refunded as the account is closed, once the channel's part succeeded. */
async function listLost(refund: PayRefundDoc): Promise<void> {
  await listAnomaly({
    kind: "walletClosed",
    key: `wallet-closed-${refund._id}`,
    payOrderId: refund.payOrderId,
    merchantOrderId: refund.merchantOrderId,
    attemptId: refund.attemptId,
    channelCode: "wallet",
    no: refund.no,
    paidFen: refund.walletLostFen,
    refundId: refund._id,
    note: "the member has left: this part was paid from the wallet and could not go back there",
  });
}

async function fail(refund: PayRefundDoc, found: Extract<ChannelRefund, { state: "failed" }>): Promise<void> {
  await inTransaction(async () => {
    const moved = await moveState(PayRefundModel, refundStates, {
      where: { _id: refund._id },
      from: PayRefundStatus.underWay,
      to: PayRefundStatus.failed,
      set: { failureCode: found.code, failureReason: found.reason },
    });
    if (!moved) return;
    await listAnomaly({
      kind: "refundFailed",
      key: `refund-${refund._id}`,
      payOrderId: refund.payOrderId,
      merchantOrderId: refund.merchantOrderId,
      attemptId: refund.attemptId,
      no: refund.no,
      paidFen: refund.refundFen,
      refundId: refund._id,
      note: `${found.code} ${found.reason}`.trim(),
    });
    if (refund.kind === "late") return;
    await PayOrderModel.updateOne({ _id: refund.payOrderId, refundingId: refund._id }, { $set: { refundingId: null } });
    await announce(payRefundFailed, ended(refund));
  });
}

const ended = ({ _id: refundId, payOrderId, appId }: PayRefundDoc) => ({ refundId, payOrderId, appId });
