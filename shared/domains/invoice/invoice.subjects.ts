import { subject } from "#shared/kernel/queue/subjects.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";

type Found = Pick<InvoiceDoc, "_id">;

/** Finds invoices by a bill's number, for searches over jobs. */
export async function invoicesOfNumber(no: string): Promise<{ id: number; no: string }[]> {
  const found = await Promise.all(
    [{ "bill.no": no }, { "red.no": no }].map((which) =>
      InvoiceModel.find(which, { _id: 1 }).limit(10).lean<Found[]>(),
    ),
  );
  return found.flat().map(({ _id: id }) => ({ id, no }));
}

/** The subjects of these orders' invoice jobs. */
export async function subjectsOfInvoices(orderIds: readonly number[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const invoices = await InvoiceModel.find({ orderId: { $in: [...orderIds] } }, { _id: 1 }).lean<Found[]>();
  return invoices.map(({ _id }) => subject("invoiceId", _id));
}
