import type { InvoiceDoc, WhichBill } from "../invoice.model.js";

/** The bill that failed under this number; undefined: none. */
export function whichFailed(invoice: InvoiceDoc, no: string): WhichBill | undefined {
  return (["bill", "red"] as const).find((which) => failedNosOf(invoice, which).includes(no));
}

/** The numbers of a bill that failed at the provider, oldest first. */
export function failedNosOf(invoice: InvoiceDoc, which: WhichBill): string[] {
  const { no, state, failedNos = [] } = invoice[which];
  return state === "failed" && no !== null ? [...failedNos, no] : failedNos;
}
