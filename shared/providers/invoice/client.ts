import { DateTime } from "luxon";
import { z } from "zod";
import { isOn } from "#shared/kernel/config/providers.js";
import { fenOfSignedYuan, yuan } from "#shared/kernel/money/money.js";
import { callService, fetchToken, UNKNOWN_NUMBER } from "./calls.js";
import { InvoiceRefused, type BillFound, type BillLine, type BillOrder, type InvoiceClient } from "./port.js";

/** The Nuonuo Open Platform (诺税通 SaaS): fully digital e-invoices, made asynchronously. */
const Serial = z.object({ invoiceSerialNum: z.string().min(1) });
const Text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? "" : String(value)));
const Row = z.object({
  serialNo: Text,
  orderNo: Text,
  status: Text,
  statusMsg: Text,
  failCause: Text,
  allElectronicInvoiceNumber: Text,
  invoiceNo: Text,
  invoiceCode: Text,
  checkCode: Text,
  /** Epoch ms. */
  invoiceTime: Text,
  orderAmount: Text,
});
const Rows = z.array(Row);
/** 数电普通发票, 数电专用发票. */
const lines = { ordinary: "pc", special: "bs" } as const;

const DONE = "2";
/** 22 failed, 24 failed while being signed, 3 and 31 voided at the provider. */
const FAILED: ReadonlySet<string> = new Set(["22", "24", "3", "31"]);

export const nuonuo: InvoiceClient = {
  isConfigured: () => isOn("invoice"),

  accessToken: fetchToken,

  async order(token, order) {
    const { invoiceSerialNum } = await callService(
      token,
      "nuonuo.OpeMplatform.requestBillingNew",
      { order: orderBody(order) },
      Serial,
    );
    return invoiceSerialNum;
  },

  async orderRed(token, { no, sellerTaxNo, clerk, invoiceNo, invoiceCode, serialNo, callbackUrl }) {
    const { invoiceSerialNum } = await callService(
      token,
      "nuonuo.OpeMplatform.fastInvoiceRed",
      {
        orderNo: no,
        taxNum: sellerTaxNo,
        clerk,
        callBackUrl: callbackUrl,
        ...(invoiceCode ? { invoiceCode, invoiceNumber: invoiceNo } : { elecInvoiceNumber: invoiceNo }),
        ...(serialNo ? { invoiceId: serialNo } : {}),
      },
      Serial,
    );
    return invoiceSerialNum;
  },

  async find(token, no) {
    let rows: z.output<typeof Rows>;
    try {
      const content = { orderNos: [no], isOfferInvoiceDetail: "0" };
      rows = await callService(token, "nuonuo.OpeMplatform.queryInvoiceResult", content, Rows);
    } catch (error) {
      if (error instanceof InvoiceRefused && error.code === UNKNOWN_NUMBER) return undefined;
      throw error;
    }
    const row = rows.find(({ orderNo }) => orderNo === no);
    return row && foundOf(row);
  },
};

function orderBody(order: BillOrder): object {
  const { buyer, seller } = order;
  return {
    orderNo: order.no,
    invoiceType: "1",
    invoiceLine: lines[order.kind],
    invoiceDate: DateTime.fromJSDate(order.orderedAt, { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd HH:mm:ss"),
    buyerName: buyer.name,
    buyerTaxNum: buyer.taxNo,
    buyerAddress: buyer.address,
    buyerTel: buyer.phone,
    buyerAccount: `${buyer.bank} ${buyer.bankNo}`.trim(),
    salerTaxNum: seller.taxNo,
    salerAddress: seller.address,
    salerTel: seller.phone,
    salerAccount: `${seller.bank} ${seller.bankNo}`.trim(),
    clerk: order.clerk,
    remark: order.remark,
    // The shop mails the invoice itself.
    pushMode: "-1",
    callBackUrl: order.callbackUrl,
    invoiceDetail: order.lines.map((line) => detailOf(line, order.goodsTaxCode)),
  };
}

function detailOf({ name, spec, unit, quantity, amountFen, netFen, taxFen, taxRate }: BillLine, goodsCode: string) {
  return {
    goodsName: name,
    goodsCode,
    specType: spec,
    unit,
    num: String(quantity),
    withTaxFlag: "1",
    price: (amountFen / 100 / quantity).toFixed(8),
    taxRate: String(taxRate / 100),
    tax: yuan(taxFen),
    taxExcludedAmount: yuan(netFen),
    taxIncludedAmount: yuan(amountFen),
    invoiceLineProperty: "0",
  };
}

function foundOf(row: z.output<typeof Row>): BillFound {
  const state = row.status === DONE ? "issued" : FAILED.has(row.status) ? "failed" : "issuing";
  const time = Number(row.invoiceTime);
  const amount = fenOfSignedYuan(row.orderAmount);
  return {
    state,
    serialNo: row.serialNo,
    amountFen: amount === undefined ? null : Math.abs(amount),
    invoiceNo: row.allElectronicInvoiceNumber || row.invoiceNo || null,
    invoiceCode: row.invoiceCode || null,
    checkCode: row.checkCode || null,
    issuedAt: row.invoiceTime !== "" && Number.isSafeInteger(time) ? new Date(time) : null,
    reason: (row.failCause || row.statusMsg).slice(0, 200),
  };
}
