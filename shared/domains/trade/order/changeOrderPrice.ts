import { recordOperation } from "#shared/domains/audit/index.js";
import { changePayOrderPrice } from "#shared/domains/pay/index.js";
import { loyaltyRules } from "#shared/domains/loyalty/index.js";
import { splitFen } from "#shared/kernel/money/money.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { pointsOfMoney } from "../checkout/price/givePoints.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrder, findOrderItems } from "./order.queries.js";
import { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { tradeErrors } from "../trade.errors.js";
import { OrderStatus } from "./order.states.js";

/**
 * Splits a price change exactly over the items, by what each is to pay. A decrease takes no more from an item than it
 * is to pay.
 */
export function splitAdjustment(adjustFen: number, payPricesFen: readonly number[]): number[] {
  if (adjustFen >= 0) return splitFen(adjustFen, payPricesFen);
  return splitFen(-adjustFen, payPricesFen, payPricesFen).map((share) => 0 - share);
}

/**
 * An operator changes the price of an unpaid order, once, by a signed amount. The pay order's price changes too, which
 * closes attempts at the old price; so do the points of its money, while the products' own stay. Throws OrderNotFound, PriceChangePaid, PriceChangedBefore, PriceChangeTooLow;
 * 1007002001 when the pay order is no longer waiting.
 */
export async function changeOrderPrice(operatorId: number, orderId: number, adjustFen: number): Promise<true> {
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order) throw tradeErrors.OrderNotFound();
    if (order.payStatus) throw tradeErrors.PriceChangePaid();
    if (order.adjustPriceFen !== 0) throw tradeErrors.PriceChangedBefore();
    const payPriceFen = order.payPriceFen + adjustFen;
    if (payPriceFen < 1) throw tradeErrors.PriceChangeTooLow();
    if (order.payOrderId !== null) await changePayOrderPrice(order.payOrderId, payPriceFen);
    const items = await findOrderItems(orderId);
    const before = items.map((item) => item.payPriceFen);
    const shares = splitAdjustment(adjustFen, before);
    const points = await changesOfPoints(order, items, shares);
    const { modifiedCount } = await OrderModel.updateOne(
      { _id: orderId, status: OrderStatus.unpaid, adjustPriceFen: 0 },
      {
        $set: { adjustPriceFen: adjustFen, payPriceFen },
        $inc: { givePoint: points.reduce((sum, change) => sum + change, 0) },
      },
    );
    if (modifiedCount === 0) throw tradeErrors.PriceChangePaid();
    for (const [index, item] of items.entries()) {
      const share = shares[index] ?? 0;
      await OrderItemModel.updateOne(
        { _id: item._id },
        { $inc: { adjustPriceFen: share, payPriceFen: share, givePoint: points[index] ?? 0 } },
      );
    }
    await logOrder({
      orderId,
      userId: operatorId,
      userType: UserType.operator,
      beforeStatus: OrderStatus.unpaid,
      afterStatus: OrderStatus.unpaid,
      operateType: OrderOperation.priceChanged,
      what: { kind: "priceChanged", adjustFen, fromFen: order.payPriceFen, toFen: payPriceFen },
    });
    await recordOperation({
      module: "trade",
      action: "order.update-price",
      bizId: orderId,
      before: { payPrice: order.payPriceFen },
      after: { payPrice: payPriceFen, adjustPrice: adjustFen },
    });
  });
  return true;
}

/** What the change makes of each item's points of money; those of products and rewards stay. */
async function changesOfPoints(
  { pointsPerYuan }: OrderDoc,
  items: readonly OrderItemDoc[],
  shares: readonly number[],
): Promise<number[]> {
  const rate = pointsPerYuan ?? (await loyaltyRules()).pointsPerYuan;
  const pricesFen = items.map((item) => item.payPriceFen);
  const before = pointsOfMoney(pricesFen, rate);
  const after = pointsOfMoney(
    pricesFen.map((fen, index) => fen + (shares[index] ?? 0)),
    rate,
  );
  return items.map(({ givePoint }, index) => Math.max(-givePoint, (after[index] ?? 0) - (before[index] ?? 0)));
}
