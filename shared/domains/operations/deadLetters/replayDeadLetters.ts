import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { closing, DeadLetterModel, OPEN_LETTER, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { afterCommit, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { getDeadLetter } from "./deadLetter.queries.js";
import { jobOf } from "./jobOfLetter.js";
import { queueErrors } from "../queues/queue.errors.js";
import { invalidateReads } from "../queues/cachedReads.js";

/**
 * Enqueues dead letters again through the outbox, each of them once: all of these, or none. DeadLetterNotFound,
 * DeadLetterReplayed, DeadLetterDiscarded, DeadLetterNotReplayable.
 */
export async function replayDeadLetters(ids: number[]): Promise<true> {
  const inOrder = [...new Set(ids)].sort((a, b) => a - b);
  return inTransaction(async () => {
    for (const id of inOrder) await replay(id);
    afterCommit(invalidateReads);
    return true as const;
  });
}

async function replay(id: number): Promise<void> {
  const letter = await closeLetter(id, { replayedAt: clock.now() });
  const job = jobOf(letter);
  if (!job) throw queueErrors.DeadLetterNotReplayable({ id });
  await enqueue(job, letter.payload);
  const after = { job: letter.job, queue: letter.queue, about: letter.about, replayed: true };
  await recordOperation({
    module: "infra",
    action: "dead-letter.replay",
    bizId: id,
    before: { replayed: false },
    after,
  });
}

/** Closes an open letter; throws how it was closed if it is already. */
export async function closeLetter(id: number, ending: Parameters<typeof closing>[0]): Promise<DeadLetter> {
  const letter = await DeadLetterModel.findOneAndUpdate({ _id: id, ...OPEN_LETTER }, closing(ending), {
    returnDocument: "after",
    lean: true,
  });
  if (letter) return letter;
  const closed = await getDeadLetter(id);
  throw closed.replayedAt ? queueErrors.DeadLetterReplayed({ id }) : queueErrors.DeadLetterDiscarded({ id });
}
