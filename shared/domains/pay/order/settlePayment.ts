import { walletErrors } from "#shared/domains/wallet/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nowAbout } from "#shared/kernel/request/context.js";
import { mulDivRound } from "#shared/kernel/money/money.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { abandonAttempts } from "./closePayOrder.js";
import { listAnomaly, unknownOrderKey } from "../anomaly/payAnomaly.js";
import { findChannel } from "../channel/payApp.queries.js";
import { over, PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { channelKinds } from "../channel/payChannel.codes.js";
import type { PaymentFound } from "../attempt/paymentFound.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";
import { findPayOrder } from "./payOrder.queries.js";
import { attemptStates, AttemptStatus, payOrderStates, PayStatus } from "./payOrder.states.js";
import { returnLateMoney } from "../refund/returnLateMoney.js";
import { announcePaid } from "../notify/startNotify.js";
import { takeWalletPart, wholeFen } from "../attempt/walletPart.js";

/** already: it was known. returned: it must not count and is refunded. unknown: it is for no attempt of ours. */
type Settlement = "settled" | "already" | "returned" | "unknown";

/**
 * Settles a payment in one transaction of guarded writes, so that concurrent callback, query and expiry settle once. A
 * wrong amount, a closed order or attempt and a second payment are listed and refunded automatically (rules: Payment).
 */
export async function settlePayment(payment: PaymentFound): Promise<Settlement> {
  try {
    return await inTransaction(() => settle(payment, settleNow));
  } catch (error) {
    if (!walletErrors.BalanceShort.is(error)) throw error;
    // The wallet part was released and spent meanwhile: the channel's part alone does not pay the order.
    return inTransaction(() =>
      settle(payment, (order, attempt) => returnLateMoney(order, attempt, payment, "walletShort")),
    );
  }
}

type Apply = (order: PayOrderDoc, attempt: PayAttemptDoc, payment: PaymentFound) => Promise<Settlement>;

async function settle(payment: PaymentFound, apply: Apply): Promise<Settlement> {
  const attempt = await PayAttemptModel.findOne({ no: payment.no }).lean<PayAttemptDoc>();
  const order = attempt ? await findPayOrder(attempt.payOrderId) : null;
  if (attempt) nowAbout({ attemptId: attempt._id, payOrderId: attempt.payOrderId });
  if (!attempt || !order || !isOf(attempt, payment)) {
    await listUnknown(payment);
    return "unknown";
  }
  if (attempt.channelOrderNo !== null) return "already";
  const covers = wholeFen({ priceFen: attempt.amountFen, walletPartFen: attempt.walletPartFen }) === wholeFen(order);
  if (payment.paidFen !== attempt.amountFen || !covers) return returnLateMoney(order, attempt, payment, "wrongAmount");
  // The shopper was informed that the attempt or order is closed, so the payment must not count any more.
  if (attempt.status === AttemptStatus.closed || order.status !== PayStatus.waiting)
    return returnLateMoney(order, attempt, payment, whyTooLate(order));
  return apply(order, attempt, payment);
}

/** Numbers are one sequence over all channels, so a provider or merchant must not settle an attempt of another one. */
function isOf(attempt: PayAttemptDoc, { family, merchantId }: PaymentFound): boolean {
  if (channelKinds[attempt.channelCode].family !== family) return false;
  return !merchantId || !attempt.merchantId || merchantId === attempt.merchantId;
}

async function settleNow(order: PayOrderDoc, attempt: PayAttemptDoc, payment: PaymentFound): Promise<Settlement> {
  const paid = await moveOrder(order, attempt, payment);
  if (!paid) return returnLateMoney(order, attempt, payment, whyTooLate(order));
  await moveAttempt(attempt, payment);
  await abandonAttempts(order._id, attempt._id);
  await takeWalletPart(order, attempt);
  await announcePaid(paid);
  return "settled";
}

const whyTooLate = (order: PayOrderDoc): "secondPayment" | "afterClose" =>
  order.status === PayStatus.paid || order.status === PayStatus.refunded ? "secondPayment" : "afterClose";

/** The updated order; undefined when it is not waiting any more. */
async function moveOrder(
  order: PayOrderDoc,
  attempt: PayAttemptDoc,
  payment: PaymentFound,
): Promise<PayOrderDoc | undefined> {
  const channel = await findChannel(attempt.channelId);
  const feeRate = channel?.feeRate ?? 0;
  const set = {
    // The provider's clock may be ahead of ours.
    successAt: payment.paidAt > clock.now() ? clock.now() : payment.paidAt,
    attemptId: attempt._id,
    no: attempt.no,
    priceFen: attempt.amountFen,
    walletPartFen: attempt.walletPartFen,
    channelId: attempt.channelId,
    channelCode: attempt.channelCode,
    channelFeeRate: feeRate,
    channelFeeFen: feeFen(attempt.amountFen, feeRate),
    channelUserId: payment.channelUserId,
    channelOrderNo: payment.channelOrderNo,
  };
  const moved = await moveState(PayOrderModel, payOrderStates, {
    where: { _id: order._id },
    from: PayStatus.waiting,
    to: PayStatus.paid,
    set,
  });
  return moved ? { ...order, ...set, status: PayStatus.paid } : undefined;
}

/** The provider's fee, rounded half up; the rate in percent has at most four decimals. */
export function feeFen(amountFen: number, ratePercent: number): number {
  return mulDivRound(amountFen, Math.round(ratePercent * 10_000), 1_000_000);
}

async function moveAttempt(attempt: PayAttemptDoc, payment: PaymentFound): Promise<void> {
  const { paidFen, paidAt, channelOrderNo, channelUserId } = payment;
  const moved = await moveState(PayAttemptModel, attemptStates, {
    where: { _id: attempt._id },
    from: AttemptStatus.waiting,
    to: AttemptStatus.paid,
    set: { ...over(attempt._id), paidFen, paidAt, channelOrderNo, channelUserId },
  });
  // It was closed between the read and this write: roll back, and let the caller retry.
  if (!moved) throw new Error(`attempt ${attempt.no} changed while its payment was settled`);
}

async function listUnknown(payment: PaymentFound): Promise<void> {
  await listAnomaly({
    kind: "unknownOrder",
    key: unknownOrderKey(payment),
    no: payment.no,
    channelCode: payment.family,
    channelOrderNo: payment.channelOrderNo,
    paidFen: payment.paidFen,
  });
}
