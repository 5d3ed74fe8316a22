import { InvoiceRefused } from "#shared/providers/invoice/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { log } from "#shared/kernel/observability/log.js";
import { InvoiceModel, type InvoiceDoc, type WhichBill } from "../invoice.model.js";
import { BillDiffers, BillNotTaken } from "./settleBill.js";

/** The number of the job's current try. */
export interface Try {
  number: number;
  isLast: boolean;
}

/** How often an explicit refusal is retried, as the provider reports temporary failures in the same way. */
const TRIES_IF_REFUSED = 3;

/**
 * Records the reason of a failure for operators. Then it rethrows the error, so that the job is retried, or the invoice
 * waits for an operator and the job ends.
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
  const isOver = isLast || error instanceof BillDiffers || (isRefused && number >= TRIES_IF_REFUSED);
  if (!isOver) {
    await InvoiceModel.updateOne({ _id: invoice._id }, { $set: { failReason: reason } });
    throw error;
  }
  // Nothing was issued under this number, so the next try takes another one.
  if (error instanceof BillNotTaken)
    await InvoiceModel.updateOne(
      { _id: invoice._id, [`${which}.state`]: "sent" },
      { $set: { [`${which}.state`]: "failed" }, $inc: { [`${which}.failures`]: 1 } },
    );
  await waitForOperator(invoice, reason);
}

/** Stops work on an invoice until an operator acts, and shows the reason. */
export async function waitForOperator({ _id, orderId }: InvoiceDoc, reason: string): Promise<void> {
  log.error({ invoiceId: _id, orderId, reason }, "an invoice waits for an operator");
  await InvoiceModel.updateOne({ _id }, { $set: { failReason: reason, stuckAt: clock.now() } });
}

/** Undefined for an error that is not the provider's or the file's: a lost race, MongoDB unreachable. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof OutboundFailed || error instanceof InvoiceRefused || error instanceof FileTrouble)
    return error.message;
  if (error instanceof BillNotTaken || error instanceof BillDiffers) return error.message;
  return undefined;
}

/** The file could not be drawn or stored. */
export class FileTrouble extends Error {}
