import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import { PayRefundStatus } from "../order/payOrder.states.js";

/** Whether the channel has nothing more to say about it: a result that nothing contradicts. */
export const refundHasEnded = ({ status, inDoubt }: Pick<PayRefundDoc, "status" | "inDoubt">): boolean =>
  status !== PayRefundStatus.underWay && inDoubt !== true;

/** The outcome of a refund that a merchant requested. */
export interface EndedPayRefund {
  refundId: number;
  no: string;
  payOrderId: number;
  appId: number;
  merchantOrderId: string;
  merchantRefundId: string;
  succeeded: boolean;
}

/** Null for an unknown refund, one still under way, and an automatic one of money that must not count. */
export async function findEndedRefund(refundId: number): Promise<EndedPayRefund | null> {
  const refund = await PayRefundModel.findOne({ _id: refundId, kind: "order" }).lean<PayRefundDoc>();
  if (!refund || refund.status === PayRefundStatus.underWay) return null;
  const { no, payOrderId, appId, merchantOrderId, merchantRefundId, status } = refund;
  return {
    refundId,
    no,
    payOrderId,
    appId,
    merchantOrderId,
    merchantRefundId,
    succeeded: status === PayRefundStatus.succeeded,
  };
}
