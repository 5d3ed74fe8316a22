import { timingSafeEqual } from "node:crypto";
import { CallbackUnreadable, numberOfCallback } from "#shared/providers/invoice/index.js";
import { log } from "#shared/kernel/observability/log.js";
import { callbackSign } from "./callbackUrl.js";
import { lookAtBill } from "./lookAtBill.js";

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
