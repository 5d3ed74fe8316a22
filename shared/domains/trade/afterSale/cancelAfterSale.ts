import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel } from "./afterSale.model.js";
import { byMember, logAfterSale } from "../log/afterSaleLog.model.js";
import { ownAfterSale } from "./afterSale.queries.js";
import { afterSaleStates, AfterSaleStatus } from "./afterSale.states.js";
import { releaseItem } from "./itemAfterSale.js";

const cancellable: readonly AfterSaleStatus[] = [
  AfterSaleStatus.applied,
  AfterSaleStatus.agreed,
  AfterSaleStatus.goodsSent,
];

/** The member cancels it before its refund: 10, 20 or 30 -> 61. Throws AfterSaleNotFound, AfterSaleNotCancellable. */
export async function cancelAfterSale(memberId: number, afterSaleId: number): Promise<true> {
  await inTransaction(async () => {
    const afterSale = await ownAfterSale(memberId, afterSaleId);
    if (!cancellable.includes(afterSale.status)) throw tradeErrors.AfterSaleNotCancellable();
    const moved = await moveState(AfterSaleModel, afterSaleStates, {
      where: { _id: afterSaleId },
      from: afterSale.status,
      to: AfterSaleStatus.cancelled,
    });
    if (!moved) throw tradeErrors.AfterSaleChanged();
    await releaseItem(afterSale);
    await logAfterSale({
      afterSaleId,
      by: byMember(memberId),
      from: afterSale.status,
      to: AfterSaleStatus.cancelled,
      operation: "cancelled",
      what: { kind: "cancelledByMember" },
    });
  });
  return true;
}
