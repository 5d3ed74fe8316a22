import { z } from "zod";
import { curveRanges, drainStates, rollupSteps } from "#shared/domains/operations/queues/index.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { Confirm } from "#api/http/security/confirm.js";
import { DateRange, Long, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";

export const QueueNameField = z.enum(queueNames);
export const QueueNameBody = z.object({ name: QueueNameField });
const kind = { job: text(100, 1), reason: text(200, 1) };
export const KindHoldBody = z.object({ ...kind, confirm: Confirm });
export const KindLimitBody = z.object({
  ...kind,
  perMinute: Long.pipe(z.number().min(1).max(6_000)),
  confirm: Confirm,
});
export const KindReleaseBody = z.object(kind);

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
  /** Of the curves: 3h by minute (default), 48h by ten minutes, 90d by six hours. */
  range: optional(z.enum(curveRanges)),
});
const Span = z.number().nullable();
/** A time without a point was not recorded. */
const Curves = z.object({
  range: z.enum(curveRanges),
  fromTime: Time,
  untilTime: Time,
  /** The length of a point, milliseconds. */
  pointMs: z.number(),
  points: z.array(
    z.object({
      time: Time,
      /** Null: not recorded. */
      depthMax: Span,
      oldestWaitMaxMs: Span,
      done: z.number(),
      /** Jobs that failed for good, and failed tries with another one to follow. */
      failed: z.number(),
      retried: z.number(),
      runP50Ms: Span,
      runP99Ms: Span,
      waitP50Ms: Span,
      waitP99Ms: Span,
    }),
  ),
});
const RunningJob = z.object({
  jobId: z.string(),
  /** Null: it has no row. */
  id: z.number().nullable(),
  job: z.string(),
  startTime: Time,
  tries: z.number(),
  /** Whose it is, as the job search has it, and the numbers of that by subject ("orderId:17"). */
  about: z.record(z.string(), z.array(z.union([z.number(), z.string()]))),
  numbers: z.record(z.string(), z.string()),
  /** The process that took it; null: it is not known any more. */
  worker: z.object({ host: z.string(), pid: z.number(), alive: z.boolean() }).nullable(),
});
/** Of the last hour. */
const KindView = z.object({
  job: z.string(),
  ratePerMinute: z.number(),
  failed: z.number(),
  retried: z.number(),
  runP50Ms: Span,
  runP99Ms: Span,
  /** It has rows that can wait while it is held or limited. */
  canBeHeld: z.boolean(),
  /** `jobs`: how many wait for its release; 10,000 means that many or more. */
  hold: z.object({ operatorName: z.string(), reason: z.string(), time: Time, jobs: z.number() }).nullable(),
  /**
   * So many start in a minute at most. `jobs`: how many due ones wait their turn, 10,000 means that many or more;
   * `throughTime`: when the last of them begins, null when none waits.
   */
  limit: z
    .object({
      perMinute: z.number(),
      operatorName: z.string(),
      reason: z.string(),
      time: Time,
      jobs: z.number(),
      throughTime: Time.nullable(),
    })
    .nullable(),
});
const Drain = z.object({
  /**
   * empty: nothing waits; paused, noWorker: nothing is taken; unknown: too little is recorded; grows: at this pace it is
   * not drained within a week; drains.
   */
  state: z.enum(drainStates),
  /** When the waiting jobs are done at the pace of the last 15 minutes, with the range of it; no latest: perhaps never. */
  time: Time.nullable(),
  earliestTime: Time.nullable(),
  latestTime: Time.nullable(),
  arrivalsPerMinute: Span,
  endsPerMinute: Span,
  /** How many of the 15 minutes were recorded. */
  minutes: z.number(),
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
  curves: Curves,
  /** What runs now, the oldest first; at most 200. */
  runningJobs: z.array(RunningJob),
  kinds: z.array(KindView),
  drain: Drain,
});

export const QueueHistoryQuery = z.object({
  name: QueueNameField,
  times: DateRange,
  step: optional(z.enum(rollupSteps)),
});
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
