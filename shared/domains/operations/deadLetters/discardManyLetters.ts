import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { closing, DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { openLettersUntil, type ReplayFilter } from "./deadLetter.queries.js";
import { invalidateReads } from "../queues/cachedReads.js";

const BATCH = 200;
/** Batches that the operator waits for; another call discards the rest. */
const AT_ONCE = 10;

interface DiscardedLetters {
  /** Open letters of the filter at the start. */
  found: number;
  discarded: number;
  /** Open letters of the filter that it did not reach. */
  left: number;
}

/**
 * Discards the currently open dead letters of a filter with a reason, the oldest 2,000 of them. Each batch of 200 is
 * one transaction with its audit row, which records the number of open letters before and after.
 */
export async function discardManyLetters(filter: ReplayFilter, reason: string): Promise<DiscardedLetters> {
  const until = clock.now();
  const found = await DeadLetterModel.countDocuments(openLettersUntil(filter, until));
  let discarded = 0;
  for (let batch = 0; batch < AT_ONCE; batch++) {
    const some = await discardBatch({ filter, until, reason, open: Math.max(0, found - discarded) });
    discarded += some;
    // A concurrent action may have taken some of the letters found.
    if (some < BATCH) return { found, discarded, left: 0 };
  }
  return { found, discarded, left: Math.max(0, found - discarded) };
}

interface Batch {
  filter: ReplayFilter;
  until: Date;
  reason: string;
  open: number;
}

async function discardBatch({ filter, until, reason, open }: Batch): Promise<number> {
  const count = await inTransaction(async () => {
    const letters = await DeadLetterModel.find(openLettersUntil(filter, until))
      .sort({ _id: 1 })
      .limit(BATCH)
      .select({ _id: 1 })
      .lean<{ _id: number }[]>();
    if (letters.length === 0) return 0;
    const ids = letters.map(({ _id }) => _id);
    const { modifiedCount } = await DeadLetterModel.updateMany(
      { _id: { $in: ids }, replayedAt: null, discardedAt: null },
      closing({ discardedAt: clock.now(), discardReason: reason }),
    );
    if (modifiedCount !== ids.length) throw new LostRace(`dead letters ${ids[0]} to ${ids.at(-1)}`);
    await recordOperation({
      module: "infra",
      action: "dead-letter.discard-all",
      bizId: ids[0]!,
      before: { filter, open },
      after: { open: Math.max(0, open - ids.length), discarded: ids.length, ids, reason },
    });
    return ids.length;
  });
  invalidateReads();
  return count;
}
