import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";

/** What third parties are told of a refund, as it is now: ids, numbers, state, money in fen, times. Null: there is none. */
export async function refundNews(refundId: number): Promise<Record<string, unknown> | null> {
  const refund = await PayRefundModel.findById(refundId).lean<PayRefundDoc>();
  if (!refund) return null;
  return {
    refundId,
    no: refund.no,
    payOrderId: refund.payOrderId,
    appId: refund.appId,
    merchantOrderId: refund.merchantOrderId,
    merchantRefundId: refund.merchantRefundId,
    status: refund.status,
    refundPrice: refund.refundFen + refund.walletRefundFen,
    successTime: refund.successAt?.getTime() ?? null,
  };
}
