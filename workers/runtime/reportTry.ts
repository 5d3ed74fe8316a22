import type { Job } from "bullmq";
import { TICK_ID, triesOf, type JobData } from "#shared/kernel/queue/jobs.js";
import { log } from "#shared/kernel/observability/log.js";
import { jobSeconds, jobTries } from "#shared/kernel/observability/metrics.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { recordTry } from "#shared/kernel/queue/queueTries.js";
import { recordTickEnd } from "#shared/kernel/queue/scheduleRows.js";
import type { RunningSpan } from "#shared/kernel/observability/spans.js";
import { startSpan } from "#shared/kernel/observability/tracing.js";
import type { TryRecord } from "#shared/kernel/outbox/tryRecord.js";
import { canary } from "./canary.js";
import type { Outcome } from "./outcome.js";

/** Outcomes as metrics, history and log name them. refused: an ask replied with a refusal. postponed: nothing was tried. */
type TryOutcome = "done" | "refused" | "retried" | "postponed" | "dead";
export const reportedAs: Record<Outcome["kind"], TryOutcome> = {
  done: "done",
  answered: "done",
  refused: "refused",
  busy: "postponed",
  rateLimited: "postponed",
  handedBack: "postponed",
  noPlace: "postponed",
  storeAtFault: "postponed",
  retried: "retried",
  exhausted: "dead",
  discarded: "dead",
};

interface EndedTry {
  job: Job<JobData>;
  span: RunningSpan | undefined;
  tryRecord: Pick<TryRecord, "number">;
}

/**
 * Reports how a try has ended, in metrics, history, log, trace and the row of its schedule. They name the reason, the error's
 * name, as each message would make a time series of its own.
 */
export function reportTry(queue: QueueName, { job, span, tryRecord }: EndedTry, end: Outcome, ms: number): void {
  const outcome = reportedAs[end.kind];
  const { reason, code, error } = "failure" in end ? end.failure : succeeded;
  countTry(queue, job, outcome, { reason, code, runMs: ms });
  jobTries.inc({ job_name: job.name, outcome, reason });
  jobSeconds.observe({ job_name: job.name, outcome }, ms / 1_000);
  const isTick = job.id?.startsWith(TICK_ID) ?? false;
  // Recurring jobs that succeed would hide the rest.
  const level = outcome === "done" && (isTick || job.name === canary.name) ? "debug" : "info";
  const refusal = outcome === "refused" ? { refusal: reason } : {};
  const attempt = tryRecord.number;
  const fields = { job: job.name, outcome, ms: Math.round(ms), attempt, about: job.data.about, ...refusal };
  log[level](fields, "job");
  const isFailure = outcome === "retried" || outcome === "dead";
  span?.set({ "shop.outcome": outcome, ...(reason ? { "error.type": reason } : {}) });
  span?.end(isFailure ? reason : undefined);
  if (isTick && (isFailure || outcome === "done")) recordTickEnd(job.name, { outcome, ms, error });
}

const succeeded = { reason: "", code: undefined, error: undefined };

function countTry(
  queue: QueueName,
  { name: job, attemptsMade, timestamp, processedOn, opts }: Job,
  outcome: TryOutcome,
  ended: { reason: string; code: number | undefined; runMs: number },
): void {
  // Canaries do not count as work.
  if (outcome === "postponed" || job.startsWith("runtime.")) return;
  const isFirst = attemptsMade === 0 && processedOn !== undefined;
  const waitMs = isFirst ? Math.max(0, processedOn - timestamp - (opts.delay ?? 0)) : undefined;
  recordTry({ queue, job, outcome: outcome === "refused" ? "done" : outcome, ...ended, waitMs });
}

/** A child of the span that enqueued the job; a scheduled job begins a trace. None for canaries, which would be most. */
export function spanOf(job: Job<JobData>): RunningSpan | undefined {
  if (job.name === canary.name) return undefined;
  const about = Object.entries(job.data.about).map(([name, id]) => [`shop.${name}`, id]);
  return startSpan({
    name: job.name,
    kind: "consumer",
    parent: job.data.traceparent,
    attributes: {
      "messaging.system": "bullmq",
      "messaging.destination.name": job.queueName,
      "messaging.message.id": job.id,
      "shop.request_id": job.data.requestId,
      "shop.attempt": triesOf(job) + 1,
      "shop.waited_ms": Math.max(0, Date.now() - job.timestamp - job.delay),
      ...Object.fromEntries(about),
    },
  });
}
