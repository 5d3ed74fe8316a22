import { withRedis } from "#shared/domains/operations/queues/index.js";
import { DeadLetterModel, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import type { OutboxRow } from "#shared/kernel/outbox/row.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { scrubText, scrubValues } from "../scrubText.js";

/** What the queue in Redis has of a job's current run, without secrets. */
export interface JobRun {
  /** BullMQ's word; null: Redis does not have it (yet, or any more). */
  state: string | null;
  options: unknown;
  /** A stack for each failed try, oldest first; of a dead one at least the last. */
  stacks: string[];
  /** At most the first 200 lines. */
  logs: string[];
  /** How many there are. */
  logCount: number;
  result: unknown;
}

const MOST_LOGS = 200;
const none: JobRun = { state: null, options: null, stacks: [], logs: [], logCount: 0, result: null };

/** StillWorking (503) while Redis is away. */
export async function runInRedis(row: OutboxRow): Promise<JobRun> {
  const found = await withRedis(() => readRun(row));
  if (found.stacks.length > 0 || row.state !== "dead") return found;
  const letter = await DeadLetterModel.findOne({ bullId: bullIdOf(row) }, { stack: 1 }).lean<
    Pick<DeadLetter, "stack">
  >();
  return letter?.stack ? { ...found, stacks: [scrubText(letter.stack)] } : found;
}

async function readRun(row: OutboxRow): Promise<JobRun> {
  const name = row.openQueue ?? row.queue;
  if (!name || !queueNames.includes(name)) return none;
  const queue = queueNamed(name);
  const job = await queue.getJob(bullIdOf(row));
  if (!job) return none;
  const [state, { logs, count }] = await Promise.all([
    job.getState(),
    queue.getJobLogs(bullIdOf(row), 0, MOST_LOGS - 1),
  ]);
  return {
    state,
    options: scrubValues(job.opts),
    stacks: (job.stacktrace ?? []).map(scrubText),
    logs: logs.map(scrubText),
    logCount: count,
    result: scrubValues(job.returnvalue ?? null),
  };
}
