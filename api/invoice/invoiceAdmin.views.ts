import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import { userInShort } from "#api/member/memberInShort.js";
import type { InvoiceDoc } from "#shared/domains/invoice/index.js";
import type { OfMember } from "#shared/domains/member/index.js";
import type { InvoiceDetailView, InvoiceView } from "./invoiceAdmin.schemas.js";

export function invoiceView(row: OfMember<InvoiceDoc>): z.input<typeof InvoiceView> {
  return {
    id: row._id,
    userId: row.memberId,
    user: userInShort(row.member),
    tradeOrderId: row.orderId,
    orderNo: row.orderNo,
    status: row.status,
    type: row.type,
    invoiceType: row.invoiceType,
    titleType: row.titleType,
    title: row.title,
    taxNo: row.taxNo,
    address: row.address,
    phone: row.phone,
    bankAddress: row.bankAddress,
    bankNo: row.bankNo,
    email: row.email,
    mailingAddress: row.mailingAddress,
    invoicePrice: String(row.priceFen),
    platformState: row.bill.state,
    platformOrderNo: row.bill.no,
    platformSerialNo: row.bill.serialNo,
    invoiceNo: row.bill.invoiceNo,
    invoiceCode: row.bill.invoiceCode,
    checkCode: row.bill.checkCode,
    invoiceTime: epochMs(row.bill.issuedAt),
    redState: row.redDue && row.red.state === "none" ? "due" : row.red.state,
    redInvoiceNo: row.red.invoiceNo,
    waiting: row.stuckAt !== null,
    waitingTime: epochMs(row.stuckAt),
    failReason: row.failReason,
    trackingNo: row.trackingNo,
    invoiceUrl: row.fileUrl ?? (row.fileKey === null ? null : fileAddress(row._id)),
    rejectReason: row.rejectReason,
    finishTime: epochMs(row.doneAt),
    mailTime: epochMs(row.mailedAt),
    voidTime: epochMs(row.voidedAt),
    voidReason: row.voidReason ?? "",
    replacesId: row.replacesId ?? null,
    createTime: row.createdAt.getTime(),
  };
}

/** The operators' address of the file. */
const fileAddress = (id: number): string => `/admin-api/member/invoice/file?id=${id}`;

export const invoiceDetail = (row: OfMember<InvoiceDoc>): z.input<typeof InvoiceDetailView> => ({
  ...invoiceView(row),
  lines: row.lines.map((line) => ({
    name: line.name,
    spec: line.spec,
    unit: line.unit,
    quantity: line.quantity,
    price: line.amountFen,
    netPrice: line.netFen,
    tax: line.taxFen,
    taxRate: line.taxRate,
  })),
});
