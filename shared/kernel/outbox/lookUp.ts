import type { Job } from "bullmq";
import { clock } from "../time/clock.js";
import { recordDeadLetter } from "../queue/deadLetters.js";
import { triesOf, type JobData } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { outboxHealed } from "../observability/metrics.js";
import { endInParts, type EndedRun } from "./ending.js";
import { bullIdOf, relayGroup } from "./relay.js";
import { markRows } from "./marks.js";
import { claimedKey, inRedis, OutboxModel, type OutboxRow } from "./row.js";
import { beginning, latestLook, lookAgain } from "./times.js";
import { queueNamed } from "../queue/queues.js";
import type { QueueName } from "../queue/queueNames.js";
import { recordRows } from "../queue/queueTries.js";
import { producerRedis } from "../redis/redis.js";

/**
 * Looks up relayed rows of one queue that are past their time: one that Redis has lost gets a new run, one that has ended
 * there is closed, one that waits or runs is looked at again later. Redis is queried once for all of them.
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
  const over = rows.filter((_, index) => found[index] === "ended");
  if (over.length > 0) await closeEnded(queue, over);
}

type Found = "lost" | "there" | "ended";

async function lookUpInRedis(queue: QueueName, rows: readonly OutboxRow[]): Promise<Found[]> {
  const bull = queueNamed(queue);
  const pipeline = producerRedis(queue).pipeline();
  // `timestamp` exists as long as the job does, `finishedOn` once it has ended.
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
 * Uses a new run number, so that leftovers of the old run end nothing. The rows are read again before they are relayed, as
 * one may have been held, cancelled or rescheduled since the lookup.
 */
async function runAgain(queue: QueueName, lost: readonly OutboxRow[]): Promise<void> {
  const begun = beginning(clock.now());
  const healed = await markRows(
    inRedis,
    lost.map(({ _id, run }) => ({ _id, run, update: { $set: begun, $inc: { run: 1 } } })),
  );
  if (healed === 0) return;
  outboxHealed.inc({ queue }, healed);
  recordRows(queue, "healed", healed);
  log.warn({ queue, rows: healed }, "jobs that Redis lost are relayed again");
  const _id = { $in: lost.map((row) => row._id) };
  const waiting = await OutboxModel.find({ _id, state: "waiting" }).lean<OutboxRow[]>();
  if (waiting.length > 0) await relayGroup(queue, waiting);
}

/** Closes rows whose worker died, or did not reach MongoDB, between the end of the job and that of the row. */
async function closeEnded(queue: QueueName, rows: readonly OutboxRow[]): Promise<void> {
  const bull = queueNamed(queue);
  const pipeline = producerRedis(queue).pipeline();
  for (const row of rows)
    pipeline
      .zscore(bull.toKey("failed"), bullIdOf(row))
      .zscore(bull.toKey("completed"), bullIdOf(row))
      .hget(bull.toKey(bullIdOf(row)), "data");
  const answers = ((await pipeline.exec()) ?? []).map(([error, answer]) => {
    if (error) throw error;
    return answer as string | null;
  });
  const done: EndedRun[] = [];
  for (const [index, row] of rows.entries()) {
    const [failedAt, completedAt, data] = answers.slice(index * 3, index * 3 + 3);
    if (failedAt) await closeFailed(queue, row);
    else if (completedAt && data) {
      const { again } = JSON.parse(data) as JobData;
      done.push({ ...row, openKey: claimedKey(row), state: "done", again });
    }
  }
  await endInParts(done);
}

async function closeFailed(queue: QueueName, row: OutboxRow): Promise<void> {
  const bullJob: Job<JobData> | undefined = await queueNamed(queue).getJob(bullIdOf(row));
  if (!bullJob) return;
  const { data, failedReason, stacktrace } = bullJob;
  const { job, v, payload, about, requestId, build } = row;
  const written = { v, payload, about, requestId, ...(build ? { enqueuedBuild: build } : {}) };
  const letter = { bullId: bullIdOf(row), job, queue, ...written, attempts: triesOf(bullJob) };
  const reason = (failedReason ?? "").slice(0, 2_000);
  await recordDeadLetter({ ...letter, reason, stack: (stacktrace?.at(-1) ?? "").slice(0, 8_000) });
  await endInParts([{ ...row, openKey: claimedKey(row), state: "dead", again: data.again }]);
}

/** Rows per step: workers end rows meanwhile, and one write of all would conflict with theirs again and again. */
const STEP = 500;

/** A restarted Redis has lost what was not on its disk, so relayed rows are looked up now instead of at their next look. */
export async function lookAtAllRelayed(): Promise<void> {
  const now = clock.now();
  const later = { state: { $in: inRedis }, nextLookAt: { $gt: now, $lte: latestLook() } };
  for (let found = STEP; found === STEP;) {
    const rows = await OutboxModel.find(later, { _id: 1 })
      .hint({ nextLookAt: 1 })
      .sort({ nextLookAt: 1 })
      .limit(STEP)
      .lean();
    found = rows.length;
    const _id = { $in: rows.map((row) => row._id) };
    if (found > 0) await OutboxModel.updateMany({ _id, ...later }, { $set: { nextLookAt: now, looks: 0 } });
  }
}
