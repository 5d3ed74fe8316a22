import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { findOrder, findOrderItems, type OrderDoc } from "#shared/domains/trade/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { yuan } from "#shared/kernel/money/money.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { waitForOperator } from "./bill/recordTrouble.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { InvoiceMedium, InvoiceStatus } from "./invoice.states.js";
import { invoiceLines } from "./invoiceLines.js";
import { replaceInvoice } from "./replaceInvoice.js";
import { endInvoice } from "./voidInvoice.js";

/**
 * Brings the live invoice of an order to what refunds have left of its payment. Nothing is left: it is voided. One that
 * nobody has issued yet is changed; an electronic one that may be issued is voided and takes its successor; one that was
 * issued on paper, or elsewhere, waits for an operator.
 */
export async function voidRefunded(payOrderId: number): Promise<void> {
  const payment = await findPayOrder(payOrderId);
  if (payment?.appId !== PayAppId.mall) return;
  const isWhole = payment.refundFen + payment.walletRefundFen >= payment.priceFen + payment.walletPartFen;
  await inTransaction(async () => {
    const order = await findOrder(Number(payment.merchantOrderId));
    const invoice = order && (await InvoiceModel.findOne({ liveOrderId: order._id }).lean<InvoiceDoc>());
    if (!invoice) return;
    if (isWhole) return endInvoice(invoice, { to: InvoiceStatus.voided, set: { voidedAt: clock.now() } });
    await followPart(invoice, order);
  });
}

async function followPart(invoice: InvoiceDoc, order: OrderDoc): Promise<void> {
  // By the order's own sum, as its lines are of its items; a refund that it has not recorded yet comes here again.
  const leftFen = order.payPriceFen - order.refundPriceFen;
  if (invoice.priceFen <= leftFen) return;
  const { state } = invoice.bill;
  const isElectronic = invoice.type === InvoiceMedium.electronic;
  if (isElectronic && (state === "sent" || state === "issued"))
    return void (await replaceInvoice(invoice, { priceFen: leftFen }));
  if (invoice.status !== InvoiceStatus.issued) await changeUnissued(invoice, leftFen);
  // Taken by an operator, who may have written it already, or issued where we cannot void it.
  if (invoice.status === InvoiceStatus.issued || (!isElectronic && invoice.status === InvoiceStatus.issuing))
    await waitForOperator(
      invoice,
      `refunded since: ${yuan(leftFen)} is left of ${yuan(invoice.priceFen)}; void it and issue one over what is left`,
    );
}

async function changeUnissued({ _id, orderId, status, bill }: InvoiceDoc, priceFen: number): Promise<void> {
  const lines = invoiceLines(await findOrderItems(orderId), priceFen);
  const { modifiedCount } = await InvoiceModel.updateOne(
    { _id, status, "bill.state": bill.state },
    { $set: { priceFen, lines } },
  );
  if (modifiedCount === 0) throw new LostRace(`invoice ${_id}`);
}
