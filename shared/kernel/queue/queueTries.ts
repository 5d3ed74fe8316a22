import { plainRows } from "../mongo/plainRows.js";
import { clock, minutes } from "../time/clock.js";
import { growingRows } from "../mongo/growingRows.js";
import { observe, type Histogram } from "../observability/histogram.js";
import { defineModel } from "../mongo/mongo.js";
import type { QueueName } from "./queueNames.js";

/** One try of a job, as it ended. A refused ask was answered, and counts as done. */
interface EndedTry {
  queue: QueueName;
  job: string;
  /** retried: another try follows. dead: none does. */
  outcome: "done" | "retried" | "dead";
  /** Of a try that failed: the error's name, and its code if it is one of the declared. */
  reason?: string | undefined;
  code?: number | null | undefined;
  runMs: number;
  /** Since it could have been taken; only for the first try. */
  waitMs?: number | undefined;
}

/** Failed tries of one kind. */
export interface FailureCount {
  job: string;
  reason: string;
  code: number | null;
  retried: number;
  dead: number;
}

/** Tries of one kind of job. */
export interface KindCount {
  job: string;
  done: number;
  retried: number;
  dead: number;
  run: Histogram;
}

/**
 * What one process did for one queue in one minute, as totals that are written again as they grow, so that writing them
 * twice changes nothing. `pending` until the rollups have taken the last `write`. Kept a day.
 */
export interface QueueMinute {
  /** Unique to the process, the queue and the minute. */
  _id: string;
  queue: QueueName;
  minute: Date;
  done: number;
  retried: number;
  dead: number;
  /** Jobs that Redis had lost. */
  healed: number;
  /** Rows that the walk over the outbox has relayed or looked up. */
  walked: number;
  /** Jobs that ran once more, as they were enqueued again while they were open. */
  ranAgain: number;
  run: Histogram;
  wait: Histogram;
  failures: FailureCount[];
  /** Absent in rows of an older version. */
  kinds?: KindCount[];
  pending: boolean;
  write: number;
}

const count = { type: Number, default: 0 };
export const QueueMinuteModel = defineModel<QueueMinute>(
  "queueMinutes",
  {
    _id: { type: String, required: true },
    queue: { type: String, required: true },
    minute: { type: Date, required: true },
    done: count,
    retried: count,
    dead: count,
    healed: count,
    walked: count,
    ranAgain: count,
    run: { type: Object, default: {} },
    wait: { type: Object, default: {} },
    failures: [{ _id: false, job: String, reason: String, code: Number, retried: Number, dead: Number }],
    kinds: [{ _id: false, job: String, done: Number, retried: Number, dead: Number, run: Object }],
    pending: Boolean,
    write: count,
  },
  {
    indexes: [
      [{ queue: 1, minute: 1 }],
      [{ pending: 1, minute: 1 }],
      [{ minute: 1 }, { expireAfterSeconds: 26 * 3_600 }],
    ],
  },
);

type Counting = Omit<QueueMinute, "failures" | "kinds" | "pending"> & {
  failures: Map<string, FailureCount>;
  kinds: Map<string, KindCount>;
};
/** Further kinds of failures, and of jobs, in a minute are counted together. */
const MOST_REASONS = 50;
const MOST_KINDS = 50;
const OTHERS = "(others)";

const minuteOf = (ms: number): number => ms - (ms % minutes(1));

/** Counts a try in this process; `flushCounts` writes. */
export function recordTry({ queue, job, outcome, reason = "", code = null, runMs, waitMs }: EndedTry): void {
  const row = countingOf(queue);
  row[outcome]++;
  observe(row.run, runMs);
  if (waitMs !== undefined) observe(row.wait, waitMs);
  const kind = kindOf(row, job);
  kind[outcome]++;
  observe(kind.run, runMs);
  if (outcome !== "done") countFailure(row, { job, reason, code }, outcome);
}

/** Counts what this process did to rows of the outbox, beside their tries. */
export function recordRows(queue: QueueName, what: "healed" | "walked" | "ranAgain", rows: number): void {
  countingOf(queue)[what] += rows;
}

/** What this process counts of a queue in this minute. */
function countingOf(queue: QueueName): Counting {
  return counting.rowOf(queue, (minute) => ({
    queue,
    minute,
    done: 0,
    retried: 0,
    dead: 0,
    healed: 0,
    walked: 0,
    ranAgain: 0,
    run: {},
    wait: {},
    failures: new Map(),
    kinds: new Map(),
  }));
}

function kindOf({ kinds }: Counting, name: string): KindCount {
  const job = kinds.has(name) || kinds.size < MOST_KINDS ? name : OTHERS;
  const kind = kinds.get(job) ?? { job, done: 0, retried: 0, dead: 0, run: {} };
  kinds.set(job, kind);
  return kind;
}

type Failed = Exclude<EndedTry["outcome"], "done">;
type FailureKind = Pick<FailureCount, "job" | "reason" | "code">;

function countFailure({ failures }: Counting, kind: FailureKind, outcome: Failed): void {
  const isNew = !failures.has(keyOf(kind));
  const counted = isNew && failures.size >= MOST_REASONS ? { job: OTHERS, reason: OTHERS, code: null } : kind;
  const failure = failures.get(keyOf(counted)) ?? { ...counted, retried: 0, dead: 0 };
  failure[outcome]++;
  failures.set(keyOf(counted), failure);
}

const keyOf = ({ job, reason, code }: FailureKind): string => `${job} ${reason} ${code}`;

const counting = growingRows<Counting, QueueMinute>(
  QueueMinuteModel,
  minutes(1),
  ({ queue, minute, done, retried, dead, healed, walked, ranAgain, run, wait, failures, kinds }) => ({
    queue,
    minute,
    done,
    retried,
    dead,
    healed,
    walked,
    ranAgain,
    run: { ...run },
    wait: { ...wait },
    failures: [...failures.values()].map((failure) => ({ ...failure })),
    kinds: [...kinds.values()].map((kind) => ({ ...kind, run: { ...kind.run } })),
    pending: true,
  }),
);

export interface TryRates {
  donePerMinute: number;
  /** Failed tries, including those that are tried again. */
  failedPerMinute: number;
  /** The same, over the whole period. */
  failed: number;
  /** Of the outbox, over the whole period: see QueueMinute. */
  healed: number;
  ranAgain: number;
  walked: number;
  walkedPerMinute: number;
}
const RATE_MINUTES = 5;
const noTries: TryRates = {
  donePerMinute: 0,
  failedPerMinute: 0,
  failed: 0,
  healed: 0,
  ranAgain: 0,
  walked: 0,
  walkedPerMinute: 0,
};

/** The rows of the last five minutes begin after this; `span`: how many minutes that is. */
export function lastMinutes(): { after: Date; span: number } {
  const now = clock.ms();
  const from = minuteOf(now) - minutes(RATE_MINUTES - 1);
  // Exclusive, a millisecond earlier, as not every store makes use of an inclusive bound.
  return { after: new Date(from - 1), span: Math.max(1, (now - from) / minutes(1)) };
}

type Tried = Pick<QueueMinute, "queue" | "done" | "retried" | "dead"> &
  Partial<Pick<QueueMinute, "healed" | "walked" | "ranAgain">>;

/** Over the last five minutes, of every queue that had a try. */
export async function readTryRates(): Promise<Map<QueueName, TryRates>> {
  const { after, span } = lastMinutes();
  const rows = await plainRows(QueueMinuteModel)
    .find({ minute: { $gt: after } })
    .project<Tried>({ queue: 1, done: 1, retried: 1, dead: 1, healed: 1, walked: 1, ranAgain: 1 })
    .toArray();
  const rates = new Map<QueueName, TryRates>();
  for (const { queue, done, retried, dead, healed = 0, walked = 0, ranAgain = 0 } of rows) {
    const rate = rates.get(queue) ?? { ...noTries };
    rate.donePerMinute += done / span;
    rate.failed += retried + dead;
    rate.healed += healed;
    rate.walked += walked;
    rate.ranAgain += ranAgain;
    rate.walkedPerMinute = rate.walked / span;
    rate.failedPerMinute = rate.failed / span;
    rates.set(queue, rate);
  }
  return rates;
}

/** Failed tries of a queue in the last so many minutes by job and reason, the most frequent first. */
export async function readFailures(queue: QueueName, ofMinutes: number): Promise<FailureCount[]> {
  const from = minuteOf(clock.ms()) - minutes(ofMinutes - 1);
  const rows = await plainRows(QueueMinuteModel)
    .find({ queue, minute: { $gt: new Date(from - 1) } })
    .project<Pick<QueueMinute, "failures">>({ failures: 1 })
    .toArray();
  const sums = new Map<string, FailureCount>();
  for (const { job, reason, code = null, retried, dead } of rows.flatMap(({ failures }) => failures)) {
    const sum = sums.get(keyOf({ job, reason, code })) ?? { job, reason, code, retried: 0, dead: 0 };
    sum.retried += retried;
    sum.dead += dead;
    sums.set(keyOf(sum), sum);
  }
  return [...sums.values()].sort((a, b) => b.retried + b.dead - (a.retried + a.dead));
}
