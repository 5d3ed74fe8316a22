import { ChannelRefused, ChannelUnsure } from "#shared/providers/pay/port.js";
import { queryChannel, closeAtChannel } from "./queryChannel.js";
import { payErrors } from "../pay.errors.js";
import { openAttempts } from "../order/payOrder.queries.js";

/**
 * Before an order is paid another way: queries each open attempt (with an id below `olderThan`, where given) and closes
 * it at its channel. Throws 1007003002 when one is paid there: it was settled or is refunded. An attempt that cannot be
 * queried or closed stays open.
 */
export async function clearAttempts(payOrderId: number, olderThan = Number.MAX_SAFE_INTEGER): Promise<void> {
  for (const attempt of await openAttempts(payOrderId)) {
    if (attempt._id >= olderThan) continue;
    try {
      const found = await queryChannel(attempt);
      if (found === "paid" || (found === "waiting" && (await closeAtChannel(attempt)) === "paid"))
        throw payErrors.AttemptPaid();
    } catch (error) {
      if (!(error instanceof ChannelUnsure) && !(error instanceof ChannelRefused)) throw error;
    }
  }
}
