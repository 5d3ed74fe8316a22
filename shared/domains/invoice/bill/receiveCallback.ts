import { timingSafeEqual } from "node:crypto";
import { CallbackUnreadable } from "#shared/providers/invoice/port.js";
import { numberOfCallback } from "#shared/providers/invoice/verifier.js";
import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import { lookAtBill } from "./lookAtBill.js";

/** The signature that a callback about a number must have. */
const callbackSign = (no: string): string => keyedHash("invoice callback", no);

/** The callback address for a number. It is signed for this number, as the provider signs nothing. */
export const callbackUrl = (no: string): string => `${config.PUBLIC_URL}/callback/invoice?sign=${callbackSign(no)}`;

/**
 * Receives a callback. Without the signature of its number it is refused and changes nothing. Its content is not
 * trusted: it only triggers a query.
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
