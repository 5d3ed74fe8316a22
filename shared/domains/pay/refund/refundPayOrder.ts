import { requireOpenWallet, walletErrors } from "#shared/domains/wallet/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId, serialNumber } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { finishRefund } from "./finishRefund.js";
import { refundIsOpen } from "./needsMerchant.js";
import { payErrors } from "../pay.errors.js";
import { refundAtChannelJob } from "../pay.jobs.js";
import { PayOrderModel, type PayOrderDoc } from "../order/payOrder.model.js";
import { findPayOrder, isPaidByWallet } from "../order/payOrder.queries.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import { PayStatus, PayRefundStatus } from "../order/payOrder.states.js";

interface RefundInput {
  payOrderId: number;
  /** The merchant's own number; a repeated one is the same refund. */
  merchantRefundId: string;
  refundFen: number;
  reason: string;
  /** A failed refund of the same money, which nobody pays otherwise from now on. */
  insteadOf?: number | null;
}

/**
 * Starts a refund, in the caller's transaction; a job calls the channel, and pay.refundSucceeded or pay.refundFailed
 * reports the outcome. A refund to the wallet alone ends in this transaction. After the account was closed the
 * channel's part is refunded, and the wallet's part is listed for the operators (finishRefund). Returns the refund's
 * id. Throws 1007002000, 1007002005, 1007006000, 1007006002 (or the failed one did not stay so), 1007006003 (the same number with another order or amount),
 * 1007006010 (one that waits for the merchant at the channel is not over), 1007007009 (the account is closed and no
 * channel has any of the money).
 */
export async function refundPayOrder({
  payOrderId,
  merchantRefundId,
  refundFen,
  reason,
  insteadOf = null,
}: RefundInput): Promise<number> {
  if (!Number.isSafeInteger(refundFen) || refundFen < 1) throw payErrors.RefundTooLarge();
  const refundId = await nextId("payRefunds");
  return inTransaction(async () => {
    const known = await PayRefundModel.findOne({ merchantRefundId }).lean<PayRefundDoc>();
    if (known) {
      if (known.payOrderId === payOrderId && requestedFen(known) === refundFen) return known._id;
      throw payErrors.RefundExists();
    }
    const order = await findPayOrder(payOrderId);
    if (!order) throw payErrors.PayOrderNotFound();
    if (!order.attemptId || (order.status !== PayStatus.paid && order.status !== PayStatus.refunded))
      throw payErrors.PayOrderNotRefundable();
    if (order.refundingId !== null) throw await refundIsOpen(order.refundingId);
    const parts = await withoutClosedWallet(order.memberId, splitRefund(order, refundFen));
    const { modifiedCount } = await PayOrderModel.updateOne(
      {
        _id: payOrderId,
        status: { $in: [PayStatus.paid, PayStatus.refunded] },
        refundingId: null,
        refundFen: order.refundFen,
      },
      { $set: { refundingId: refundId } },
    );
    if (modifiedCount === 0) throw payErrors.RefundInProgress();
    if (insteadOf !== null) await replace(insteadOf, refundId);
    const [row] = await PayRefundModel.create([
      {
        _id: refundId,
        no: serialNumber("R", refundId),
        merchantRefundId,
        payOrderId,
        attemptId: order.attemptId,
        appId: order.appId,
        merchantOrderId: order.merchantOrderId,
        ...parts,
        reason,
        kind: "order",
        status: PayRefundStatus.underWay,
        nextAskAt: clock.after(60_000),
      },
    ]);
    // Refunds to the wallet alone need no channel: they end here, with the same events as others.
    if (isPaidByWallet(order) || parts.refundFen === 0)
      await finishRefund(row!.toObject(), { state: "success", channelRefundNo: "", refundedAt: clock.now() });
    else await enqueue(refundAtChannelJob, { refundId });
    return refundId;
  });
}

/** A refund that was paid otherwise or succeeded after all is news that its merchant does not know yet. */
async function replace(failedId: number, refundId: number): Promise<void> {
  const { matchedCount } = await PayRefundModel.updateOne(
    { _id: failedId, status: PayRefundStatus.failed },
    { $set: { replacedBy: refundId } },
  );
  if (matchedCount === 0) throw payErrors.RefundInProgress();
}

const requestedFen = ({ refundFen, walletRefundFen, walletLostFen = 0 }: PayRefundDoc): number =>
  refundFen + walletRefundFen + walletLostFen;

interface Parts {
  refundFen: number;
  walletRefundFen: number;
}

/** Checked before the channel refunds its part; an open wallet stays open until the refund has ended. */
async function withoutClosedWallet(memberId: number, parts: Parts): Promise<Parts & { walletLostFen: number }> {
  const { refundFen, walletRefundFen } = parts;
  if (walletRefundFen === 0) return { ...parts, walletLostFen: 0 };
  try {
    await requireOpenWallet(memberId);
  } catch (error) {
    if (refundFen === 0 || !walletErrors.WalletClosed.is(error)) throw error;
    return { refundFen, walletRefundFen: 0, walletLostFen: walletRefundFen };
  }
  return { ...parts, walletLostFen: 0 };
}

type Refundable = Pick<PayOrderDoc, "priceFen" | "walletPartFen" | "refundFen" | "walletRefundFen">;

/** Splits the amount: the channel's part first, then the wallet's. Throws 1007006000 when it exceeds both. */
export function splitRefund(order: Refundable, amountFen: number): Parts {
  const byChannel = Math.min(amountFen, order.priceFen - order.refundFen);
  const byWallet = amountFen - byChannel;
  if (byWallet > order.walletPartFen - order.walletRefundFen) throw payErrors.RefundTooLarge();
  return { refundFen: byChannel, walletRefundFen: byWallet };
}
