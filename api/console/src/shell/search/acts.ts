import { queueNames } from "../../pages/queues/queue.states";
import type { Pair } from "../../texts/texts";

/** Something to do: the page or list where it is done. */
export interface Act {
  title: Pair;
  permission: string;
  to: string;
}

export const acts: Act[] = [
  { title: ["Ship orders", "订单发货"], permission: "trade:order:ship", to: "/orders?status=10&deliveryType=1" },
  {
    title: ["Hand out orders", "订单自提核销"],
    permission: "trade:order:pick-up",
    to: "/orders?status=10&deliveryType=2",
  },
  { title: ["Unpaid orders", "待付款订单"], permission: "trade:order:query", to: "/orders?status=0" },
  { title: ["Orders coming back", "退回中的订单"], permission: "trade:order:query", to: "/orders?comingBack=true" },
  { title: ["Review after-sales", "审核售后"], permission: "trade:after-sale:agree", to: "/after-sales?status=10" },
  { title: ["Receive returns", "退货收货"], permission: "trade:after-sale:receive", to: "/after-sales?status=30" },
  { title: ["Refund after-sales", "售后退款"], permission: "trade:after-sale:refund", to: "/after-sales?status=40" },
  { title: ["Issue invoices", "开具发票"], permission: "member:invoice:query", to: "/invoices?status=1" },
  { title: ["Invoices with problems", "异常发票"], permission: "member:invoice:query", to: "/invoices?waiting=true" },
  { title: ["Failed refunds", "失败的退款"], permission: "pay:refund:query", to: "/pay/refunds?status=20" },
  {
    title: ["Open payment anomalies", "待处理支付异常"],
    permission: "pay:anomaly:query",
    to: "/pay/anomalies?status=0",
  },
  { title: ["Failed notifications", "失败的商户通知"], permission: "pay:notify:query", to: "/pay/notifies?status=20" },
  { title: ["Reply to reviews", "回复评价"], permission: "product:comment:query", to: "/reviews?replyStatus=false" },
  { title: ["New product", "新建商品"], permission: "product:spu:create", to: "/products/new" },
  { title: ["Sold-out products", "已售罄商品"], permission: "product:spu:query", to: "/products?tabType=2" },
  { title: ["Open dead letters", "未处理死信"], permission: "infra:queue:read", to: "/dead-letters?status=0" },
  ...queueNames.flatMap((name): Act[] => [
    {
      title: [`Pause queue ${name}`, `暂停队列 ${name}`],
      permission: "infra:queue:operate",
      to: `/queues/${name}?ask=pause`,
    },
    {
      title: [`Resume queue ${name}`, `恢复队列 ${name}`],
      permission: "infra:queue:operate",
      to: `/queues/${name}?ask=resume`,
    },
  ]),
];
