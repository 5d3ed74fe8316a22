import { timingSafeEqual } from "node:crypto";
import { CallbackUnreadable } from "#shared/providers/invoice/port.js";
import { numberOfCallback } from "#shared/providers/invoice/verifier.js";
import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import { lookAtBill } from "./lookAtBill.js";

/** What a callback about a number must carry. */
const callbackSign = (no: string): string => keyedHash("invoice callback", no);

/** Where the provider tells what became of a number. It signs nothing, so the address itself is signed, for this number. */
export const callbackUrl = (no: string): string => `${config.PUBLIC_URL}/callback/invoice?sign=${callbackSign(no)}`;

/**
 * A callback came. One that does not know the number's address is refused and changes nothing. What it says is not
 * believed either: it makes us ask.
 */
export async function receiveInvoiceCallback(rawBody: Buffer, sign: string): Promise<boolean> {
  let no: string;
  try {
    no = numberOfCallback(rawBody);
  } catch (error) {
    if (!(error instanceof CallbackUnreadable)) throw error;
    return false;
  }
  const [given, expected] = [Buffer.from(sign), Buffer.from(callbackSign(no))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    log.warn({ no }, "a callback about an invoice was refused");
    return false;
  }
  await lookAtBill(no);
  return true;
}
