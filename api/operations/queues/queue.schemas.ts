import { z } from "zod";
import { rollupSteps } from "#shared/domains/operations/queues/index.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { DateRange, Long, optional, pageInput, pageOf, Time } from "#api/http/fields.js";

export const QueueNameField = z.enum(queueNames);
export const QueueNameBody = z.object({ name: QueueNameField });

const WorkerView = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  queues: z.array(z.string()),
  startTime: Time,
  reportTime: Time,
  lastTakeTime: Time.nullable(),
  concurrency: z.number(),
  running: z.number(),
  /** The longest block of its event loop in the last half minute, in milliseconds. */
  loopDelayMs: z.number(),
  /** Its troubles, in words; empty when it is healthy. */
  troubles: z.array(z.string()),
  /** Whether it reported within the last 15 s. */
  alive: z.boolean(),
  /** It stopped reporting without a shutdown, or takes nothing for a minute while work waits. */
  silent: z.boolean(),
});

export const QueueView = z.object({
  name: QueueNameField,
  group: z.string(),
  waiting: z.number(),
  active: z.number(),
  delayed: z.number(),
  failed: z.number(),
  completed: z.number(),
  paused: z.boolean(),
  /** Milliseconds. */
  oldestWaitMs: z.number(),
  /** Tries over the last five minutes: successful ones, and failed ones. */
  ratePerMinute: z.number(),
  failedPerMinute: z.number(),
  /** The wait of the queue's last canary, milliseconds. */
  lagMs: z.number().nullable(),
  /** Live worker processes, and their total concurrency. */
  workers: z.number(),
  concurrency: z.number(),
  /** Open ones; 10,000 means that many or more. */
  deadLetters: z.number(),
  workerList: z.array(WorkerView),
});
export const QueueList = z.array(QueueView);
export const QueuePage = pageOf(QueueView);
export const QueuePageQuery = pageInput({ name: optional(QueueNameField) });

export const QueueDetailQuery = z.object({
  name: QueueNameField,
  /** Failures of the last minutes, this many. */
  minutes: optional(Long.pipe(z.number().min(1).max(1_440))),
});
export const QueueDetailView = QueueView.extend({
  failures: z.array(
    z.object({
      job: z.string(),
      reason: z.string(),
      code: z.number().nullable(),
      /** Failed tries with another one to follow, and last ones. */
      retried: z.number(),
      dead: z.number(),
    }),
  ),
});

export const QueueHistoryQuery = z.object({
  name: QueueNameField,
  times: DateRange,
  step: optional(z.enum(rollupSteps)),
});
const Span = z.number().nullable();
export const QueueHistory = z.array(
  z.object({
    time: Time,
    depthMax: z.number(),
    oldestWaitMaxMs: z.number(),
    done: z.number(),
    /** Jobs that failed for good, and failed tries with another one to follow. */
    failed: z.number(),
    retried: z.number(),
    runP50Ms: Span,
    runP95Ms: Span,
    waitP50Ms: Span,
    waitP95Ms: Span,
  }),
);
