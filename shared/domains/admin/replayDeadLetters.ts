import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/platform/clock.js";
import { DeadLetterModel, type DeadLetter } from "#shared/platform/deadLetters.js";
import { findJob } from "#shared/platform/jobs.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { enqueue } from "#shared/platform/outbox.js";
import { queueErrors } from "./queue.errors.js";

/**
 * Gives dead letters a new run through the outbox, each of them once: all of these, or none. DeadLetterNotFound,
 * DeadLetterReplayed, DeadLetterNotReplayable.
 */
export async function replayDeadLetters(ids: number[]): Promise<true> {
  const inOrder = [...new Set(ids)].sort((a, b) => a - b);
  return inTransaction(async () => {
    for (const id of inOrder) await replay(id);
    return true as const;
  });
}

async function replay(id: number): Promise<void> {
  const letter = await DeadLetterModel.findOneAndUpdate(
    { _id: id, replayedAt: null },
    { $set: { replayedAt: clock.now() } },
    { returnDocument: "after", lean: true },
  );
  if (!letter) {
    if (await DeadLetterModel.exists({ _id: id })) throw queueErrors.DeadLetterReplayed({ id });
    throw queueErrors.DeadLetterNotFound({ id });
  }
  const job = jobOf(letter);
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

function jobOf(letter: DeadLetter) {
  const job = findJob(letter.job);
  if (!job || letter.v > job.v || !job.payload.safeParse(letter.payload).success)
    throw queueErrors.DeadLetterNotReplayable({ id: letter._id });
  return job;
}
