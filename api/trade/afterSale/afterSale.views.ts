import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import type { AfterSaleDoc, AfterSaleInFull, AfterSaleOfMember } from "#shared/domains/trade/index.js";
import { userInShort } from "#api/member/memberInShort.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { AdminAfterSaleView, AfterSaleView } from "./afterSale.schemas.js";
import type { AdminAfterSaleDetail } from "./afterSaleAdmin.schemas.js";
import type { WithNames } from "../order/orderLog.joins.js";
import { orderLogView } from "../order/orderLog.views.js";
import { orderItemView, propertyView } from "../order/order.views.js";

export function afterSaleView(afterSale: AfterSaleDoc): z.input<typeof AfterSaleView> {
  return {
    id: afterSale._id,
    no: afterSale.no,
    status: afterSale.status,
    way: afterSale.way,
    type: afterSale.type,
    orderId: afterSale.orderId,
    orderNo: afterSale.orderNo,
    orderItemId: afterSale.orderItemId,
    spuId: afterSale.spuId,
    spuName: afterSale.spuName,
    skuId: afterSale.skuId,
    properties: afterSale.properties.map(propertyView),
    picUrl: mediaUrl(afterSale.picUrl),
    count: afterSale.count,
    counted: afterSale.isCounted ?? false,
    receivedCount: afterSale.receivedCount ?? null,
    applyReason: afterSale.applyReason,
    applyDescription: afterSale.applyDescription,
    applyPicUrls: afterSale.applyPicUrls.map(mediaUrl),
    refundPrice: afterSale.refundPriceFen,
    auditTime: epochMs(afterSale.auditAt),
    auditReason: afterSale.auditReason,
    returnAddress: afterSale.returnAddress
      ? {
          name: afterSale.returnAddress.name,
          mobile: afterSale.returnAddress.mobile,
          areaName: afterSale.returnAddress.areaName,
          detailAddress: afterSale.returnAddress.detailAddress,
        }
      : null,
    logisticsId: afterSale.logisticsId,
    logisticsNo: afterSale.logisticsNo,
    deliveryTime: epochMs(afterSale.deliveryAt),
    receiveTime: epochMs(afterSale.receiveAt),
    receiveReason: afterSale.receiveReason,
    refundTime: epochMs(afterSale.refundAt),
    createTime: afterSale.createdAt.getTime(),
    updateTime: afterSale.updatedAt.getTime(),
  };
}

export function adminAfterSaleView({ afterSale, member }: AfterSaleOfMember): z.input<typeof AdminAfterSaleView> {
  return {
    ...afterSaleView(afterSale),
    userId: afterSale.memberId,
    user: userInShort(member),
    auditUserId: afterSale.auditOperatorId,
    payRefundId: afterSale.payRefundId,
    restock: afterSale.restock ?? null,
    refunding: afterSale.isRefunding,
    refundAsked: afterSale.refundTries > 0,
  };
}

export function adminAfterSaleDetail(full: WithNames<AfterSaleInFull>): z.input<typeof AdminAfterSaleDetail> {
  const { order, item, company, logs } = full;
  return {
    ...adminAfterSaleView(full),
    logisticsName: company?.name ?? null,
    order: order && {
      id: order._id,
      no: order.no,
      status: order.status,
      payPrice: order.payPriceFen,
      refundPrice: order.refundPriceFen,
      payOrderId: order.payOrderId,
      payChannelCode: order.payChannelCode,
      createTime: order.createdAt.getTime(),
    },
    orderItem: item && orderItemView(item),
    tracks: full.tracks.map(({ at, content }) => ({ time: at.getTime(), content })),
    logs: logs.map(orderLogView),
    pointsOwed: full.pointsOwed && { points: full.pointsOwed.points, price: full.pointsOwed.worthFen },
  };
}
