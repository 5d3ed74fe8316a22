import type { RowOf } from "../../client/client";
import type { Pair } from "../../texts/texts";

type Event = RowOf<"/admin-api/infra/webhook-delivery/page">["event"];

/** What third parties are told of. */
export const webhookEvents: Readonly<Record<Event, Pair>> = {
  "order.placed": ["Order placed", "订单已创建"],
  "order.paid": ["Order paid", "订单已支付"],
  "order.shipped_in_part": ["Order shipped in part", "订单部分发货"],
  "order.shipped": ["Order shipped", "订单已发货"],
  "order.completed": ["Order completed", "订单已完成"],
  "order.cancelled": ["Order cancelled", "订单已取消"],
  "order.refunded": ["Order refunded, in part or in full", "订单已退款（部分或全部）"],
  "refund.succeeded": ["Refund of a payment succeeded", "支付退款成功"],
  "parcel.delivered": ["Parcel delivered", "包裹已签收"],
  "after_sale.applied": ["After-sale requested", "售后已申请"],
  "after_sale.agreed": ["After-sale agreed", "售后已同意"],
  "after_sale.refused": ["After-sale refused", "售后已拒绝"],
  "after_sale.goods_sent": ["Return sent", "退货已寄出"],
  "after_sale.goods_received": ["Return received", "退货已收到"],
  "after_sale.goods_refused": ["Return refused", "退货已拒收"],
  "after_sale.refund_begun": ["After-sale refund started", "售后退款已发起"],
  "after_sale.refunded": ["After-sale refunded", "售后已退款"],
  "after_sale.refund_failed": ["After-sale refund failed", "售后退款失败"],
  "after_sale.cancelled": ["After-sale cancelled", "售后已取消"],
  "stock.changed": ["Stock changed", "库存变化"],
  "stock.low": ["Stock is low", "库存不足"],
  "webhook.test": ["Test event", "测试事件"],
};
const choices = (Object.entries(webhookEvents) as [Event, Pair][]).filter(([event]) => event !== "webhook.test");

/** Those to choose, each with its name as receivers see it. */
export const eventChoices = choices.map(([value, [en, zh]]) => ({
  value,
  label: [`${value} – ${en}`, `${value} – ${zh}`] as Pair,
}));
export const eventFilter = (Object.entries(webhookEvents) as [Event, Pair][]).map(([value, label]) => ({
  value,
  label,
}));
