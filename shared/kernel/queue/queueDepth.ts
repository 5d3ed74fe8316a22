import { Gauge } from "prom-client";
import { DeadLetterModel, OPEN_LETTER } from "./deadLetters.js";
import { log } from "../observability/log.js";
import { metrics } from "../observability/metrics.js";
import { readOutboxFigures } from "../outbox/figures.js";
import { readiness } from "../process/readiness.js";
import { readQueueFigures } from "./queueFigures.js";
import { queueNames } from "./queueNames.js";
import { lateSchedules } from "./scheduleRows.js";

/**
 * Gauges of the whole system: queues, outbox, dead letters, schedules, readiness. Two kinds of process export them: cron,
 * in case every worker is dead or busy, and the workers of `control`, in case cron is down. They are read when scraped, at
 * most every 5 s. Both export the same values, so alert rules take the max, never the sum.
 */
const EVERY_MS = 5_000;
const TIMEOUT_MS = 4_000;
let lookedAt = 0;
let looking: Promise<void> | undefined;
let watching = false;

const gauges = {
  jobs: gauge("shop_queue_jobs", "Jobs of a queue by state", ["queue", "state"]),
  oldest: gauge("shop_queue_oldest_waiting_seconds", "Time that the oldest waiting job of a queue has been ready", [
    "queue",
  ]),
  paused: gauge("shop_queue_paused", "1 while a queue is paused", ["queue"]),
  workers: gauge("shop_queue_workers", "Live worker processes of a queue", ["queue"]),
  outboxDue: gauge("shop_outbox_due_rows", "Outbox rows that wait for the walk: to be relayed, or looked up in Redis", [
    "queue",
  ]),
  outboxLag: gauge("shop_outbox_lag_seconds", "Time that the oldest of these rows has waited", ["queue"]),
  outboxParked: gauge("shop_outbox_parked_rows", "Outbox rows of jobs that no process here knows", ["queue"]),
  outboxKept: gauge("shop_outbox_kept_rows", "Outbox rows held by an operator", ["queue"]),
  outboxKeptFor: gauge("shop_outbox_kept_seconds", "Time that the first of these rows has been held", ["queue"]),
  deadOpen: gauge("shop_dead_letters_open", "Dead letters that nobody replayed or discarded"),
  late: gauge("shop_schedule_late_seconds", "Delay of the next tick of a queue's schedules", ["queue"]),
  ready: gauge("shop_ready", "1 when MongoDB answers and every queue has a worker"),
  stores: gauge("shop_store_up", "1 when a store answers", ["store"]),
};

/** Adds these gauges to this process's /metrics. */
export function measureQueueDepth(): void {
  if (watching) return;
  watching = true;
  for (const one of Object.values(gauges)) metrics.registerMetric(one);
}

/** Makes the next scrape read again; for tests. */
export function invalidateQueueDepth(): void {
  lookedAt = 0;
}

function gauge(name: string, help: string, labelNames: string[] = []): Gauge {
  return new Gauge({ name, help, labelNames, registers: [], collect: look });
}

/** Called by each gauge; the first call reads for all. */
async function look(): Promise<void> {
  if (Date.now() - lookedAt < EVERY_MS) return looking;
  lookedAt = Date.now();
  // A store that never answers must not hold up the scrape: what was read until then is exported.
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS).unref());
  const all = Promise.all([lookAtStores(), lookAtQueues(), lookAtOutbox(), lookAtSchedules()]).then(() => undefined);
  looking = Promise.race([all, timeout]);
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
    // No value is better than a stale one.
    for (const one of perQueue) one.reset();
    log.warn({ err: error }, "queues cannot be counted");
  }
}

async function lookAtSchedules(): Promise<void> {
  try {
    const late = await lateSchedules();
    for (const queue of queueNames) gauges.late.set({ queue }, (late.get(queue) ?? 0) / 1_000);
  } catch (error) {
    gauges.late.reset();
    log.warn({ err: error }, "schedules cannot be read");
  }
}

async function lookAtOutbox(): Promise<void> {
  const perQueue = [gauges.outboxDue, gauges.outboxLag, gauges.outboxParked, gauges.outboxKept, gauges.outboxKeptFor];
  try {
    for (const [queue, { overdue, overdueMs, unknown, kept, keptMs }] of await readOutboxFigures()) {
      gauges.outboxDue.set({ queue }, overdue);
      gauges.outboxLag.set({ queue }, overdueMs / 1_000);
      gauges.outboxParked.set({ queue }, unknown);
      gauges.outboxKept.set({ queue }, kept);
      gauges.outboxKeptFor.set({ queue }, keptMs / 1_000);
    }
    gauges.deadOpen.set(await DeadLetterModel.countDocuments(OPEN_LETTER));
  } catch (error) {
    for (const one of perQueue) one.reset();
    gauges.deadOpen.set(NaN);
    log.warn({ err: error }, "the outbox cannot be counted");
  }
}
