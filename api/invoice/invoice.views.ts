import { DateTime } from "luxon";
import type { z } from "zod";
import { shownFileUrl, type InvoicedOrder } from "#shared/domains/invoice/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { InvoiceStatus } from "#shared/domains/invoice/invoice.states.js";
import type { InvoiceListEntry } from "./invoice.schemas.js";

export function invoiceEntry({ order, item, invoice }: InvoicedOrder): z.input<typeof InvoiceListEntry> {
  return {
    tradeOrderId: order._id,
    no: order.no,
    createTime: DateTime.fromJSDate(order.createdAt, { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd HH:mm:ss"),
    payPrice: order.payPriceFen,
    invoiceStatus: invoice?.status ?? InvoiceStatus.rejected,
    spuName: item?.spuName ?? "",
    picUrl: mediaUrl(item?.picUrl ?? ""),
    invoicePrice: String(invoice?.priceFen ?? order.payPriceFen - order.refundPriceFen),
    ...(invoice ? { type: invoice.type, invoiceUrl: shownFileUrl(invoice), id: invoice._id } : {}),
  };
}
