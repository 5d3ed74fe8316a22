import { ChannelRefused, ChannelUnsure } from "#shared/providers/pay/port.js";
import { log } from "#shared/kernel/observability/log.js";
import { queryChannel } from "../attempt/queryChannel.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { findPayOrder, openAttempts } from "./payOrder.queries.js";
import { PayStatus } from "./payOrder.states.js";

/** Queries the channel of each open attempt of a waiting order; a failing channel changes nothing. */
export async function syncPayOrder(payOrderId: number): Promise<{ asked: number }> {
  const order = await findPayOrder(payOrderId);
  if (order?.status !== PayStatus.waiting) return { asked: 0 };
  const attempts = await openAttempts(payOrderId);
  for (const attempt of attempts) await syncQuietly(attempt);
  return { asked: attempts.length };
}

/** The same for one attempt, on schedule. */
export async function syncAttempt(attemptId: number): Promise<void> {
  const attempt = await PayAttemptModel.findOne({ _id: attemptId, open: true }).lean<PayAttemptDoc>();
  if (attempt) await syncQuietly(attempt);
}

async function syncQuietly(attempt: PayAttemptDoc): Promise<void> {
  try {
    await queryChannel(attempt);
  } catch (error) {
    if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
    log.warn({ no: attempt.no, code: error.code }, "the channel could not be queried");
  }
}
