import type { Job } from "bullmq";
import { clock } from "../time/clock.js";
import { recordDeadLetter } from "../queue/deadLetters.js";
import type { JobData } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { outboxHealed } from "../observability/metrics.js";
import { endRuns } from "./ending.js";
import { bullIdOf, relayGroup } from "./relay.js";
import { markRows } from "./marks.js";
import { claimedKey, inRedis, OutboxModel, type OutboxRow } from "./row.js";
import { beginning, lookAgain } from "./times.js";
import { queueNamed } from "../queue/queues.js";
import type { QueueName } from "../queue/queueNames.js";
import { recordHealed } from "../queue/queueTries.js";
import { producerRedis } from "../redis/redis.js";

/**
 * Relayed rows of one queue that are past their time: what Redis does not know any more gets a new run, what has ended
 * there is closed, what waits or runs is looked at again later. Redis is asked once for all of them.
 */
export async function lookUpGroup(queue: QueueName, rows: readonly OutboxRow[]): Promise<void> {
  const found = await lookUpInRedis(queue, rows);
  const lost = rows.filter((_, index) => found[index] === "lost");
  const there = rows.filter((_, index) => found[index] === "there");
  if (lost.length > 0) await runAgain(queue, lost);
  await markRows(
    inRedis,
    there.map(({ _id, run, looks = 0 }) => ({
      _id,
      run,
      update: { $set: { nextLookAt: lookAgain(looks + 1), looks: looks + 1 } },
    })),
  );
  for (const row of rows.filter((_, index) => found[index] === "ended")) await close(queue, row);
}

type Found = "lost" | "there" | "ended";

async function lookUpInRedis(queue: QueueName, rows: readonly OutboxRow[]): Promise<Found[]> {
  const bull = queueNamed(queue);
  const pipeline = producerRedis(queue).pipeline();
  // `timestamp` is there as long as the job is, `finishedOn` once it has ended.
  for (const row of rows) pipeline.hmget(bull.toKey(bullIdOf(row)), "timestamp", "finishedOn");
  const answers = (await pipeline.exec()) ?? [];
  return answers.map(([error, answer]) => {
    if (error) throw error;
    const [timestamp, finishedOn] = answer as [string | null, string | null];
    if (timestamp === null) return "lost";
    return finishedOn === null ? "there" : "ended";
  });
}

/**
 * Under a new number: whatever is left of the old one ends nothing any more. What goes to Redis is read anew: a row that was
 * held, cancelled or moved to another time since it was looked up is as that says.
 */
async function runAgain(queue: QueueName, lost: readonly OutboxRow[]): Promise<void> {
  const begun = beginning(clock.now());
  const healed = await markRows(
    inRedis,
    lost.map(({ _id, run }) => ({ _id, run, update: { $set: begun, $inc: { run: 1 } } })),
  );
  if (healed === 0) return;
  outboxHealed.inc({ queue }, healed);
  recordHealed(queue, healed);
  log.warn({ queue, rows: healed }, "jobs that Redis lost are relayed again");
  const _id = { $in: lost.map((row) => row._id) };
  const waiting = await OutboxModel.find({ _id, state: "waiting" }).lean<OutboxRow[]>();
  if (waiting.length > 0) await relayGroup(queue, waiting);
}

/** Its worker died between the end of the job and that of the row. */
async function close(queue: QueueName, row: OutboxRow): Promise<void> {
  const job = await queueNamed(queue).getJob(bullIdOf(row));
  const state = await job?.getState();
  if (job && state === "failed") await bury(row, job);
  else if (state === "completed")
    await endRuns([{ ...row, openKey: claimedKey(row), state: "done", again: job?.data.again }]);
}

async function bury(row: OutboxRow, { queueName: queue, data, attemptsMade, failedReason, stacktrace }: Job<JobData>) {
  const { job, v, payload, about, requestId } = row;
  const letter = { bullId: bullIdOf(row), job, queue, v, payload, about, requestId, attempts: attemptsMade };
  const reason = (failedReason ?? "").slice(0, 2_000);
  await recordDeadLetter({ ...letter, reason, stack: (stacktrace?.at(-1) ?? "").slice(0, 8_000) });
  await endRuns([{ ...row, openKey: claimedKey(row), state: "dead", again: data.again }]);
}
