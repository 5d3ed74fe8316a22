import { AfterSaleOperation, OrderOperation } from "#shared/domains/trade/log/log.codes.js";

/** What third parties may be told of, by the kind of thing. */
export const webhookEvents = [
  "order.placed",
  "order.paid",
  "order.shipped_in_part",
  "order.shipped",
  "order.completed",
  "order.cancelled",
  "order.refunded",
  "refund.succeeded",
  "parcel.delivered",
  "after_sale.applied",
  "after_sale.agreed",
  "after_sale.refused",
  "after_sale.goods_sent",
  "after_sale.goods_received",
  "after_sale.goods_refused",
  "after_sale.refund_begun",
  "after_sale.refunded",
  "after_sale.refund_failed",
  "after_sale.cancelled",
  "stock.changed",
  "stock.low",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent by an operator to try an endpoint; nobody chooses it. */
export const TEST_EVENT = "webhook.test";

/** The id by which jobs and payloads name what an event is about. */
export const subjectOfEvent = (event: WebhookEvent): "orderId" | "refundId" | "parcelId" | "afterSaleId" | "skuId" => {
  if (event.startsWith("order.")) return "orderId";
  if (event.startsWith("refund.")) return "refundId";
  if (event.startsWith("parcel.")) return "parcelId";
  return event.startsWith("stock.") ? "skuId" : "afterSaleId";
};

const orderEvents: Partial<Record<OrderOperation, WebhookEvent>> = {
  [OrderOperation.placed]: "order.placed",
  [OrderOperation.paid]: "order.paid",
  [OrderOperation.shippedInPart]: "order.shipped_in_part",
  [OrderOperation.shipped]: "order.shipped",
  [OrderOperation.receivedByMember]: "order.completed",
  [OrderOperation.receivedBySystem]: "order.completed",
  [OrderOperation.pickedUp]: "order.completed",
  [OrderOperation.cancelledByMember]: "order.cancelled",
  [OrderOperation.cancelledBySystem]: "order.cancelled",
  [OrderOperation.cancelledByOperator]: "order.cancelled",
  [OrderOperation.refundedInPart]: "order.refunded",
  [OrderOperation.cancelledByRefund]: "order.refunded",
};
/** The event of an entry in an order's log; undefined: nobody is told. */
export const eventOfOrder = (operation: number): WebhookEvent | undefined => orderEvents[operation as OrderOperation];

const nameOf = new Map(Object.entries(AfterSaleOperation).map(([name, operation]) => [operation as number, name]));
/** The event of an entry in an after-sale's log. */
export const eventOfAfterSale = (operation: number): WebhookEvent | undefined => {
  const name = (nameOf.get(operation) ?? "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return webhookEvents.find((event) => event === `after_sale.${name}`);
};
