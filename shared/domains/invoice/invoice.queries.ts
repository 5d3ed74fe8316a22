import { OrderItemModel, OrderModel, type OrderDoc, type OrderItemDoc } from "#shared/domains/trade/index.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { countedWhole, pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { invoiceErrors } from "./invoice.errors.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { liveStatuses } from "./invoice.states.js";

export async function findInvoice(invoiceId: number): Promise<InvoiceDoc | null> {
  return InvoiceModel.findById(invoiceId).lean<InvoiceDoc>();
}

/** Any invoice by id. Throws InvoiceNotFound. */
export async function getInvoice(invoiceId: number): Promise<InvoiceDoc> {
  const invoice = await findInvoice(invoiceId);
  if (!invoice) throw invoiceErrors.InvoiceNotFound();
  return invoice;
}

/** An order with its item to show, and its live invoice, if any. */
export interface InvoicedOrder {
  order: OrderDoc;
  item: OrderItemDoc | undefined;
  invoice: InvoiceDoc | null;
}

/**
 * A member's orders that can be invoiced, newest first: paid, not cancelled (a full refund cancels), not deleted, not
 * free, and without a live invoice.
 */
export async function findOrdersToInvoice(memberId: number, page: Page): Promise<PageOf<InvoicedOrder>> {
  const live = await InvoiceModel.find({ memberId, status: { $in: liveStatuses } }, { orderId: 1 }).lean<
    Pick<InvoiceDoc, "orderId">[]
  >();
  const where = {
    memberId,
    deletedAt: null,
    status: { $in: [OrderStatus.toShip, OrderStatus.shipped, OrderStatus.completed] as OrderDoc["status"][] },
    payPriceFen: { $gt: 0 },
    _id: { $nin: live.map(({ orderId }) => orderId) },
  };
  const { list: orders, total } = await pageOf(OrderModel, where, countedWhole(page));
  const items = await firstItems(orders.map(({ _id }) => _id));
  return { list: orders.map((order) => ({ order, item: items.get(order._id), invoice: null })), total };
}

/** A member's live invoices with their orders, newest application first. */
export async function findInvoicedOrders(memberId: number, page: Page): Promise<PageOf<InvoicedOrder>> {
  const where = { memberId, status: { $in: liveStatuses } };
  const { list: invoices, total } = await pageOf(InvoiceModel, where, countedWhole(page));
  const orderIds = invoices.map(({ orderId }) => orderId);
  const orders = new Map(
    (await OrderModel.find({ _id: { $in: orderIds } }).lean<OrderDoc[]>()).map((order) => [order._id, order]),
  );
  const items = await firstItems(orderIds);
  const list = invoices.flatMap((invoice) => {
    const order = orders.get(invoice.orderId);
    return order ? [{ order, item: items.get(order._id), invoice }] : [];
  });
  return { list, total };
}

/** The first item of each order, which represents it. */
async function firstItems(orderIds: number[]): Promise<Map<number, OrderItemDoc>> {
  const items = await OrderItemModel.find({ orderId: { $in: orderIds } })
    .sort({ _id: -1 })
    .lean<OrderItemDoc[]>();
  return new Map(items.map((item) => [item.orderId, item]));
}
