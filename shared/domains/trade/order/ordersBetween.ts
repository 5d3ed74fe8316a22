import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { inBatches } from "#shared/kernel/mongo/batches.js";
import { AfterSaleModel, type AfterSaleDoc } from "../afterSale/afterSale.model.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
import { OrderRefundModel, type OrderRefundDoc } from "../refund/orderRefund.model.js";

/** Orders, payments and refunds of one product in a time span; pieces, and money in fen. */
export interface ProductNumbers {
  /** Pieces in placed orders, and in paid orders. */
  orderCount: number;
  orderPayCount: number;
  /** The price of the paid pieces with their share of the delivery fee, whatever was refunded later. */
  orderPayPriceFen: number;
  /** After-sales applied for. */
  afterSaleCount: number;
  /** Refunds in this span: of after-sales, and its share of refunds of whole orders. */
  afterSaleRefundPriceFen: number;
}
/** Orders and payments of one member in a time span. */
export interface BuyerNumbers {
  orderCreateCount: number;
  orderPayCount: number;
  orderPayPriceFen: number;
}
export interface OrdersBetween {
  products: Map<number, ProductNumbers & { spuName: string }>;
  buyers: Map<number, BuyerNumbers>;
}

const noProduct = (spuName: string) => ({
  spuName,
  orderCount: 0,
  orderPayCount: 0,
  orderPayPriceFen: 0,
  afterSaleCount: 0,
  afterSaleRefundPriceFen: 0,
});
const noBuyer = (): BuyerNumbers => ({ orderCreateCount: 0, orderPayCount: 0, orderPayPriceFen: 0 });

function entryOf<T>(map: Map<number, T>, id: number, fresh: () => T): T {
  let entry = map.get(id);
  if (!entry) map.set(id, (entry = fresh()));
  return entry;
}

type Order = Pick<OrderDoc, "_id" | "memberId" | "payPriceFen">;
type Item = Pick<OrderItemDoc, "_id" | "orderId" | "spuId" | "spuName" | "count" | "payPriceFen">;
type Applied = Pick<AfterSaleDoc, "_id" | "spuId" | "spuName">;
type Refund = Pick<OrderRefundDoc, "_id" | "shares">;

/**
 * Numbers by product and by member; both ends of the span inclusive. Each number counts at its own event's time
 * (tradeNumbers.ts). It reads each order of the span, so it is for days, not for years.
 */
export async function ordersBetween(between: TimeSpan): Promise<OrdersBetween> {
  const time = within(between);
  const found: OrdersBetween = { products: new Map(), buyers: new Map() };
  await eachOrder({ createdAt: time }, (order, items) => {
    entryOf(found.buyers, order.memberId, noBuyer).orderCreateCount++;
    for (const item of items) productOf(found, item).orderCount += item.count;
  });
  await eachOrder({ payAt: time }, (order, items) => {
    const buyer = entryOf(found.buyers, order.memberId, noBuyer);
    buyer.orderPayCount++;
    buyer.orderPayPriceFen += order.payPriceFen;
    for (const item of items) {
      const product = productOf(found, item);
      product.orderPayCount += item.count;
      product.orderPayPriceFen += item.payPriceFen;
    }
  });
  const applied = AfterSaleModel.find({ createdAt: time }, { spuId: 1, spuName: 1 }).lean<Applied[]>();
  for await (const row of applied.cursor()) productOf(found, row).afterSaleCount++;
  const refunds = OrderRefundModel.find({ refundAt: time }, { shares: 1 }).lean<Refund[]>();
  for await (const { shares } of refunds.cursor())
    for (const share of shares) productOf(found, share).afterSaleRefundPriceFen += share.refundFen;
  return found;
}

const productOf = ({ products }: OrdersBetween, { spuId, spuName }: Pick<Item, "spuId" | "spuName">) =>
  entryOf(products, spuId, () => noProduct(spuName));

async function eachOrder(where: object, count: (order: Order, items: Item[]) => void): Promise<void> {
  const orders = OrderModel.find(where, { memberId: 1, payPriceFen: 1 }).lean<Order[]>().cursor({ batchSize: 500 });
  for await (const batch of inBatches(orders, 500)) {
    const items = await OrderItemModel.find(
      { orderId: { $in: batch.map(({ _id }) => _id) } },
      { orderId: 1, spuId: 1, spuName: 1, count: 1, payPriceFen: 1 },
    ).lean<Item[]>();
    const byOrder = new Map<number, Item[]>();
    for (const item of items) entryOf(byOrder, item.orderId, () => []).push(item);
    for (const order of batch) count(order, byOrder.get(order._id) ?? []);
  }
}
