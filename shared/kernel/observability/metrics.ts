import { subscribe } from "node:diagnostics_channel";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { config } from "../config/config.js";

/** The metrics of this process, read at /metrics on its ops port. */
export const metrics = new Registry();

/** Event loop, memory and CPU of the process; started by each entry point, not by tests. */
export function collectProcessMetrics(): void {
  // Each look wakes a quiet process. A lag is reported with the time between two looks on top.
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 200 });
  if (config.METRICS_STORE_COMMANDS) countRedisCommands();
}

const registers = [metrics];
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const requestSeconds = new Histogram({
  name: "shop_request_seconds",
  help: "Response time by route and HTTP status",
  labelNames: ["route", "status"],
  buckets,
  registers,
});
export const outboundSeconds = new Histogram({
  name: "shop_outbound_seconds",
  help: "Calls to providers and merchants",
  labelNames: ["to", "status"],
  buckets,
  registers,
});
export const jobSeconds = new Histogram({
  name: "shop_job_seconds",
  help: "Run time of jobs by name and outcome (done, retried, dead, postponed)",
  labelNames: ["job_name", "outcome"],
  buckets,
  registers,
});
export const queueLagSeconds = new Gauge({
  name: "shop_queue_lag_seconds",
  help: "Time that the last canary of a queue waited for a worker",
  labelNames: ["queue"],
  registers,
});
export const queueCanaryAt = new Gauge({
  name: "shop_queue_canary_timestamp_seconds",
  help: "Time at which a worker of this process last took the canary of a queue (epoch seconds)",
  labelNames: ["queue"],
  registers,
});
export const jobTries = new Counter({
  name: "shop_job_tries_total",
  help: "Tries of jobs by outcome (done, refused, retried, postponed, dead) and the name of the error",
  labelNames: ["job_name", "outcome", "reason"],
  registers,
});
export const asksInFlight = new Gauge({
  name: "shop_asks_in_flight",
  help: "Requests of this API process that wait for a worker's reply",
  registers,
});
export const outboxRelayed = new Counter({
  name: "shop_outbox_relayed_total",
  help: "Jobs relayed to Redis; the rate is how fast a backlog shrinks",
  labelNames: ["queue"],
  registers: [metrics],
});
export const outboxRunsAgain = new Counter({
  name: "shop_outbox_runs_again_total",
  help: "Jobs that were enqueued again while they ran, and ran once more",
  labelNames: ["queue"],
  registers: [metrics],
});
export const runsAbandoned = new Counter({
  name: "shop_runs_given_up_total",
  help: "Runs of jobs abandoned because they did not end in time: each goes on beside its next try",
  labelNames: ["queue"],
  registers: [metrics],
});
export const outboxHealed = new Counter({
  name: "shop_outbox_healed_total",
  help: "Jobs that Redis had lost and that were relayed again",
  labelNames: ["queue"],
  registers: [metrics],
});

export const deadLetters = new Counter({
  name: "shop_dead_letters_total",
  help: "Jobs that ended in the dead-letter list",
  labelNames: ["job_name"],
  registers,
});
export const requestLogDropped = new Counter({
  name: "shop_request_log_dropped_total",
  help: "Rows of the access and the error log that were not written: too many waited, or the store was away",
  labelNames: ["log"],
  registers,
});
export const visitTextsCut = new Counter({
  name: "shop_visit_texts_cut_total",
  help: "Texts of reported visits that were too long and were cut, by field",
  labelNames: ["field"],
  registers,
});
export const visitEventsLeftOut = new Counter({
  name: "shop_visit_events_left_out_total",
  help: "Reported events that could not be read and were left out of their batch, by the first wrong field",
  labelNames: ["field"],
  registers,
});
export const transactionsLost = new Counter({
  name: "shop_transactions_lost_total",
  help: "Transactions that lost a race to another one and were retried, by purpose",
  labelNames: ["use_case"],
  registers: [metrics],
});
export const storeCommands = new Counter({
  name: "shop_store_commands_total",
  help: "Commands to MongoDB (METRICS_STORE_COMMANDS)",
  labelNames: ["command", "collection"],
  registers: [metrics],
});
const redisCommands = new Counter({
  name: "shop_redis_commands_total",
  help: "Commands to Redis, a script as one (METRICS_STORE_COMMANDS)",
  labelNames: ["command"],
  registers: [metrics],
});

/** ioredis reports each command that it sends, also of those in pipelines and those of BullMQ. */
function countRedisCommands(): void {
  subscribe("tracing:ioredis:command:start", (message) => {
    const { command } = message as { command: string };
    redisCommands.inc({ command: command.toLowerCase() });
  });
}
