import { payErrors } from "../pay.errors.js";
import { payersOf } from "../order/payOrder.queries.js";
import { PayRefundStatus } from "../order/payOrder.states.js";
import type { RefundRow } from "../order/pagePayOrders.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";

/** A refund with the paying member. Throws 1007006004. */
export async function refundInFull(refundId: number): Promise<RefundRow> {
  const refund = await PayRefundModel.findById(refundId).lean<PayRefundDoc>();
  if (!refund) throw payErrors.RefundNotFound();
  const payers = await payersOf([refund.payOrderId]);
  return { ...refund, memberId: payers.get(refund.payOrderId) ?? null };
}

/** Enough to know that it is many. */
const MOST_OTHERS = 1_000;

/** How many other refunds wait for the merchant with the same code of the channel. */
export async function othersInNeed({ _id, status, needsMerchant, failureCode }: PayRefundDoc): Promise<number> {
  if (status !== PayRefundStatus.underWay || !needsMerchant) return 0;
  const alike = { status, needsMerchant: true, failureCode, _id: { $ne: _id } };
  return PayRefundModel.countDocuments(alike, { limit: MOST_OTHERS });
}
