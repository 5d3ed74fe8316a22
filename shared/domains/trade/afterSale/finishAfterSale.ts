import { clock } from "#shared/kernel/time/clock.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { bySystem, logAfterSale } from "../log/afterSaleLog.model.js";
import { afterSaleStates, AfterSaleStatus, openAfterSaleStates } from "./afterSale.states.js";
import { afterSaleOfRefund } from "./refundNumber.js";

/** The after-sale that waits for this refund; null: the refund is no after-sale's, or an earlier try's. */
export async function afterSaleOf(merchantRefundId: string): Promise<AfterSaleDoc | null> {
  const afterSaleId = afterSaleOfRefund(merchantRefundId);
  if (afterSaleId === undefined) return null;
  return AfterSaleModel.findOne({
    _id: afterSaleId,
    merchantRefundId,
    status: AfterSaleStatus.refunding,
    isRefunding: true,
  }).lean<AfterSaleDoc>();
}

/** The after-sale that still waits for its money, whichever try of its refund this is; null: there is none. */
export async function waitingAfterSaleOf(merchantRefundId: string): Promise<AfterSaleDoc | null> {
  const afterSaleId = afterSaleOfRefund(merchantRefundId);
  if (afterSaleId === undefined) return null;
  return AfterSaleModel.findOne({ _id: afterSaleId, status: AfterSaleStatus.refunding }).lean<AfterSaleDoc>();
}

/** The open after-sales of an order, oldest first. */
export async function findOpenAfterSales(orderId: number): Promise<AfterSaleDoc[]> {
  return AfterSaleModel.find({ orderId, status: { $in: [...openAfterSaleStates] } })
    .sort({ _id: 1 })
    .lean<AfterSaleDoc[]>();
}

/** Fen requested by open after-sales, by item. */
export const claimsOf = (open: readonly AfterSaleDoc[]): Map<number, number> =>
  new Map(open.map(({ orderItemId, refundPriceFen }) => [orderItemId, refundPriceFen]));

/**
 * Ends an after-sale as refunded, in the transaction of the refund: by its own refund of `refundFen`, or (null) because
 * its item was fully refunded otherwise.
 */
export async function closeRefundedAfterSale(afterSale: AfterSaleDoc, refundFen: number | null): Promise<void> {
  const { _id: afterSaleId, status } = afterSale;
  const moved = await moveState(AfterSaleModel, afterSaleStates, {
    where: { _id: afterSaleId },
    from: status,
    to: AfterSaleStatus.refunded,
    set: { refundAt: clock.now(), isRefunding: false },
  });
  if (!moved) throw new LostRace(afterSale.no);
  await logAfterSale({
    afterSaleId,
    by: bySystem,
    from: status,
    to: AfterSaleStatus.refunded,
    operation: "refunded",
    what: refundFen === null ? { kind: "refundedWithOrder" } : { kind: "refunded", refundFen },
  });
}

/** Records a failed refund: the after-sale stays at 40, and an operator may retry. In the caller's transaction. */
export async function recordFailedRefund({ _id: afterSaleId, no }: AfterSaleDoc): Promise<void> {
  const { modifiedCount } = await AfterSaleModel.updateOne(
    { _id: afterSaleId, status: AfterSaleStatus.refunding, isRefunding: true },
    { $set: { isRefunding: false } },
  );
  if (modifiedCount === 0) throw new LostRace(no);
  await logAfterSale({
    afterSaleId,
    by: bySystem,
    from: AfterSaleStatus.refunding,
    to: AfterSaleStatus.refunding,
    operation: "refundFailed",
    what: { kind: "refundFailed" },
  });
}
