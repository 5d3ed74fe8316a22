import type { AfterSaleDoc } from "../afterSale/afterSale.model.js";
import type { OrderDoc } from "../order/order.model.js";
import { giveBack } from "./giveBack.js";
import { beginOrderRefund } from "./orderRefund.model.js";

/**
 * Refunds free goods, in the caller's transaction and without a channel: an after-sale's item, or all that is left of
 * the order.
 */
export async function giveBackWhatCostsNothing(
  order: OrderDoc,
  { operatorId, afterSale = null }: { operatorId: number | null; afterSale?: AfterSaleDoc | null },
): Promise<void> {
  const begun = { orderId: order._id, afterSaleId: afterSale?._id ?? null, operatorId, refundFen: 0 };
  await giveBack(order, await beginOrderRefund(begun), afterSale, operatorId === null ? "member" : "refund");
}
