import { replayDeadLetters } from "#shared/domains/operations/deadLetters/index.js";
import { withRedis } from "#shared/domains/operations/queues/index.js";
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

/** A job moves on from waiting to relayed to running: an act meets at most so many of these steps. */
const MOST_TRIES = 4;

/**
 * Performs one act on one job, audited with its reason. To retry a dead job its letter is replayed. If the job moves on
 * by itself meanwhile, the act is tried on what it has become. JobNotFound, JobEnded, JobRuns, JobUnknown, JobNeeded,
 * JobNotHeld, JobKindHeld, JobKindLimited; JobMoved when another operator held or released it; StillWorking (503) for a job that may be running,
 * while Redis is away.
 */
export async function actOnJob(act: JobAct, id: number, by: ActBy): Promise<true> {
  let row = await getJobRow(id);
  for (let tries = 1; ; tries++) {
    const refusal = await tryAct(act, row, by);
    if (!refusal) return true;
    const before = row;
    row = await getJobRow(id);
    if (refusal !== "moved" || tries === MOST_TRIES || row.hold?.at.getTime() !== before.hold?.at.getTime())
      throw operationsErrors[refusals[refusal]]({ id });
  }
}

async function tryAct(act: JobAct, row: OutboxRow, by: ActBy): Promise<ActRefusal | undefined> {
  if (act === "retry" && row.state === "dead") return replayDead(row);
  if (await mayRun(row)) return "runs";
  return inTransaction(async () => {
    const refusal = await actOnRow(row, act, by);
    if (refusal) return refusal;
    await recordOperation({
      module: "infra",
      action: `job.${act}`,
      bizId: row._id,
      before: { job: row.job, about: row.about, state: row.state },
      after: { reason: by.reason },
    });
    return undefined;
  });
}

/** A job that a worker may have taken already must not be reported as held or cancelled while that is unknown. */
export const mayRun = async (row: OutboxRow): Promise<boolean> =>
  mayBeInRedis(row) && (await withRedis(() => runsNow(row)));

async function replayDead(row: OutboxRow): Promise<"ended" | undefined> {
  const letter = await DeadLetterModel.findOne({ bullId: bullIdOf(row), ...OPEN_LETTER }, { _id: 1 }).lean<
    Pick<DeadLetter, "_id">
  >();
  if (!letter) return "ended";
  await replayDeadLetters([letter._id]);
  return undefined;
}

const refusals = {
  ended: "JobEnded",
  runs: "JobRuns",
  unknown: "JobUnknown",
  needed: "JobNeeded",
  notHeld: "JobNotHeld",
  kindHeld: "JobKindHeld",
  kindLimited: "JobKindLimited",
  moved: "JobMoved",
} as const satisfies Record<ActRefusal, keyof typeof operationsErrors>;
