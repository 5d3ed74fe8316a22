import { findInvoice } from "../invoice.queries.js";
import { whichFailed } from "./failedNumbers.js";
import { provider, withToken } from "./invoiceProvider.js";
import { takeLateBill } from "./lateBill.js";
import { waitForOperator } from "./recordTrouble.js";

/**
 * Looks again at a number that the provider reported as failed: somebody may have had it issued there after all. It
 * becomes the invoice's own bill while no other number is under way; one that is issued beside another waits for an
 * operator. No-op when it stays failed. Throws OutboundFailed, TooManyCalls, InvoiceRefused.
 */
export async function lookAtLateBill(invoiceId: number, no: string): Promise<void> {
  const invoice = await findInvoice(invoiceId);
  const which = invoice && whichFailed(invoice, no);
  if (!invoice || !which || !provider.isConfigured()) return;
  const found = await withToken((token) => provider.find(token, no));
  if (!found || found.state === "failed") return;
  if (await takeLateBill(invoice, which, no)) return;
  const now = await findInvoice(invoiceId);
  if (found.state === "issued" && now && whichFailed(now, no))
    await waitForOperator(
      invoice,
      `the failed try ${no} was issued after all, as ${found.invoiceNo ?? "?"}, beside another: void one of them there`,
    );
}
