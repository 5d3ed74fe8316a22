import { ChannelRefused, ChannelUnsure, type ChannelRefund } from "./port.js";

/** Runs a query; a refusal with this code means that what is queried is unknown to the provider. */
export async function orAbsent<T>(code: string, query: () => Promise<T>): Promise<T | { state: "absent" }> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof ChannelRefused && error.code === code) return { state: "absent" };
    throw error;
  }
}

/**
 * A refund that was refused with this code waits for the merchant: the balance there is too low, and the same request
 * will be taken once it is not. Throws any other error.
 */
export function untilBalance(code: string, error: unknown): ChannelRefund {
  if (!(error instanceof ChannelRefused) || error.code !== code) throw error;
  return { state: "needsMerchant", code, reason: error.reason, channelRefundNo: null };
}

/** A statement in an unexpected format, of which nothing may be used. */
export const badBill = (reason: string): ChannelUnsure => new ChannelUnsure("BAD_BILL", reason, true);
