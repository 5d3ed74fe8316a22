import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { isUnderWay } from "#shared/kernel/outbox/underWay.js";
import { payErrors } from "../pay.errors.js";
import { queryPayOrderJob, refundAtChannelJob } from "../pay.jobs.js";
import { refundHasEnded } from "../refund/endedRefund.js";
import { PayRefundModel, type PayRefundDoc } from "../refund/payRefund.model.js";
import { findPayOrder, openAttempts } from "./payOrder.queries.js";
import { PayStatus } from "./payOrder.states.js";

/**
 * An operator has the channels asked at once about a payment that waits. False: they are being asked already. Throws
 * 1007002000, 1007002001, 1007002006.
 */
export async function queryPayOrder(payOrderId: number): Promise<boolean> {
  return inTransaction(async () => {
    const order = await findPayOrder(payOrderId);
    if (!order) throw payErrors.PayOrderNotFound();
    if (order.status !== PayStatus.waiting) throw payErrors.PayOrderNotWaiting();
    const attempts = await openAttempts(payOrderId);
    if (attempts.length === 0) throw payErrors.NothingAtChannel();
    if (await isUnderWay(queryPayOrderJob, { payOrderId })) return false;
    await enqueue(queryPayOrderJob, { payOrderId }, { replace: true });
    const after = { attempts: attempts.map(({ no }) => no) };
    await recordOperation({ module: "pay", action: "order.query", bizId: payOrderId, after });
    return true;
  });
}

/** The same about a refund that has not ended or is in doubt. Throws 1007006004, 1007006013. */
export async function queryRefund(refundId: number): Promise<boolean> {
  return inTransaction(async () => {
    const refund = await PayRefundModel.findById(refundId).lean<PayRefundDoc>();
    if (!refund) throw payErrors.RefundNotFound();
    if (refundHasEnded(refund)) throw payErrors.RefundEnded();
    if (await isUnderWay(refundAtChannelJob, { refundId })) return false;
    await enqueue(refundAtChannelJob, { refundId }, { replace: true });
    await recordOperation({ module: "pay", action: "refund.query", bizId: refundId, after: { no: refund.no } });
    return true;
  });
}
