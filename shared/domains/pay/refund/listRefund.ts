import { listAnomaly, reopenAnomaly } from "../anomaly/payAnomaly.js";
import type { PayAnomalyDoc } from "../anomaly/payAnomaly.model.js";
import type { PayRefundDoc } from "./payRefund.model.js";

/** Lists a refund for the operators, once per key; again if the provider's news had ended it. */
export async function listRefund(
  refund: PayRefundDoc,
  anomaly: Pick<PayAnomalyDoc, "kind" | "key" | "note"> & Partial<Pick<PayAnomalyDoc, "paidFen" | "channelCode">>,
): Promise<void> {
  await listAnomaly({
    payOrderId: refund.payOrderId,
    merchantOrderId: refund.merchantOrderId,
    attemptId: refund.attemptId,
    no: refund.no,
    refundId: refund._id,
    paidFen: refund.refundFen,
    ...anomaly,
  });
  await reopenAnomaly(anomaly.key);
}
