import { queryChannel, closeAtChannel } from "./queryChannel.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";

/**
 * Closes an attempt at its channel, whatever it is here: one that was given up here may still be open there. What was
 * paid meanwhile settles (and goes back, when it may not count). Throws while the channel does not answer.
 */
export async function closeAttempt(attemptId: number): Promise<void> {
  const attempt = await PayAttemptModel.findById(attemptId).lean<PayAttemptDoc>();
  if (!attempt || attempt.channelOrderNo !== null) return;
  if ((await queryChannel(attempt)) === "waiting") await closeAtChannel(attempt);
}
