import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { closeAnomalies } from "../anomaly/payAnomaly.js";
import { payErrors } from "../pay.errors.js";
import { findPayOrder } from "../order/payOrder.queries.js";
import { PayRefundStatus } from "../order/payOrder.states.js";
import { bookFailed, bookRefund } from "./bookRefund.js";
import { isPaidOtherwise } from "./doubtRefund.js";
import { refundIsOpen } from "./needsMerchant.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";

/** Its money is refunded by a later refund. */
export const isReplaced = ({ replacedBy }: PayRefundDoc): boolean => (replacedBy ?? null) !== null;

/**
 * Whether its member may be paid by hand: it waits for the shop, failed, came back to the shop, or the channel took its
 * success back.
 */
export function isPayableOutside(refund: PayRefundDoc): boolean {
  if (isPaidOtherwise(refund) || isReplaced(refund)) return false;
  if (refund.status === PayRefundStatus.underWay) return refund.needsMerchant === true;
  if (refund.status === PayRefundStatus.failed) return true;
  return refund.toMerchant === true || refund.inDoubt === true;
}

/**
 * An operator records that the member was paid outside, which ends the refund as succeeded without the channel; a
 * success that the channel reports later is listed. Throws 1007006004, 1007006005 (it does not wait for the shop),
 * 1007006011 (another amount), 1007006000 (more than is left of the payment), 1007006002, 1007006010 (another refund of
 * the order is open).
 */
export async function payRefundOutside(
  refundId: number,
  { amountFen, reason, operatorId }: { amountFen: number; reason: string; operatorId: number },
): Promise<true> {
  return inTransaction(async () => {
    const refund = await PayRefundModel.findById(refundId).lean<PayRefundDoc>();
    if (!refund) throw payErrors.RefundNotFound();
    if (!isPayableOutside(refund)) throw payErrors.RefundNotWaiting();
    if (amountFen !== refund.refundFen) throw payErrors.RefundAmountDiffers({ fen: refund.refundFen });
    await closeAnomalies(
      { refundId, kind: { $in: ["refundNeedsMerchant", "refundFailed", "refundToMerchant", "refundContradicted"] } },
      { operatorId, remark: reason },
    );
    await write(refund, { paidOutsideFen: amountFen, paidOutsideReason: reason });
    await recordOperation({
      module: "pay",
      action: "refund.pay-outside",
      bizId: refundId,
      before: { status: refund.status, channelErrorCode: refund.failureCode },
      after: { status: PayRefundStatus.succeeded, price: amountFen, reason },
    });
    return true as const;
  });
}

type Outside = Pick<PayRefundDoc, "paidOutsideFen" | "paidOutsideReason">;

async function write(refund: PayRefundDoc, outside: Outside): Promise<void> {
  const byHand = { refundedAt: clock.now(), channelRefundNo: refund.channelRefundNo ?? "" };
  if (refund.status === PayRefundStatus.underWay) return bookRefund(refund, byHand, outside);
  if (refund.status === PayRefundStatus.failed) {
    const order = refund.kind === "late" ? null : await findPayOrder(refund.payOrderId);
    if (order && order.refundingId !== null) throw await refundIsOpen(order.refundingId);
    if (!(await bookFailed(refund, byHand, outside))) throw payErrors.RefundTooLarge();
    return;
  }
  // Booked already: only the member's money was missing.
  await PayRefundModel.updateOne({ _id: refund._id }, { $set: { ...outside, inDoubt: false } });
}
