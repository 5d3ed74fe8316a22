import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import type { PayOrderDoc } from "#shared/domains/pay/index.js";
import type { PayOrderView } from "./order.schemas.js";

/**
 * A pay order for clients. `channelUserId` is Long in the interface while every provider's payer is text, so it stays
 * null.
 */
export function payOrderView(order: PayOrderDoc): z.input<typeof PayOrderView> {
  return {
    id: order._id,
    appId: order.appId,
    channelId: order.channelId,
    channelCode: order.channelCode,
    merchantOrderId: order.merchantOrderId,
    subject: order.subject,
    body: order.body,
    notifyUrl: order.notifyUrl,
    price: order.priceFen,
    channelFeeRate: order.channelFeeRate,
    channelFeePrice: order.channelFeeFen,
    status: order.status,
    userIp: order.userIp,
    expireTime: order.expireAt.getTime(),
    successTime: epochMs(order.successAt),
    extensionId: order.attemptId,
    no: order.no,
    refundPrice: order.refundFen,
    channelUserId: null,
    channelOrderNo: order.channelOrderNo,
    createTime: order.createdAt.getTime(),
    walletCombinationPaymentPrice: order.walletPartFen,
    walletCombinationRefundPrice: order.walletRefundFen,
    isVirtualSpuBoolean: order.isVirtual,
  };
}
