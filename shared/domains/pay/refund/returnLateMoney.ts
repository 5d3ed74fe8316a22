import { clock } from "#shared/kernel/time/clock.js";
import { nextId, serialNumber } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { listAnomaly } from "../anomaly/payAnomaly.js";
import type { AnomalyKind } from "../anomaly/payAnomaly.model.js";
import { over, PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import type { PayOrderDoc } from "../order/payOrder.model.js";
import { PayRefundModel } from "./payRefund.model.js";
import { refundAtChannelJob } from "../pay.jobs.js";
import type { PaymentFound } from "../attempt/paymentFound.js";
import { dropWalletPart } from "../attempt/walletPart.js";
import { AttemptStatus, PayRefundStatus } from "../order/payOrder.states.js";

/** Why money must not count: it is listed and refunded automatically. */
export const givenBack = ["wrongAmount", "afterClose", "secondPayment", "walletShort"] as const;
type GivenBack = Extract<AnomalyKind, (typeof givenBack)[number]>;

/**
 * For money that must not count: ends the attempt, releases its wallet part, lists the money for operators and refunds
 * it once. In the caller's transaction; the guarded write on the attempt makes a second call a no-op.
 */
export async function returnLateMoney(
  order: PayOrderDoc,
  attempt: PayAttemptDoc,
  payment: PaymentFound,
  kind: GivenBack,
): Promise<"returned" | "already"> {
  const { paidFen, paidAt, channelOrderNo, channelUserId } = payment;
  const { modifiedCount } = await PayAttemptModel.updateOne(
    { _id: attempt._id, channelOrderNo: null },
    { $set: { status: AttemptStatus.closed, ...over(attempt._id), paidFen, paidAt, channelOrderNo, channelUserId } },
  );
  if (modifiedCount === 0) return "already";
  await dropWalletPart(attempt);
  const refundId = await nextId("payRefunds");
  await PayRefundModel.create([
    {
      _id: refundId,
      no: serialNumber("R", refundId),
      merchantRefundId: `late-${attempt._id}`,
      payOrderId: order._id,
      attemptId: attempt._id,
      appId: order.appId,
      merchantOrderId: order.merchantOrderId,
      refundFen: paidFen,
      reason: reasons[kind],
      kind: "late",
      status: PayRefundStatus.underWay,
      nextAskAt: clock.after(60_000),
    },
  ]);
  await listAnomaly({
    kind,
    key: `late-${attempt._id}`,
    payOrderId: order._id,
    merchantOrderId: order.merchantOrderId,
    attemptId: attempt._id,
    channelCode: attempt.channelCode,
    no: attempt.no,
    channelOrderNo,
    paidFen,
    expectedFen: attempt.amountFen,
    refundId,
  });
  await enqueue(refundAtChannelJob, { refundId });
  return "returned";
}

const reasons = {
  wrongAmount: "支付金额与订单不符，自动退款",
  afterClose: "订单已关闭，自动退款",
  secondPayment: "订单重复支付，自动退款",
  walletShort: "钱包余额不足，自动退款",
} as const;
