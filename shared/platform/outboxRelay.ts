import type { Job } from "bullmq";
import { clock, seconds } from "./clock.js";
import { config } from "./config.js";
import { recordDeadLetter } from "./deadLetters.js";
import { findJob, keptWhenEnded, type JobData } from "./jobs.js";
import { takeLease } from "./leases.js";
import { log } from "./log.js";
import { outsideTransaction } from "./mongo.js";
import { endRuns } from "./outboxEnding.js";
import { OutboxModel, type OutboxRow } from "./outboxRow.js";
import { queueNamed } from "./queues.js";
import type { QueueName } from "./queueNames.js";

/** Rows committed by this process and not relayed yet; carried together, so that a burst is a few writes. */
const waiting = new Map<string, Relayable>();
let running: Promise<void> | undefined;
const BATCH = 200;

/** What of a row goes to Redis. */
type Relayable = Pick<
  OutboxRow,
  "_id" | "run" | "job" | "v" | "payload" | "about" | "requestId" | "traceparent" | "dueAt"
>;

/** Right after a commit: carries the row to Redis in the next batch. Never throws; the timer is the second chance. */
export function relaySoon(row: Relayable): void {
  waiting.set(bullIdOf(row), row);
  running ??= drainWaiting().finally(() => (running = undefined));
}

/** Waits until everything this process committed has been tried once. */
export async function relayIdle(): Promise<void> {
  while (running) await running;
}

async function drainWaiting(): Promise<void> {
  // A turn of the event loop gathers what commits together.
  await new Promise((resolve) => setImmediate(resolve));
  while (waiting.size > 0) {
    const rows = [...waiting.values()].slice(0, BATCH);
    for (const row of rows) waiting.delete(bullIdOf(row));
    try {
      await outsideTransaction(() => relayRows(rows));
    } catch (error) {
      log.warn({ err: error, rows: rows.length }, "relay after commit failed; the timer will do it");
    }
  }
}

/** The BullMQ id of a row's current run. */
export const bullIdOf = (row: Pick<OutboxRow, "_id" | "run">): string => `o-${row._id}-${row.run}`;

/**
 * Puts rows into Redis and marks them. Twice the same row and run is one BullMQ job, so a crash between is harmless. A queue
 * that fails does not hold up the others.
 */
async function relayRows(rows: readonly Relayable[]): Promise<void> {
  const byQueue = new Map<QueueName, Relayable[]>();
  for (const row of rows) {
    const job = findJob(row.job);
    // A newer version wrote it: the process that knows it will relay it.
    if (!job) continue;
    byQueue.set(job.queue, [...(byQueue.get(job.queue) ?? []), row]);
  }
  const troubles: unknown[] = [];
  for (const [queue, group] of byQueue) await relayGroup(queue, group).catch((error: unknown) => troubles.push(error));
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} of ${byQueue.size} queues`);
}

async function relayGroup(queue: QueueName, group: readonly Relayable[]): Promise<void> {
  await queueNamed(queue).addBulk(group.map(asBullJob));
  await OutboxModel.bulkWrite(
    group.map(({ _id, run }) => ({
      updateOne: { filter: { _id, run, state: "due" }, update: { $set: { state: "relayed", leaseUntil: null } } },
    })),
    { ordered: false },
  );
}

function asBullJob(row: Relayable) {
  const job = findJob(row.job)!;
  const data: JobData = {
    payload: row.payload,
    v: row.v,
    requestId: row.requestId,
    ...(row.traceparent ? { traceparent: row.traceparent } : {}),
    about: row.about,
    outboxId: row._id,
    run: row.run,
  };
  const delay = row.dueAt.getTime() - clock.ms();
  return {
    name: row.job,
    data,
    opts: {
      jobId: bullIdOf(row),
      attempts: job.options.attempts,
      ...(job.options.backoff ? { backoff: job.options.backoff } : {}),
      ...(delay > 0 ? { delay } : {}),
      ...keptWhenEnded,
    },
  };
}

/**
 * The second chance, every second in one worker process at a time: what a crash left between commit and relay, and what
 * a flushed Redis forgot. `graceMs` leaves fresh rows to the process that committed them.
 */
export async function relayLeftBehind({ graceMs = seconds(1) } = {}): Promise<number> {
  const fresh = new Date(clock.ms() - graceMs);
  const rows = await OutboxModel.find({ state: "due", updatedAt: { $lte: fresh } })
    .sort({ dueAt: 1 })
    .limit(BATCH)
    .lean<OutboxRow[]>();
  if (rows.length > 0) await relayRows(rows);
  return rows.length;
}

/** Relayed rows well past their time that Redis does not know any more get a new run. A long backlog is no reason. */
export async function healLost(): Promise<number> {
  const late = new Date(clock.ms() - seconds(config.OUTBOX_HEAL_SECONDS));
  const rows = await OutboxModel.find({ state: "relayed", dueAt: { $lte: late }, updatedAt: { $lte: late } })
    .sort({ dueAt: 1 })
    .limit(BATCH)
    .lean<OutboxRow[]>();
  let healed = 0;
  for (const row of rows) {
    const job = findJob(row.job);
    if (!job) continue;
    const known = await queueNamed(job.queue).getJob(bullIdOf(row));
    const state = known ? await known.getState() : "unknown";
    if (state === "completed") await endRuns([{ ...row, state: "done" }]);
    else if (known && state === "failed") await buryLate(row, known);
    else if (state === "unknown") {
      await OutboxModel.updateOne(
        { _id: row._id, run: row.run, state: "relayed" },
        { $set: { state: "due" }, $inc: { run: 1 } },
      );
      healed++;
    } else await OutboxModel.updateOne({ _id: row._id, run: row.run }, { $set: { leaseUntil: null } }); // seen; look again later
  }
  if (healed > 0) {
    log.warn({ rows: healed }, "jobs that Redis lost are relayed again");
    await relayLeftBehind({ graceMs: 0 });
  }
  return healed;
}

/** Its worker died between the last failure and the dead letter. */
async function buryLate(row: OutboxRow, { queueName: queue, attemptsMade, failedReason, stacktrace }: Job) {
  const { job, v, payload, about, requestId } = row;
  const letter = { bullId: bullIdOf(row), job, queue, v, payload, about, requestId, attempts: attemptsMade };
  const reason = (failedReason ?? "").slice(0, 2_000);
  await recordDeadLetter({ ...letter, reason, stack: (stacktrace?.at(-1) ?? "").slice(0, 8_000) });
  await endRuns([{ ...row, state: "dead" }]);
}

/** Starts the leased timer; answers how to stop it. */
export function startRelayTimer(everyMs = 1_000): () => Promise<void> {
  let stopped = false;
  let round = Promise.resolve();
  let count = 0;
  const timer = setInterval(() => {
    round = round.then(async () => {
      if (stopped) return;
      try {
        if (!(await takeLease("outbox-relay", everyMs * 5))) return;
        await relayLeftBehind();
        if (count++ % 10 > 0) return;
        await healLost();
      } catch (error) {
        log.warn({ err: error }, "relay round failed");
      }
    });
  }, everyMs);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await round;
  };
}
