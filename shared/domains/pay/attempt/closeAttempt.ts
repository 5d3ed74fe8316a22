import { queryChannel, closeAtChannel } from "./queryChannel.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";

/**
 * Closes an attempt at its channel, whatever its state here: one that was abandoned here may still be open there. A
 * payment made meanwhile settles (and is refunded when it must not count). Throws while the channel does not answer.
 */
export async function closeAttempt(attemptId: number): Promise<void> {
  const attempt = await PayAttemptModel.findById(attemptId).lean<PayAttemptDoc>();
  if (!attempt || attempt.channelOrderNo !== null) return;
  if ((await queryChannel(attempt)) === "waiting") await closeAtChannel(attempt);
}
