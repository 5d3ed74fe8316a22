import { restoreStock, StockMovementModel } from "#shared/domains/catalog/index.js";
import {
  AfterSaleModel,
  leftOf,
  OrderItemModel,
  OrderModel,
  OrderRefundModel,
  shareRefund,
  type AfterSaleDoc,
  type OrderDoc,
  type OrderItemDoc,
} from "#shared/domains/trade/index.js";
import { endedRefunds, type PayRefundDoc } from "#shared/domains/pay/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { fill, type Migration } from "#shared/kernel/mongo/migrations.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { ItemAfterSaleStatus } from "#shared/domains/trade/order/order.states.js";
import { AfterSaleStatus } from "#shared/domains/trade/afterSale/afterSale.states.js";

const nothingBack = { refundPriceFen: 0, refundPoint: 0, takenBackPoint: 0, goodsBack: false, restocked: false };

/**
 * Orders from before refunds had shares per item: an after-sale then undid its whole item, whatever it paid back. Each
 * refund gets its row and its shares, each item its refunded amounts. The rest of an item with money left can still be
 * refunded, unless its goods were restocked before they were shipped.
 */
export const refundsByPart: Migration = {
  number: 6,
  name: "0006 refunds by part",
  async up() {
    await fill("tradeOrderItems", nothingBack);
    await fill("tradeOrders", { takenBackExperience: 0 });
    await fill("afterSales", { restock: null });
    await namesOfAfterSales();
    await goodsInTheShop();
    const refunded = OrderModel.find({ payStatus: true, refundPriceFen: { $gt: 0 } }).lean<OrderDoc[]>();
    for await (const order of refunded.cursor()) await inTransaction(() => shareOut(order));
  },
};

async function namesOfAfterSales(): Promise<void> {
  const nameless = AfterSaleModel.find({ spuNameTerms: { $exists: false } }, { spuName: 1 }).lean<
    Pick<AfterSaleDoc, "_id" | "spuName">[]
  >();
  for await (const { _id, spuName } of nameless.cursor())
    await AfterSaleModel.updateOne({ _id }, { $set: { spuNameTerms: termsOfName(spuName) } });
}

/** Received goods were restocked when the money was back; now they are restocked at once. */
async function goodsInTheShop(): Promise<void> {
  const received = AfterSaleModel.find({
    status: { $in: [AfterSaleStatus.refunding, AfterSaleStatus.refunded] },
    receiveAt: { $ne: null },
    restock: null,
  });
  for await (const { _id, orderItemId, skuId, count } of received.lean<AfterSaleDoc[]>().cursor()) {
    await restoreStock(`after-sale-${_id}`, [{ skuId, count }]);
    await OrderItemModel.updateOne({ _id: orderItemId }, { $set: { goodsBack: true, restocked: true } });
    await AfterSaleModel.updateOne({ _id }, { $set: { restock: true } });
  }
}

async function shareOut(order: OrderDoc): Promise<void> {
  if (order.payOrderId === null || (await OrderRefundModel.exists({ orderId: order._id }))) return;
  const items = await OrderItemModel.find({ orderId: order._id }).sort({ _id: 1 }).lean<OrderItemDoc[]>();
  const afterSales = await AfterSaleModel.find({ orderId: order._id, status: AfterSaleStatus.refunded }).lean<
    AfterSaleDoc[]
  >();
  const refunds = (await endedRefunds(order.payOrderId)).filter(({ status }) => status === PayRefundStatus.succeeded);
  const rows = [];
  for (const refund of refunds) {
    const own = afterSales.find(({ merchantRefundId }) => merchantRefundId === refund.merchantRefundId);
    rows.push(await rowOf(order, items, refund, own));
  }
  pointsOf(items, rows);
  for (const item of items) await writeItem(order, item);
  const refundPoint = items.reduce((sum, item) => sum + item.refundPoint, 0);
  const experienceOf = (fen: number): number => Math.floor(Math.max(0, fen) / 100);
  const takenBackExperience = experienceOf(order.payPriceFen) - experienceOf(order.payPriceFen - order.refundPriceFen);
  await OrderModel.updateOne({ _id: order._id }, { $set: { refundPoint, takenBackExperience } });
  await OrderRefundModel.insertMany(rows);
}

async function rowOf(order: OrderDoc, items: OrderItemDoc[], refund: PayRefundDoc, own: AfterSaleDoc | undefined) {
  const refundFen = refund.refundFen + refund.walletRefundFen;
  const fens = shareRefund(refundFen, items, { ownItemId: own?.orderItemId ?? null, claimsFen: new Map() });
  const shares = items.map((item, index) => {
    const fen = fens[index] ?? 0;
    item.refundPriceFen += fen;
    const { _id: orderItemId, spuId, spuName } = item;
    return { orderItemId, spuId, spuName, refundFen: fen, usePoint: 0, givePoint: 0 };
  });
  return {
    _id: await nextId("tradeOrderRefunds"),
    orderId: order._id,
    payRefundId: refund._id,
    afterSaleId: own?._id ?? null,
    operatorId: null,
    status: 10 as const,
    refundFen,
    shares,
    refundAt: own?.refundAt ?? refund.successAt ?? refund.updatedAt,
  };
}

/** All points of an item went back with its own first refund, or with the whole order. */
function pointsOf(items: OrderItemDoc[], rows: Awaited<ReturnType<typeof rowOf>>[]): void {
  for (const item of items.filter(({ afterSaleStatus }) => afterSaleStatus === ItemAfterSaleStatus.refunded)) {
    item.refundPoint = item.usePoint;
    item.takenBackPoint = item.givePoint;
    const row = rows.find(({ afterSaleId }) => afterSaleId !== null && afterSaleId === item.afterSaleId) ?? rows.at(-1);
    const share = row?.shares.find(({ orderItemId }) => orderItemId === item._id);
    if (share) Object.assign(share, { usePoint: item.usePoint, givePoint: item.givePoint });
  }
}

async function writeItem(order: OrderDoc, item: OrderItemDoc): Promise<void> {
  const { _id, skuId, refundPriceFen, refundPoint, takenBackPoint } = item;
  const refIds = [`order-${order._id}`, `after-sale-${item.afterSaleId ?? 0}`];
  const wasRestored = await StockMovementModel.exists({ skuId, kind: "restore", refId: { $in: refIds } });
  const isBack = item.goodsBack || (item.afterSaleStatus === ItemAfterSaleStatus.refunded && wasRestored !== null);
  const isFree = item.afterSaleStatus === ItemAfterSaleStatus.refunded && !isBack && leftOf(item) > 0;
  await OrderItemModel.updateOne(
    { _id },
    {
      $set: {
        refundPriceFen,
        refundPoint,
        takenBackPoint,
        ...(isBack ? { goodsBack: true, restocked: true } : {}),
        ...(isFree ? { afterSaleStatus: ItemAfterSaleStatus.none, afterSaleId: null } : {}),
      },
    },
  );
}
