import { InvoiceRefused } from "#shared/providers/invoice/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { log } from "#shared/kernel/observability/log.js";
import { InvoiceModel, type InvoiceDoc } from "../invoice.model.js";
import { BillDiffers, BillNotTaken, type WhichBill } from "./settleBill.js";

/** Which try of its job this is. */
export interface Try {
  number: number;
  isLast: boolean;
}

/** What the provider refuses by name is tried so often: its own passing troubles come that way as well. */
const TRIES_OF_REFUSED = 3;

/**
 * Something failed on the way. The reason is kept for the operators' page; then the error goes on, and its job is tried
 * again, or the invoice waits for an operator and the job is over.
 */
export async function recordTrouble(
  invoice: InvoiceDoc,
  which: WhichBill,
  error: unknown,
  { number, isLast }: Try,
): Promise<void> {
  const reason = reasonOf(error);
  if (reason === undefined || error instanceof TooManyCalls) throw error;
  const isRefused = error instanceof InvoiceRefused || error instanceof BillNotTaken;
  const isOver = isLast || error instanceof BillDiffers || (isRefused && number >= TRIES_OF_REFUSED);
  if (!isOver) {
    await InvoiceModel.updateOne({ _id: invoice._id }, { $set: { failReason: reason } });
    throw error;
  }
  // Nothing was made of this number: the next try takes another one.
  if (error instanceof BillNotTaken)
    await InvoiceModel.updateOne(
      { _id: invoice._id, [`${which}.state`]: "sent" },
      { $set: { [`${which}.state`]: "failed" }, $inc: { [`${which}.failures`]: 1 } },
    );
  await waitForOperator(invoice, reason);
}

/** It stays as it is, shown with the reason, until an operator acts. */
export async function waitForOperator({ _id, orderId }: InvoiceDoc, reason: string): Promise<void> {
  log.error({ invoiceId: _id, orderId, reason }, "an invoice waits for an operator");
  await InvoiceModel.updateOne({ _id }, { $set: { failReason: reason, stuckAt: clock.now() } });
}

/** Undefined for what is no trouble of the provider or the file: a lost race, MongoDB away. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof OutboundFailed || error instanceof InvoiceRefused || error instanceof FileTrouble)
    return error.message;
  if (error instanceof BillNotTaken || error instanceof BillDiffers) return error.message;
  return undefined;
}

/** The file could not be made or stored. */
export class FileTrouble extends Error {}
