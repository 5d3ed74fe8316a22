import { findOrderItems, ownOrder } from "#shared/domains/trade/index.js";
import { refuseIfOff } from "#shared/kernel/config/providers.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { amountToInvoice } from "./amountToInvoice.js";
import { invoiceErrors } from "./invoice.errors.js";
import { issueInvoiceJob, voidRefundedJob } from "./invoice.jobs.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { invoiceLines } from "./invoiceLines.js";
import { InvoiceMedium, InvoiceStatus } from "./invoice.states.js";

interface InvoiceApplication extends Pick<
  InvoiceDoc,
  | "orderId"
  | "type"
  | "invoiceType"
  | "titleType"
  | "title"
  | "taxNo"
  | "address"
  | "phone"
  | "bankAddress"
  | "bankNo"
  | "email"
  | "mailingAddress"
> {
  /** The amount as the client sent it. */
  priceFen: number;
}

/**
 * A member applies for an order's invoice (rules: Invoices). A job issues an electronic one, a paper one waits for an
 * operator. A unique index allows one live invoice per order. Throws OrderNotFound (absent, deleted or another
 * member's), OrderAlreadyInvoiced (2000024), OrderNotPaid, OrderCancelled, PriceMismatch; NotOffered for an electronic one in a
 * shop without e-invoices.
 */
export async function applyForInvoice(memberId: number, application: InvoiceApplication): Promise<true> {
  if (application.type === InvoiceMedium.electronic) refuseIfOff("invoice");
  const _id = await nextId("invoices");
  return inTransaction(async () => {
    const { orderId, priceFen, ...fields } = application;
    const order = await ownOrder(memberId, orderId);
    if (await InvoiceModel.exists({ liveOrderId: orderId })) throw invoiceErrors.OrderAlreadyInvoiced();
    const priceToInvoice = await amountToInvoice(order);
    if (priceFen !== priceToInvoice) throw invoiceErrors.PriceMismatch({ price: priceToInvoice });
    const lines = invoiceLines(await findOrderItems(orderId), priceFen);
    try {
      await InvoiceModel.create([
        {
          ...fields,
          _id,
          memberId,
          orderId,
          liveOrderId: orderId,
          orderNo: order.no,
          status: InvoiceStatus.applied,
          priceFen,
          lines,
        },
      ]);
    } catch (error) {
      if (isDuplicateKey(error)) throw invoiceErrors.OrderAlreadyInvoiced();
      throw error;
    }
    if (application.type === InvoiceMedium.electronic) await enqueue(issueInvoiceJob, { invoiceId: _id });
    // A refund that was committed while this ran has not seen this invoice, so look for one after the commit.
    await enqueue(voidRefundedJob, { payOrderId: order.payOrderId! });
    return true as const;
  });
}
