import type { z } from "zod";
import { epochMs, epochText } from "#api/http/fields.js";
import { areaName } from "#shared/domains/member/index.js";
import {
  itemLeft,
  parcelsOf,
  type Carriers,
  type OrderDoc,
  type OrderItemDoc,
  type OrderWithItems,
} from "#shared/domains/trade/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { channelName } from "#api/pay/channel/payApp.views.js";
import type { OrderDetailView, OrderItemView, OrderListEntry, PropertyView } from "./order.schemas.js";

type Property = z.input<typeof PropertyView>;

export const propertyView = ({ propertyId, propertyName, valueId, valueName }: Property): Property => ({
  propertyId,
  propertyName,
  valueId,
  valueName,
});

export function orderItemView(item: OrderItemDoc): z.input<typeof OrderItemView> {
  return {
    id: item._id,
    orderId: item.orderId,
    spuId: item.spuId,
    spuName: item.spuName,
    skuId: item.skuId,
    properties: item.properties.map(propertyView),
    picUrl: mediaUrl(item.picUrl),
    count: item.count,
    leftCount: itemLeft(item).count,
    sentCount: Math.min(item.sentCount ?? 0, itemLeft(item).count),
    commentStatus: item.commentStatus,
    price: item.priceFen,
    payPrice: item.payPriceFen,
    refundPrice: item.refundPriceFen,
    afterSaleId: item.afterSaleId,
    afterSaleStatus: item.afterSaleStatus,
  };
}

export function orderListEntry({ order, items }: OrderWithItems): z.input<typeof OrderListEntry> {
  return {
    id: order._id,
    no: order.no,
    type: order.type,
    status: order.status,
    productCount: order.productCount,
    commentStatus: order.commentStatus,
    createTime: epochMs(order.createdAt) ?? 0,
    payOrderId: order.payOrderId,
    payPrice: order.payPriceFen,
    deliveryType: order.deliveryType,
    items: items.map(orderItemView),
    combinationRecordId: order.combinationRecordId,
  };
}

interface OrderToShow extends OrderWithItems {
  /** Of its parcels. */
  carriers: Carriers;
}

export function orderDetailView({ order, items, carriers }: OrderToShow): z.input<typeof OrderDetailView> {
  return {
    id: order._id,
    no: order.no,
    type: order.type,
    status: order.status,
    productCount: order.productCount,
    userRemark: order.userRemark,
    commentStatus: order.commentStatus,
    ...timesOf(order),
    ...paymentOf(order),
    ...deliveryOf(order, carriers),
    refundStatus: order.refundStatus,
    refundPrice: order.refundPriceFen,
    combinationRecordId: order.combinationRecordId,
    items: items.map(orderItemView),
  };
}

function timesOf(order: OrderDoc) {
  return {
    createTime: epochText(order.createdAt) ?? "",
    payTime: epochText(order.payAt),
    payExpireTime: epochText(order.payExpireAt) ?? "",
    finishTime: epochText(order.finishAt),
    cancelTime: epochText(order.cancelAt),
    deliveryTime: epochText(order.deliveryAt),
    receiveTime: epochText(order.receiveAt),
  };
}

function paymentOf(order: OrderDoc) {
  return {
    payStatus: order.payStatus,
    payOrderId: order.payOrderId,
    payChannelCode: order.payChannelCode,
    payChannelName: order.payChannelCode === null ? null : channelName(order.payChannelCode),
    totalPrice: order.totalPriceFen,
    discountPrice: order.discountPriceFen,
    deliveryPrice: order.deliveryPriceFen,
    adjustPrice: order.adjustPriceFen,
    payPrice: order.payPriceFen,
    couponId: order.couponId,
    couponPrice: order.couponPriceFen,
    pointPrice: order.pointPriceFen,
    vipPrice: order.vipPriceFen,
  };
}

function deliveryOf(order: OrderDoc, carriers: Carriers) {
  return {
    deliveryType: order.deliveryType,
    logisticsId: order.logisticsId,
    logisticsName: carriers.get(order.logisticsId ?? 0)?.name ?? null,
    logisticsNo: order.logisticsNo,
    parcels: parcelsOf(order).map(({ parcelId, logisticsId, logisticsNo, deliveryAt, items }) => ({
      parcelId,
      logisticsId,
      logisticsName: carriers.get(logisticsId)?.name ?? null,
      logisticsNo,
      deliveryTime: String(deliveryAt.getTime()),
      items: items.map(({ orderItemId, count }) => ({ orderItemId, count })),
    })),
    receiverName: order.receiverName,
    receiverMobile: order.receiverMobile,
    receiverAreaId: order.receiverAreaId,
    receiverAreaName: order.receiverAreaId === null ? null : areaName(order.receiverAreaId),
    receiverDetailAddress: order.receiverDetailAddress,
    pickUpStoreId: order.pickUpStoreId,
    pickUpVerifyCode: order.pickUpVerifyCode,
  };
}
