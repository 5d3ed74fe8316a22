import { Gauge } from "prom-client";
import { clock } from "./clock.js";
import { DeadLetterModel, OPEN_LETTER } from "./deadLetters.js";
import { log } from "./log.js";
import { metrics } from "./metrics.js";
import { OutboxModel } from "./outboxRow.js";
import { readiness } from "./processes.js";
import { readQueueFigures } from "./queueFigures.js";

/**
 * What waits in the whole system: queues, outbox, dead letters, readiness. One kind of process gathers it, cron: it is
 * there when every worker is dead or busy, which is when the figures count, and takes no jobs itself. It looks when it is
 * scraped, at most every 5 s. Two crons tell the same, so that rules take the max, never the sum.
 */
const EVERY_MS = 5_000;
const LATE_MS = 4_000;
let lookedAt = 0;
let looking: Promise<void> | undefined;
let watching = false;

const gauges = {
  jobs: gauge("shop_queue_jobs", "Jobs of a queue by state", ["queue", "state"]),
  oldest: gauge("shop_queue_oldest_waiting_seconds", "Since when the oldest job of a queue could be taken", ["queue"]),
  paused: gauge("shop_queue_paused", "1 while an operator holds the queue", ["queue"]),
  workers: gauge("shop_queue_workers", "Live worker processes of a queue", ["queue"]),
  outboxDue: gauge("shop_outbox_due_rows", "Outbox rows that wait for their relay, or to be looked up in Redis"),
  outboxLag: gauge("shop_outbox_lag_seconds", "How long the oldest of these waits"),
  outboxParked: gauge("shop_outbox_parked_rows", "Outbox rows of jobs that no process here knows"),
  deadOpen: gauge("shop_dead_letters_open", "Dead letters that nobody replayed or discarded"),
  ready: gauge("shop_ready", "1 when MongoDB answers and every queue has a worker"),
  stores: gauge("shop_store_up", "1 when a store answers", ["store"]),
};

/** Adds these gauges to this process's /metrics. */
export function watchBacklog(): void {
  if (watching) return;
  watching = true;
  for (const one of Object.values(gauges)) metrics.registerMetric(one);
}

/** Makes the next scrape look again; for tests. */
export function forgetBacklog(): void {
  lookedAt = 0;
}

function gauge(name: string, help: string, labelNames: string[] = []): Gauge {
  return new Gauge({ name, help, labelNames, registers: [], collect: look });
}

/** Each gauge asks; the first one looks for all. */
async function look(): Promise<void> {
  if (Date.now() - lookedAt < EVERY_MS) return looking;
  lookedAt = Date.now();
  // A store that swallows the question must not hold up the scrape: what came until then is told.
  const late = new Promise<void>((resolve) => setTimeout(resolve, LATE_MS).unref());
  const all = Promise.all([lookAtStores(), lookAtQueues(), lookAtOutbox()]).then(() => undefined);
  looking = Promise.race([all, late]);
  return looking;
}

async function lookAtStores(): Promise<void> {
  const { ready, mongodb, redis } = await readiness().catch(() => ({ ready: false, mongodb: false, redis: false }));
  gauges.ready.set(Number(ready));
  gauges.stores.set({ store: "mongodb" }, Number(mongodb));
  gauges.stores.set({ store: "redis" }, Number(redis));
}

async function lookAtQueues(): Promise<void> {
  const perQueue = [gauges.jobs, gauges.oldest, gauges.paused, gauges.workers];
  try {
    const rows = await readQueueFigures();
    for (const { name: queue, waiting, active, delayed, failed, completed, ...row } of rows) {
      for (const [state, count] of Object.entries({ waiting, active, delayed, failed, completed }))
        gauges.jobs.set({ queue, state }, count);
      gauges.oldest.set({ queue }, row.oldestWaitingMs / 1_000);
      gauges.paused.set({ queue }, Number(row.paused));
      gauges.workers.set({ queue }, row.workers);
    }
  } catch (error) {
    // No figure is better than one of a better time.
    for (const one of perQueue) one.reset();
    log.warn({ err: error }, "queues cannot be counted");
  }
}

async function lookAtOutbox(): Promise<void> {
  try {
    const overdue = { nextLookAt: { $lte: clock.now() } };
    const oldest = await OutboxModel.findOne(overdue, { nextLookAt: 1 }).sort({ nextLookAt: 1 }).lean();
    gauges.outboxDue.set(await OutboxModel.countDocuments(overdue));
    gauges.outboxLag.set(oldest?.nextLookAt ? Math.max(0, clock.ms() - oldest.nextLookAt.getTime()) / 1_000 : 0);
    gauges.outboxParked.set(await OutboxModel.countDocuments({ parked: { $exists: true } }));
    gauges.deadOpen.set(await DeadLetterModel.countDocuments(OPEN_LETTER));
  } catch (error) {
    for (const one of [gauges.outboxDue, gauges.outboxLag, gauges.outboxParked, gauges.deadOpen]) one.set(NaN);
    log.warn({ err: error }, "the outbox cannot be counted");
  }
}
