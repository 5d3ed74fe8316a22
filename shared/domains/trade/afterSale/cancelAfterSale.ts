import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { tradeErrors } from "../trade.errors.js";
import { byMember, logAfterSale } from "../log/afterSaleLog.model.js";
import { ownAfterSale } from "./afterSale.queries.js";
import { AfterSaleStatus, openAfterSaleStates } from "./afterSale.states.js";
import { endWithoutMoney } from "./endWithoutMoney.js";

const cancellable: readonly AfterSaleStatus[] = openAfterSaleStates;

/**
 * The member cancels it before its refund is asked for: 10, 20, 30 or 40 -> 61. Throws AfterSaleNotFound,
 * AfterSaleNotCancellable, AfterSaleRefundAsked, AfterSaleGoodsSold.
 */
export async function cancelAfterSale(memberId: number, afterSaleId: number): Promise<true> {
  await inTransaction(async () => {
    const afterSale = await ownAfterSale(memberId, afterSaleId);
    if (!cancellable.includes(afterSale.status)) throw tradeErrors.AfterSaleNotCancellable();
    await endWithoutMoney(afterSale, AfterSaleStatus.cancelled);
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
