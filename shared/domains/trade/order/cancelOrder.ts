import { closePayOrder } from "#shared/domains/pay/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { closeOrder } from "./closeOrder.js";
import { ownOrder } from "./order.queries.js";
import { giveBackWhatCostsNothing } from "../refund/giveBackWhatCostsNothing.js";
import { tradeErrors } from "../trade.errors.js";
import { OrderStatus } from "./order.states.js";

/**
 * The member cancels an unpaid order: order and pay order close in one transaction, without querying the channel. A
 * free order is paid at once, and can be cancelled until it ships. Throws OrderNotFound; CancelNotUnpaid (1011000025),
 * also when the payment has arrived already.
 */
export async function cancelOrder(memberId: number, orderId: number): Promise<true> {
  await inTransaction(async () => {
    const order = await ownOrder(memberId, orderId);
    if (order.status === OrderStatus.toShip && order.payPriceFen === 0 && !order.parcels)
      return giveBackWhatCostsNothing(order, { operatorId: null });
    if (order.status !== OrderStatus.unpaid) throw tradeErrors.CancelNotUnpaid();
    // The pay order decides, as the order may not be marked paid yet.
    if (order.payOrderId !== null && (await closePayOrder(order.payOrderId)) === "alreadyPaid")
      throw tradeErrors.CancelNotUnpaid();
    if (!(await closeOrder(order, "member"))) throw tradeErrors.CancelNotUnpaid();
  });
  return true;
}
