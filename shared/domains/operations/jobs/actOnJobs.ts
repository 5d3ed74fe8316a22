import { replayDeadLetters, withRedis } from "#shared/domains/operations/queues/index.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { DeadLetterModel, OPEN_LETTER, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { actOnRow, mayBeInRedis, runsNow, type ActRefusal, type JobAct } from "#shared/kernel/outbox/acts.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import type { OutboxRow } from "#shared/kernel/outbox/row.js";
import { operationsErrors } from "../operations.errors.js";
import { getJobRow } from "./job.queries.js";

export interface ActBy {
  operatorId: number;
  reason: string;
}

/**
 * Performs one act on one job, audited with its reason. To retry a dead job its letter is replayed. JobNotFound,
 * JobEnded, JobRuns, JobUnknown, JobNeeded, JobNotHeld, JobMoved; StillWorking (503) for a job that may be running,
 * while Redis is away.
 */
export async function actOnJob(act: JobAct, id: number, by: ActBy): Promise<true> {
  const row = await getJobRow(id);
  if (act === "retry" && row.state === "dead") return replayDead(row);
  if (await mayRun(row)) throw operationsErrors.JobRuns({ id });
  return inTransaction(async () => {
    const refusal = await actOnRow(row, act, by);
    if (refusal) throw refusalOf(refusal, id);
    await recordOperation({
      module: "infra",
      action: `job.${act}`,
      bizId: id,
      before: { job: row.job, about: row.about, state: row.state },
      after: { reason: by.reason },
    });
    return true as const;
  });
}

/** A job that a worker may have taken already must not be reported as held or cancelled while that is unknown. */
export const mayRun = async (row: OutboxRow): Promise<boolean> =>
  mayBeInRedis(row) && (await withRedis(() => runsNow(row)));

async function replayDead(row: OutboxRow): Promise<true> {
  const letter = await DeadLetterModel.findOne({ bullId: bullIdOf(row), ...OPEN_LETTER }, { _id: 1 }).lean<
    Pick<DeadLetter, "_id">
  >();
  if (!letter) throw operationsErrors.JobEnded({ id: row._id });
  return replayDeadLetters([letter._id]);
}

const refusals = {
  ended: "JobEnded",
  runs: "JobRuns",
  unknown: "JobUnknown",
  needed: "JobNeeded",
  notHeld: "JobNotHeld",
  moved: "JobMoved",
} as const satisfies Record<ActRefusal, keyof typeof operationsErrors>;

const refusalOf = (refusal: ActRefusal, id: number): Error => operationsErrors[refusals[refusal]]({ id });
