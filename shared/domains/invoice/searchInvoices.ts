import { bestOf, MOST_HITS, type Hit, type Sought } from "#shared/kernel/lists/sought.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { invoicesOfNumber } from "./invoice.subjects.js";

type Invoice = Pick<InvoiceDoc, "_id" | "title" | "orderNo" | "status" | "priceFen" | "createdAt">;
const shown = "title orderNo status priceFen createdAt";

const invoicesWhere = (which: object): Promise<Invoice[]> =>
  InvoiceModel.find(which, shown).sort({ createdAt: -1, _id: -1 }).limit(MOST_HITS).lean<Invoice[]>().exec();

/** Invoices by a bill's number or their id, by their title, and those of an order with the number. */
export async function searchInvoices({ id, no, text }: Sought): Promise<Hit[]> {
  const billed = no === undefined ? [] : await invoicesOfNumber(no);
  const exact = new Set([...billed.map((invoice) => invoice.id), ...(id === undefined ? [] : [id])]);
  const found = await Promise.all([
    exact.size === 0 ? [] : invoicesWhere({ _id: { $in: [...exact] } }),
    invoicesWhere({ title: text }),
    no === undefined ? [] : invoicesWhere({ orderNo: no }),
  ]);
  return bestOf(
    found.flat().map((invoice) => ({
      id: invoice._id,
      title: invoice.title || invoice.orderNo,
      state: String(invoice.status),
      amountFen: invoice.priceFen,
      about: invoice.orderNo,
      at: invoice.createdAt,
      isExact: exact.has(invoice._id),
    })),
  );
}
