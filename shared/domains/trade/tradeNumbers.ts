import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { AfterSaleModel } from "./afterSale/afterSale.model.js";
import { OrderModel } from "./order/order.model.js";
import { OrderRefundModel } from "./refund/orderRefund.model.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus } from "./order/order.states.js";
import { AfterSaleStatus } from "./afterSale/afterSale.states.js";

/** Orders, payments and refunds in a time span; money in fen. */
export interface TradeNumbers {
  orderCreateCount: number;
  orderPayCount: number;
  /** The price of the paid orders, whatever was refunded later. */
  orderPayPriceFen: number;
  /** After-sales applied for. */
  afterSaleCount: number;
  /** Refunds in this span: of after-sales, and those of whole orders by operators and failed groups. */
  afterSaleRefundPriceFen: number;
}

/** Both ends inclusive. Each number counts at its own event's time, so that numbers of a past span do not change. */
export async function tradeNumbers(between: TimeSpan): Promise<TradeNumbers> {
  const time = within(between);
  const [paid] = await OrderModel.aggregate<{ count: number; fen: number }>([
    { $match: { payAt: time } },
    { $group: { _id: null, count: { $sum: 1 }, fen: { $sum: "$payPriceFen" } } },
  ]);
  const [refunded] = await OrderRefundModel.aggregate<{ fen: number }>([
    { $match: { refundAt: time } },
    { $group: { _id: null, fen: { $sum: "$refundFen" } } },
  ]);
  return {
    orderCreateCount: await OrderModel.countDocuments({ createdAt: time }),
    orderPayCount: paid?.count ?? 0,
    orderPayPriceFen: paid?.fen ?? 0,
    afterSaleCount: await AfterSaleModel.countDocuments({ createdAt: time }),
    afterSaleRefundPriceFen: refunded?.fen ?? 0,
  };
}

/** Numbers of orders and after-sales that wait for an operator now. */
export async function waitingOrders(): Promise<{ undelivered: number; pickUp: number; afterSaleApply: number }> {
  return {
    undelivered: await OrderModel.countDocuments({ status: OrderStatus.toShip, deliveryType: DeliveryType.express }),
    pickUp: await OrderModel.countDocuments({ status: OrderStatus.toShip, deliveryType: DeliveryType.pickUp }),
    afterSaleApply: await AfterSaleModel.countDocuments({ status: AfterSaleStatus.applied }),
  };
}
