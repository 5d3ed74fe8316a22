import { say } from "../language";

/** What a job does, for who sees its name for the first time. */
export function jobText(job: string): string {
  const texts: Record<string, string> = {
    "trade.closeUnpaidOrder": say("Timer: closes the order if nobody pays", "定时：到期未付款则关闭订单"),
    "pay.expireOrder": say("Timer: ends the pay order", "定时：支付单到期"),
    "pay.submitAttempt": say("Opens the payment at the channel", "向支付渠道下单"),
    "pay.closeAttempt": say("Closes an attempt at the channel", "关闭渠道侧的支付"),
    "pay.queryPayOrder": say("Asks the channel whether it is paid", "向渠道查询是否已付"),
    "pay.syncOrder": say("Asks the channel whether it is paid", "向渠道查询是否已付"),
    "pay.syncAttempt": say("Asks the channel about an attempt", "向渠道查询支付尝试"),
    "pay.handleCallback": say("Reads the channel's signed callback: paid, once", "处理渠道签名回调：仅入账一次"),
    "trade.markOrderPaid": say("The order is paid; its stock is sold", "订单置为已付款，库存转为已售"),
    "pay.startNotify": say("Prepares the merchant's notice", "准备商户通知"),
    "pay.deliverNotify": say("Notifies the merchant, signed", "签名通知商户"),
    "webhook.publishEvent": say("Tells who listens to orders", "发布订单事件"),
    "webhook.deliverEvent": say("Delivers the event, signed", "签名投递事件"),
    "trade.giveOrderCoupons": say("Gives the coupons that the order earned", "赠送订单所得优惠券"),
    "trade.subscribeParcel": say("Asks the courier to push the parcel's tracks", "向快递平台订阅轨迹"),
    "trade.pollParcel": say("Asks the courier where the parcel is", "向快递平台查询轨迹"),
    "trade.askParcel": say("Asks the courier where the parcel is", "向快递平台查询轨迹"),
    "trade.applyPush": say("Takes the courier's push", "处理快递推送"),
    "trade.receiveShippedOrder": say("Timer: counts it as received", "定时：自动确认收货"),
    "trade.receiveSignedOrders": say("Timer: signed parcels count as received", "定时：已签收包裹自动确认收货"),
    "pay.refundAtChannel": say("Gives the money back at the channel", "向渠道退款"),
    "trade.applyRefund": say("The refund arrives: stock, points, coupon go back", "退款到账：库存、积分、券退回"),
    "trade.cancelClosedOrder": say("Cancels the order and gives everything back", "取消订单并退回资源"),
    "catalog.rollUpSpu": say("Counts the product's sales", "汇总商品销量"),
  };
  return texts[job] ?? "";
}
