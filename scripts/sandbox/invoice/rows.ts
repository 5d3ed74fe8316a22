/** The e-invoice provider's rows, and their form in queries and callbacks. */

/** An invoice, or the red letter of one. Amounts in fen (a red letter's are positive here), times in epoch ms. */
export interface SandboxInvoice {
  orderNo: string;
  serialNo: string;
  kind: "blue" | "red";
  invoiceLine: "pc" | "bs";
  state: "issuing" | "issued" | "failed";
  reason: string;
  buyerName: string;
  buyerTaxNum: string;
  amount: number;
  tax: number;
  lines: number;
  remark: string;
  invoiceNo: string;
  checkCode: string;
  /** Of a red letter: the order number of the invoice it cancels. */
  cancels: string | null;
  /** Of an invoice: the order number of its red letter, once that is issued. */
  cancelledBy: string | null;
  callbackUrl: string | null;
  createdAt: number;
  issuedAt: number | null;
}

const yuan = (fen: number, kind: SandboxInvoice["kind"]): string =>
  `${kind === "red" ? "-" : ""}${(fen / 100).toFixed(2)}`;

/** The invoice in a query. */
export function rowOf(one: SandboxInvoice): Record<string, unknown> {
  const status = { issuing: "20", issued: "2", failed: "22" }[one.state];
  return {
    serialNo: one.serialNo,
    orderNo: one.orderNo,
    status,
    statusMsg: { issuing: "开票中", issued: "开票完成（最终状态）", failed: "开票失败" }[one.state],
    failCause: one.reason,
    invoiceKind: one.invoiceLine === "bs" ? "数电专用发票" : "数电普通发票",
    invoiceTime: one.issuedAt ?? "",
    invoiceCode: "",
    invoiceNo: one.invoiceNo,
    allElectronicInvoiceNumber: one.invoiceNo,
    checkCode: one.checkCode,
    exTaxAmount: yuan(one.amount - one.tax, one.kind),
    taxAmount: yuan(one.tax, one.kind),
    orderAmount: yuan(one.amount, one.kind),
    payerName: one.buyerName,
    payerTaxNo: one.buyerTaxNum,
  };
}

/** The invoice in a callback. */
export function callbackContent(one: SandboxInvoice): Record<string, unknown> {
  return {
    c_orderno: one.orderNo,
    c_fpqqlsh: one.serialNo,
    c_status: one.state === "failed" ? "2" : "1",
    c_errorMessage: one.reason,
    c_fpdm: "",
    c_fphm: one.invoiceNo,
    c_allElectronicInvoiceNumber: one.invoiceNo,
    c_kprq: one.issuedAt ?? "",
    c_jym: one.checkCode,
    c_bhsje: yuan(one.amount - one.tax, one.kind),
    c_hjse: yuan(one.tax, one.kind),
  };
}
