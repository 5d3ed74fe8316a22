import { DateTime } from "luxon";
import PDFDocument from "pdfkit";
import { toBuffer } from "qrcode";
import type { InvoiceParty } from "#shared/providers/invoice/port.js";
import { config } from "#shared/kernel/config/config.js";
import { yuan } from "#shared/kernel/money/money.js";
import type { InvoiceDoc, InvoiceLine } from "../invoice.model.js";
import { capitalYuan } from "./capitalYuan.js";
import { fontsFor } from "./font.js";
import { COLUMNS, INK, INNER, PARTIES_HEIGHT, ROW_HEIGHT, ROWS_END, ROWS_ON_SHEET, SHEET, TOP } from "./sheet.js";
import { InvoiceType } from "../invoice.states.js";
import { Writer } from "./writer.js";

type Pdf = PDFKit.PDFDocument;

/**
 * An issued invoice as a PDF: number and date, buyer and seller with their tax numbers, the lines with their tax, the
 * sum in figures and capital numerals, the QR code, the order's number. The used part of the font is embedded.
 */
export async function drawInvoice(invoice: InvoiceDoc, seller: InvoiceParty): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [SHEET.width, SHEET.height],
    margin: 0,
    info: {
      Title: `${titleOf(invoice)} ${invoice.bill.invoiceNo ?? ""}`.trim(),
      Author: seller.name,
      CreationDate: issuedAt(invoice),
    },
  });
  const parts: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
    pdf.on("error", reject);
  });
  const writer = new Writer(
    pdf,
    await fontsFor(JSON.stringify([invoice, seller, config.INVOICE_CLERK, config.INVOICE_GOODS_TAX_NAME])),
  );
  const code = await toBuffer(codeText(invoice), { margin: 0, width: 240 });
  const sheets = sheetsOf(invoice.lines);
  sheets.forEach((lines, index) => {
    if (index > 0) pdf.addPage();
    drawHead(writer, invoice, code);
    drawParties(writer, invoice, seller);
    drawTable(writer, lines);
    drawSums(writer, invoice, index === sheets.length - 1);
    drawFoot(writer, invoice, `第 ${index + 1} 页 共 ${sheets.length} 页`);
  });
  pdf.end();
  return ended;
}

const issuedAt = ({ bill, createdAt }: InvoiceDoc): Date => bill.issuedAt ?? createdAt;
const titleOf = ({ invoiceType }: InvoiceDoc): string =>
  invoiceType === InvoiceType.special ? "电子发票（增值税专用发票）" : "电子发票（普通发票）";
const dayOf = (invoice: InvoiceDoc, form: string): string =>
  DateTime.fromJSDate(issuedAt(invoice), { zone: "Asia/Shanghai" }).toFormat(form);

/** The tax office's format: version, kind (31 special, 32 ordinary), code, number, amount, day, check code. */
const codeText = (invoice: InvoiceDoc): string =>
  [
    "01",
    invoice.invoiceType === InvoiceType.special ? "31" : "32",
    invoice.bill.invoiceCode ?? "",
    invoice.bill.invoiceNo ?? "",
    yuan(invoice.priceFen),
    dayOf(invoice, "yyyyMMdd"),
    invoice.bill.checkCode ?? "",
    "",
  ].join(",");

function sheetsOf(lines: InvoiceLine[]): InvoiceLine[][] {
  const sheets: InvoiceLine[][] = [];
  for (let at = 0; at < lines.length; at += ROWS_ON_SHEET) sheets.push(lines.slice(at, at + ROWS_ON_SHEET));
  return sheets.length > 0 ? sheets : [[]];
}

const rule = (pdf: Pdf, x1: number, y1: number, x2: number, y2: number): Pdf =>
  pdf.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.7).stroke(INK.rule);

function drawHead(writer: Writer, invoice: InvoiceDoc, code: Buffer): void {
  const { pdf } = writer;
  const { invoiceNo, invoiceCode, checkCode } = invoice.bill;
  pdf.image(code, SHEET.margin, 16, { width: 54, height: 54 });
  const title = titleOf(invoice);
  writer.write(title, { x: 0, y: TOP.title, width: SHEET.width, size: 18, align: "center", color: INK.label });
  const half = writer.widthOf(title, 18) / 2 + 8;
  for (const y of [48, 51]) rule(pdf, SHEET.width / 2 - half, y, SHEET.width / 2 + half, y);
  const facts: [string, string][] = [
    ...(invoiceCode ? [["发票代码：", invoiceCode] as [string, string]] : []),
    ["发票号码：", invoiceNo ?? ""],
    ["开票日期：", dayOf(invoice, "yyyy年MM月dd日")],
    ...(checkCode ? [["校验码：", checkCode] as [string, string]] : []),
  ];
  facts.forEach(([label, value], index) =>
    writer.writePair(label, value, { x: 425, y: 20 + index * 14, width: 150, size: 8 }),
  );
}

function drawParties(writer: Writer, invoice: InvoiceDoc, seller: InvoiceParty): void {
  const { pdf } = writer;
  const { margin } = SHEET;
  const half = INNER / 2;
  pdf.rect(margin, TOP.parties, INNER, PARTIES_HEIGHT).lineWidth(0.7).stroke(INK.rule);
  rule(pdf, margin + half, TOP.parties, margin + half, TOP.table);
  const buyer: InvoiceParty = {
    name: invoice.title,
    taxNo: invoice.taxNo,
    address: invoice.address,
    phone: invoice.phone,
    bank: invoice.bankAddress,
    bankNo: invoice.bankNo,
  };
  drawParty(writer, "购买方信息", buyer, margin);
  drawParty(writer, "销售方信息", seller, margin + half);
}

function drawParty(writer: Writer, label: string, party: InvoiceParty, left: number): void {
  const { pdf } = writer;
  const stripe = 16;
  rule(pdf, left + stripe, TOP.parties, left + stripe, TOP.table);
  [...label].forEach((sign, index) =>
    writer.write(sign, {
      x: left,
      y: TOP.parties + 4 + index * 12,
      width: stripe,
      size: 8.5,
      align: "center",
      color: INK.label,
    }),
  );
  const facts: [string, string][] = [
    ["名称：", party.name],
    ["统一社会信用代码/纳税人识别号：", party.taxNo],
    ["地址、电话：", `${party.address} ${party.phone}`.trim()],
    ["开户行及账号：", `${party.bank} ${party.bankNo}`.trim()],
  ];
  facts.forEach(([name, value], index) =>
    writer.writePair(name, value, {
      x: left + stripe + 5,
      y: TOP.parties + 5 + index * 15.5,
      width: INNER / 2 - stripe - 9,
    }),
  );
}

function drawTable(writer: Writer, lines: InvoiceLine[]): void {
  const cells = [COLUMNS.map(({ title }) => title), ...lines.map(cellsOf)];
  cells.forEach((row, index) => {
    const isTitle = index === 0;
    const y = isTitle ? TOP.table + 3 : TOP.rows + (index - 1) * ROW_HEIGHT + 2;
    let x: number = SHEET.margin;
    COLUMNS.forEach(({ width, align }, at) => {
      writer.write(row[at] ?? "", {
        x: x + 3,
        y,
        width: width - 6,
        size: isTitle ? 8 : 7,
        align: isTitle ? "center" : align,
        color: isTitle ? INK.label : INK.text,
        ...(isTitle ? {} : { height: ROW_HEIGHT }),
      });
      x += width;
    });
  });
}

function cellsOf({ name, spec, unit, quantity, netFen, taxFen, taxRate }: InvoiceLine): string[] {
  return [
    `*${config.INVOICE_GOODS_TAX_NAME}*${name}`,
    spec,
    unit,
    String(quantity),
    unitPrice(netFen, quantity),
    yuan(netFen),
    taxRate === 0 ? "免税" : `${taxRate}%`,
    taxRate === 0 ? "***" : yuan(taxFen),
  ];
}

/** Yuan without tax, with two to eight decimals. */
const unitPrice = (netFen: number, quantity: number): string => {
  const [whole, fraction = ""] = (netFen / 100 / quantity).toFixed(8).split(".");
  return `${whole}.${fraction.replace(/(?<!0)0+$/, "").padEnd(2, "0")}`;
};

function drawSums(writer: Writer, { lines, priceFen }: InvoiceDoc, isLast: boolean): void {
  const { pdf } = writer;
  const { margin } = SHEET;
  const sum = (of: (line: InvoiceLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  const bottom = ROWS_END + 38;
  pdf
    .rect(margin, TOP.table, INNER, bottom - TOP.table)
    .lineWidth(0.7)
    .stroke(INK.rule);
  rule(pdf, margin, ROWS_END + 17, margin + INNER, ROWS_END + 17);
  rule(pdf, margin + 150, ROWS_END + 17, margin + 150, bottom);
  writer.write("合　　计", { x: margin, y: ROWS_END + 3, width: 150, align: "center", color: INK.label });
  writer.write("价税合计（大写）", { x: margin, y: ROWS_END + 22, width: 150, align: "center", color: INK.label });
  if (!isLast) return;
  const amountsEnd = margin + 448;
  writer.write(`¥${yuan(sum(({ netFen }) => netFen))}`, {
    x: amountsEnd - 100,
    y: ROWS_END + 3,
    width: 97,
    align: "right",
  });
  writer.write(`¥${yuan(sum(({ taxFen }) => taxFen))}`, {
    x: margin + INNER - 100,
    y: ROWS_END + 3,
    width: 97,
    align: "right",
  });
  writer.write(capitalYuan(priceFen), { x: margin + 158, y: ROWS_END + 21, width: 230, size: 9.5 });
  writer.writePair("（小写）", `¥${yuan(priceFen)}`, { x: margin + 400, y: ROWS_END + 21, width: 145, size: 9.5 });
}

function drawFoot(writer: Writer, invoice: InvoiceDoc, pageText: string): void {
  const { pdf } = writer;
  const { margin } = SHEET;
  const top = ROWS_END + 38;
  const height = 30;
  pdf.rect(margin, top, INNER, height).lineWidth(0.7).stroke(INK.rule);
  rule(pdf, margin + 16, top, margin + 16, top + height);
  ["备", "注"].forEach((sign, index) =>
    writer.write(sign, { x: margin, y: top + 3 + index * 13, width: 16, align: "center", color: INK.label }),
  );
  writer.write(`订单号：${invoice.orderNo}`, { x: margin + 22, y: top + 5, width: INNER - 30 });
  writer.writePair("开票人：", config.INVOICE_CLERK, { x: margin + 30, y: top + height + 5, width: 200 });
  writer.write(pageText, { x: margin, y: top + height + 5, width: INNER, align: "right", size: 7, color: INK.label });
}
