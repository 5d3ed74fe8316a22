import type { QueryFilter } from "mongoose";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import type { InvoiceMedium, InvoiceStatus, InvoiceType } from "./invoice.states.js";

interface InvoiceSearch {
  status?: InvoiceStatus | undefined;
  type?: InvoiceMedium | undefined;
  invoiceType?: InvoiceType | undefined;
  tradeOrderId?: number | undefined;
  orderNo?: string | undefined;
  userId?: number | undefined;
  /** The exact title. */
  title?: string | undefined;
  /** Whether it waits for an operator. */
  waiting?: boolean | undefined;
  createTime?: TimeSpan | undefined;
}

/** For operators, newest first. */
export const pageInvoices = (search: InvoiceSearch, page: Page): Promise<PageOf<InvoiceDoc>> =>
  pageOf(InvoiceModel, filterOf(search), page);

/** Streams all results of a search, newest first, without their lines. */
export function eachInvoice(search: InvoiceSearch): AsyncIterable<InvoiceDoc> {
  return eachOf(InvoiceModel, filterOf(search), { lines: 0 });
}

function filterOf(search: InvoiceSearch): QueryFilter<InvoiceDoc> {
  const { status, type, invoiceType, tradeOrderId, orderNo, userId, title, waiting, createTime } = search;
  return {
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
    ...(invoiceType === undefined ? {} : { invoiceType }),
    ...(tradeOrderId === undefined ? {} : { orderId: tradeOrderId }),
    ...(orderNo === undefined ? {} : { orderNo }),
    ...(userId === undefined ? {} : { memberId: userId }),
    ...(title === undefined ? {} : { title }),
    ...(waiting === undefined ? {} : { stuckAt: waiting ? { $ne: null } : null }),
    ...createdWithin(createTime),
  };
}
