import { recordOperation } from "#shared/domains/audit/index.js";
import { requireOpenWallet } from "#shared/domains/wallet/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { closeAnomalies } from "../anomaly/payAnomaly.js";
import { PayAppId } from "../channel/payChannel.codes.js";
import { payErrors } from "../pay.errors.js";
import { findPayOrder } from "../order/payOrder.queries.js";
import { PayRefundStatus } from "../order/payOrder.states.js";
import { bookFailed } from "./bookRefund.js";
import { isPaidOtherwise } from "./doubtRefund.js";
import { refundIsOpen } from "./needsMerchant.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import { isReplaced } from "./payRefundOutside.js";

/** Whether its money may go to the member's wallet: the channel refused it for good, and the app has a wallet. */
export const isPayableToWallet = (refund: PayRefundDoc): boolean =>
  refund.status === PayRefundStatus.failed &&
  refund.kind === "order" &&
  refund.appId === PayAppId.mall &&
  !isPaidOtherwise(refund) &&
  !isReplaced(refund);

/**
 * An operator pays a refund that the channel refused for good to the member's wallet, which ends it as succeeded; a
 * success that the channel reports later is listed. Throws 1007006004, 1007006005 (the channel did not refuse it),
 * 1007006002, 1007006010 (another refund of the order is open), 1007006000 (more than is left of the payment),
 * 1007007009 (the wallet is closed).
 */
export async function payRefundToWallet(
  refundId: number,
  { reason, operatorId }: { reason: string; operatorId: number },
): Promise<true> {
  return inTransaction(async () => {
    const refund = await PayRefundModel.findById(refundId).lean<PayRefundDoc>();
    if (!refund) throw payErrors.RefundNotFound();
    const order = await findPayOrder(refund.payOrderId);
    if (!order || !isPayableToWallet(refund)) throw payErrors.RefundNotWaiting();
    if (order.refundingId !== null) throw await refundIsOpen(order.refundingId);
    await requireOpenWallet(order.memberId);
    await closeAnomalies(
      { refundId, kind: { $in: ["refundFailed", "refundContradicted"] } },
      { operatorId, remark: reason },
    );
    const success = { refundedAt: clock.now(), channelRefundNo: refund.channelRefundNo ?? "" };
    const toWallet = { toWalletFen: refund.refundFen, toWalletReason: reason };
    if (!(await bookFailed(refund, success, toWallet))) throw payErrors.RefundTooLarge();
    await recordOperation({
      module: "pay",
      action: "refund.to-wallet",
      bizId: refundId,
      before: { status: refund.status, channelErrorCode: refund.failureCode },
      after: { status: PayRefundStatus.succeeded, price: refund.refundFen, reason },
    });
    return true as const;
  });
}
