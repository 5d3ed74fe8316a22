import { mailer } from "#shared/providers/mail/client.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { yuan } from "#shared/kernel/money/money.js";
import { getObject } from "#shared/kernel/storage/storage.js";
import { InvoiceModel, type InvoiceDoc } from "./invoice.model.js";
import { findInvoice } from "./invoice.queries.js";
import { invoiceFileUrl } from "./invoiceFile.js";
import { InvoiceMedium, InvoiceStatus } from "./invoice.states.js";

/**
 * Mails an issued electronic invoice: its address, which opens for its signed-in owner, and the file itself. No-op when
 * it was mailed before, or voided meanwhile.
 */
export async function mailInvoice(invoiceId: number): Promise<void> {
  const invoice = await findInvoice(invoiceId);
  if (
    invoice?.status !== InvoiceStatus.issued ||
    invoice.type !== InvoiceMedium.electronic ||
    invoice.email === "" ||
    invoice.mailedAt
  )
    return;
  const file = await fileOf(invoice);
  await mailer.send({
    to: invoice.email,
    subject: `您的电子发票（订单 ${invoice.orderNo}）`,
    text: textOf(invoice),
    html: htmlOf(invoice),
    messageId: `invoice.${invoiceId}.issued`,
    ...(file ? { attachments: [file] } : {}),
  });
  await InvoiceModel.updateOne({ _id: invoiceId, mailedAt: null }, { $set: { mailedAt: clock.now() } });
}

async function fileOf({ _id, fileKey, bill }: InvoiceDoc) {
  const stored = fileKey ? await getObject(fileKey) : undefined;
  if (!stored) return undefined;
  const parts: Buffer[] = [];
  for await (const part of stored.body) parts.push(part as Buffer);
  return {
    filename: `invoice-${bill.invoiceNo ?? _id}.pdf`,
    contentType: "application/pdf",
    content: Buffer.concat(parts),
  };
}

const facts = (invoice: InvoiceDoc): string[] => [
  `发票抬头：${invoice.title}`,
  ...(invoice.bill.invoiceNo ? [`发票号码：${invoice.bill.invoiceNo}`] : []),
  `价税合计：¥${yuan(invoice.priceFen)}`,
  `订单号：${invoice.orderNo}`,
  `开票方：${config.INVOICE_SELLER_NAME}`,
];

const textOf = (invoice: InvoiceDoc): string =>
  [
    "您好，您申请的电子发票已开具。",
    "",
    ...facts(invoice),
    "",
    "发票文件（登录后打开）：",
    invoiceFileUrl(invoice._id),
    "",
    "Your e-invoice is ready; sign in to open it.",
  ].join("\n");

const htmlOf = (invoice: InvoiceDoc): string =>
  [
    "<p>您好，您申请的电子发票已开具。</p>",
    `<p>${facts(invoice).map(escaped).join("<br>")}</p>`,
    `<p>发票文件（登录后打开）：<a href="${escaped(invoiceFileUrl(invoice._id))}">${escaped(invoiceFileUrl(invoice._id))}</a></p>`,
    "<p>Your e-invoice is ready; sign in to open it.</p>",
  ].join("\n");

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
