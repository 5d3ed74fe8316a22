import { AfterSaleModel, type AfterSaleDoc } from "./afterSale/afterSale.model.js";
import { findOrder, findOrderItems } from "./order/order.queries.js";
import { OrderModel, type OrderDoc } from "./order/order.model.js";
import { findParcel } from "./parcel/parcel.model.js";
import { inParcels, parcelsOf } from "./parcel/parcelsOfOrder.js";

/**
 * What third parties are told of a sale, as it is now: ids, numbers, states, money in fen, times in epoch ms. Nothing about
 * the member but the id. Null: there is none.
 */
type News = Promise<Record<string, unknown> | null>;

const ms = (moment: Date | null | undefined): number | null => moment?.getTime() ?? null;

export async function orderNews(orderId: number): News {
  const order = await findOrder(orderId);
  if (!order) return null;
  const items = await findOrderItems(orderId);
  return {
    orderId,
    no: order.no,
    memberId: order.memberId,
    type: order.type,
    status: order.status,
    cancelType: order.cancelType,
    refundStatus: order.refundStatus,
    payStatus: order.payStatus,
    payOrderId: order.payOrderId,
    payChannelCode: order.payChannelCode,
    payPrice: order.payPriceFen,
    refundPrice: order.refundPriceFen,
    parcelId: order.parcelId,
    logisticsNo: order.logisticsNo,
    parcels: parcelsOf(order).map((parcel) => ({
      parcelId: parcel.parcelId,
      logisticsNo: parcel.logisticsNo,
      deliveryTime: ms(parcel.deliveryAt),
      items: parcel.items.map(({ orderItemId: itemId, count }) => ({ itemId, count })),
    })),
    items: items.map(({ _id: itemId, spuId, skuId, count, payPriceFen }) => ({
      itemId,
      spuId,
      skuId,
      count,
      payPrice: payPriceFen,
    })),
    createTime: ms(order.createdAt),
    payTime: ms(order.payAt),
    deliveryTime: ms(order.deliveryAt),
    receiveTime: ms(order.receiveAt),
    cancelTime: ms(order.cancelAt),
  };
}

export async function afterSaleNews(afterSaleId: number): News {
  const sale = await AfterSaleModel.findById(afterSaleId).lean<AfterSaleDoc>();
  if (!sale) return null;
  return {
    afterSaleId,
    no: sale.no,
    memberId: sale.memberId,
    orderId: sale.orderId,
    orderNo: sale.orderNo,
    orderItemId: sale.orderItemId,
    spuId: sale.spuId,
    skuId: sale.skuId,
    count: sale.count,
    way: sale.way,
    type: sale.type,
    status: sale.status,
    refundPrice: sale.refundPriceFen,
    refundId: sale.payRefundId,
    parcelId: sale.parcelId,
    logisticsNo: sale.logisticsNo,
    createTime: ms(sale.createdAt),
    refundTime: ms(sale.refundAt),
  };
}

export async function parcelNews(parcelId: number): News {
  const parcel = await findParcel(parcelId);
  if (!parcel) return null;
  const orders = await OrderModel.find(inParcels([parcelId]), { no: 1 })
    .sort({ _id: 1 })
    .lean<Pick<OrderDoc, "_id" | "no">[]>();
  return {
    parcelId,
    company: parcel.company,
    logisticsNo: parcel.logisticsNo,
    orders: orders.map(({ _id: orderId, no }) => ({ orderId, no })),
    signTime: ms(parcel.signedAt),
  };
}
