import type { States } from "../../parts/shown/figures";
import type { Pair } from "../../texts/texts";

export const invoiceStates: States = {
  0: [["Rejected", "已驳回"], "error"],
  1: [["Requested", "待开票"], "warning"],
  2: [["Issuing", "开票中"], "processing"],
  3: [["Issued", "已开票"], "success"],
  4: [["Voided", "已作废"]],
};
export const invoiceForms: States = { 1: [["Paper", "纸质"]], 2: [["Electronic", "电子"]] };
export const invoiceKinds: States = { 1: [["Ordinary", "普通发票"]], 2: [["Special", "专用发票"], "processing"] };
export const titleTypes: States = { 1: [["Individual", "个人"]], 2: [["Company", "企业"]] };

/** The state of an invoice, or its red letter, at the provider. */
export const providerStates: Readonly<Record<string, Pair>> = {
  none: ["Not submitted", "未提交"],
  due: ["Pending", "待开具"],
  sent: ["Submitted", "已提交"],
  issued: ["Issued", "已开具"],
  failed: ["Failed", "开具失败"],
};
