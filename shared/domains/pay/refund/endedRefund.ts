import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import { PayRefundStatus } from "../order/payOrder.states.js";

/** How a refund that a seller asked for ended, as its own row says it. */
interface EndedPayRefund {
  refundId: number;
  payOrderId: number;
  appId: number;
  merchantOrderId: string;
  merchantRefundId: string;
  succeeded: boolean;
}

/** Null for an unknown refund, one that is still under way, and one of money that never counted. */
export async function findEndedRefund(refundId: number): Promise<EndedPayRefund | null> {
  const refund = await PayRefundModel.findOne({ _id: refundId, kind: "order" }).lean<PayRefundDoc>();
  if (!refund || refund.status === PayRefundStatus.underWay) return null;
  const { payOrderId, appId, merchantOrderId, merchantRefundId, status } = refund;
  return {
    refundId,
    payOrderId,
    appId,
    merchantOrderId,
    merchantRefundId,
    succeeded: status === PayRefundStatus.succeeded,
  };
}
