import type { ChannelRefund } from "#shared/providers/pay/port.js";
import { refundToWallet, requireOpenWallet, walletErrors } from "#shared/domains/wallet/index.js";
import { announce } from "#shared/kernel/queue/events.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { endAnomaly } from "../anomaly/payAnomaly.js";
import { payRefundSucceeded } from "../pay.events.js";
import { PayOrderModel, type PayOrderDoc } from "../order/payOrder.model.js";
import { findPayOrder, isPaidByWallet } from "../order/payOrder.queries.js";
import { payOrderStates, PayStatus, refundStates, PayRefundStatus } from "../order/payOrder.states.js";
import { isPaidOtherwise } from "./doubtRefund.js";
import { listRefund } from "./listRefund.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import { firstRecheck } from "./recheckRefund.js";
import { givenBack } from "./returnLateMoney.js";

/** A success that the channel reports, or, without a number of its own, a payment by hand. */
type Success = Omit<Extract<ChannelRefund, { state: "success" }>, "state">;
type Set = Partial<PayRefundDoc>;

/**
 * Books a refund under way that succeeded, in the caller's transaction: its own state, the order's refunded sum and
 * state 20, the wallet's part, and the event. `set`: what else is written on it.
 */
export async function bookRefund(refund: PayRefundDoc, found: Success, set: Set = {}): Promise<void> {
  if (!(await move(refund, PayRefundStatus.underWay, found, set))) return;
  await endListed(refund, found);
  if (refund.kind === "late") return;
  const order = await orderOf(refund);
  await giveToWallet(refund, order);
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
}

/**
 * Books a refund that was booked as failed and succeeded after all, and lists it. Another refund of the order may be
 * under way, which the channel refuses if too little is left. More than was paid is listed and not booked.
 */
export async function bookLateRefund(failed: PayRefundDoc, found: Success): Promise<void> {
  const isBooked = await bookFailed(failed, found);
  if (!isBooked) await PayRefundModel.updateOne({ _id: failed._id }, { $set: { inDoubt: false } });
  const end = isBooked ? ": booked now" : "; not booked, as no more than was paid can be";
  await listRefund(failed, {
    kind: "refundContradicted",
    key: `refund-late-${failed._id}`,
    note: `booked as failed, the channel gave it back after all${end}`,
  });
}

/** Books a failed refund as succeeded, in the caller's transaction. False: with it more than was paid would go back. */
export async function bookFailed(failed: PayRefundDoc, found: Success, set: Set = {}): Promise<boolean> {
  const order = failed.kind === "late" ? null : await orderOf(failed);
  if (order && exceeds(order, failed)) return false;
  const refund = order ? await withWalletAsItIs(failed, order) : failed;
  const { walletRefundFen, walletLostFen } = refund;
  if (!(await move(refund, PayRefundStatus.failed, found, { ...set, walletRefundFen, walletLostFen })))
    throw new LostRace(`refund ${refund.no}`);
  await endListed(refund, found);
  if (!order) return true;
  await giveToWallet({ ...refund, ...set }, order);
  const counted = await moveState(PayOrderModel, payOrderStates, {
    where: { _id: order._id, refundFen: order.refundFen, walletRefundFen: order.walletRefundFen },
    from: [PayStatus.paid, PayStatus.refunded],
    to: PayStatus.refunded,
    inc: { refundFen: refund.refundFen, walletRefundFen: refund.walletRefundFen },
  });
  if (!counted) throw new LostRace(`refund ${refund.no}`);
  if (refund.walletLostFen > 0) await listLost(refund);
  await announce(payRefundSucceeded, ended(refund));
  return true;
}

const move = (
  refund: PayRefundDoc,
  from: PayRefundStatus,
  { refundedAt, channelRefundNo, toMerchant = false }: Success,
  set: Set = {},
): Promise<boolean> =>
  moveState(PayRefundModel, refundStates, {
    where: { _id: refund._id },
    from,
    to: PayRefundStatus.succeeded,
    set: {
      ...(refund.requestedAt && !isPaidOtherwise({ ...refund, ...set }) && firstRecheck()),
      successAt: refundedAt,
      channelRefundNo,
      toMerchant,
      failureCode: null,
      failureReason: null,
      needsMerchant: false,
      inDoubt: false,
      ...set,
    },
  });

/** Ends what was listed as long as the money was not back, and lists money that went to the shop instead. */
async function endListed(refund: PayRefundDoc, { toMerchant }: Success): Promise<void> {
  const over = ["refundNeedsMerchant", "refundFailed", ...(refund.kind === "late" ? givenBack : [])] as const;
  await endAnomaly({ refundId: refund._id, kind: { $in: over } }, "refund");
  await endAnomaly({ key: `refund-undone-${refund._id}` }, "provider");
  if (!toMerchant) return;
  await listRefund(refund, {
    kind: "refundToMerchant",
    key: `refund-to-merchant-${refund._id}`,
    note: "it came back to the shop's own account: pay the member outside and record that here",
  });
}

async function orderOf(refund: PayRefundDoc): Promise<PayOrderDoc> {
  const order = await findPayOrder(refund.payOrderId);
  if (!order) throw new Error(`refund ${refund.no} has no pay order`);
  return order;
}

const exceeds = (order: PayOrderDoc, refund: PayRefundDoc): boolean =>
  order.refundFen + refund.refundFen > order.priceFen ||
  order.walletRefundFen + refund.walletRefundFen > order.walletPartFen;

/** The account may have been closed since the refund failed: then its part cannot go to the wallet any more. */
async function withWalletAsItIs(refund: PayRefundDoc, { memberId }: PayOrderDoc): Promise<PayRefundDoc> {
  if (refund.walletRefundFen === 0) return refund;
  try {
    await requireOpenWallet(memberId);
    return refund;
  } catch (error) {
    if (!walletErrors.WalletClosed.is(error)) throw error;
    return { ...refund, walletRefundFen: 0, walletLostFen: refund.walletLostFen + refund.walletRefundFen };
  }
}

/**
 * Refunds the wallet part to the wallet, after the channel's part, in the transaction that ends the refund; with it what
 * goes there instead of the channel.
 */
async function giveToWallet(refund: PayRefundDoc, order: PayOrderDoc): Promise<void> {
  const byWallet = isPaidByWallet(order);
  const spentFen = refund.walletRefundFen + (byWallet ? refund.refundFen : 0);
  const amountFen = spentFen + (byWallet ? 0 : (refund.toWalletFen ?? 0));
  if (amountFen === 0) return;
  const { no } = await refundToWallet({ memberId: order.memberId, amountFen, spentFen, refundId: refund._id });
  if (byWallet) await PayRefundModel.updateOne({ _id: refund._id }, { $set: { channelRefundNo: no } });
}

/** Lists the wallet part that could not be refunded as the account is closed, once the channel's part succeeded. */
const listLost = (refund: PayRefundDoc): Promise<void> =>
  listRefund(refund, {
    kind: "walletClosed",
    key: `wallet-closed-${refund._id}`,
    channelCode: "wallet",
    paidFen: refund.walletLostFen,
    note: "the member has left: this part was paid from the wallet and could not go back there",
  });

export const ended = ({ _id: refundId, payOrderId, appId }: PayRefundDoc) => ({ refundId, payOrderId, appId });
