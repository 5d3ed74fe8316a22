import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { afterCommit, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { invalidateReads } from "../queues/cachedReads.js";
import { closeLetter } from "./replayDeadLetters.js";

/**
 * Discards dead letters with a reason, all of them or none: they will not be run again, but stay listed.
 * DeadLetterNotFound, DeadLetterReplayed, DeadLetterDiscarded.
 */
export async function discardDeadLetters(ids: number[], reason: string): Promise<true> {
  const inOrder = [...new Set(ids)].sort((a, b) => a - b);
  return inTransaction(async () => {
    for (const id of inOrder) {
      const { job, queue, about } = await closeLetter(id, { discardedAt: clock.now(), discardReason: reason });
      await recordOperation({
        module: "infra",
        action: "dead-letter.discard",
        bizId: id,
        before: { discarded: false },
        after: { job, queue, about, discarded: true, reason },
      });
    }
    afterCommit(invalidateReads);
    return true as const;
  });
}
