import mongoose from "mongoose";
import type { Migration } from "#shared/kernel/mongo/migrations.js";
import { causeOf } from "#shared/kernel/queue/letterCause.js";

interface Row {
  _id: number;
  job: string;
  reason?: string;
  replayedAt?: Date | null;
  discardedAt?: Date | null;
}
const letters = () => mongoose.connection.db!.collection<Row>("deadLetters");
const BATCH = 500;

/**
 * Dead letters from before have their causes computed, by id and in batches, so that a run that was ended goes on with the
 * rest. Letters that a process of the version before writes beside this one are not listed by cause.
 */
export const causesOfLetters: Migration = {
  number: 18,
  name: "0018 causes of dead letters",
  async up() {
    for (let after = 0; ;) {
      const some = await letters()
        .find({ _id: { $gt: after } })
        .project<Row & { cause?: string }>({ job: 1, reason: 1, replayedAt: 1, discardedAt: 1, cause: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      if (some.length === 0) return;
      await write(some.filter(({ cause }) => cause === undefined));
      after = some.at(-1)!._id;
    }
  },
};

async function write(rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await letters().bulkWrite(
    rows.map(({ _id, job, reason = "", replayedAt, discardedAt }) => {
      const cause = causeOf({ job, reason });
      const isOpen = !replayedAt && !discardedAt;
      return {
        updateOne: {
          // One that is closed meanwhile is not open by its cause.
          filter: isOpen ? { _id, replayedAt: null, discardedAt: null } : { _id },
          update: { $set: { cause, ...(isOpen ? { openCause: cause } : {}) } },
        },
      };
    }),
    { ordered: false },
  );
}
