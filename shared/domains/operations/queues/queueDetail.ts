import { percentileOf } from "#shared/kernel/observability/histogram.js";
import { definedJobs, findJob } from "#shared/kernel/queue/jobs.js";
import { readKindTries } from "#shared/kernel/queue/kindTries.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { readFailures, type FailureCount } from "#shared/kernel/queue/queueTries.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { cachedBy } from "./cachedReads.js";
import { forecastDrain, readPace, type Drain } from "./drainForecast.js";
import { countHeldJobs, readHeldKinds, type HeldKind } from "./kindHold.queries.js";
import { readLimitedKinds, type LimitedKind } from "./kindLimit.queries.js";
import { listQueues, type QueueRow } from "./queue.queries.js";
import { readCurves, type CurveRange, type QueueCurves } from "./queueCurves.js";
import { readRunning, type RunningNow } from "./runningJobs.js";
import { canBeHeld } from "./steerKind.js";

/** A queue as the page of it shows it. */
export interface QueueDetail extends QueueRow {
  failures: FailureCount[];
  curves: QueueCurves;
  runningJobs: RunningNow[];
  kinds: KindFigures[];
  drain: Drain;
}

/** What the jobs of one kind did in the last hour. */
interface KindFigures {
  job: string;
  donePerMinute: number;
  /** Failed tries: with a further try, or without (dead). */
  retried: number;
  dead: number;
  /** Null when none ran. */
  runP50Ms: number | null;
  runP99Ms: number | null;
  /** It has rows that can wait while an operator holds it or limits its rate. */
  canBeHeld: boolean;
  hold: (HeldKind & { /** 10,000 means that many or more. */ jobs: number }) | null;
  limit: LimitedKind | null;
}

const KIND_MINUTES = 60;
const didNotRun = { done: 0, retried: 0, dead: 0, run: {} };
const KINDS_MS = seconds(10);
const FAILURES_MS = seconds(2);

/**
 * One queue with its failed tries of the last minutes by job and reason, its curves, what runs in it, and when it is
 * drained. Each part is read once for all who look, and costs the same however many jobs wait. StillWorking (503) while
 * Redis is away.
 */
export async function queueDetail(name: QueueName, lastMinutes: number, range: CurveRange): Promise<QueueDetail> {
  const [rows, failed, curves, runningJobs, kinds, pace] = await Promise.all([
    listQueues(),
    failures(`${name} ${lastMinutes}`),
    readCurves(name, range),
    readRunning(name),
    readKinds(name),
    readPace(name),
  ]);
  const row = rows.find((one) => one.name === name)!;
  return { ...row, failures: failed, curves, runningJobs, kinds, drain: forecastDrain(row, pace) };
}

const failures = cachedBy(FAILURES_MS, (key: `${QueueName} ${number}`) => {
  const [queue, ofMinutes] = key.split(" ") as [QueueName, string];
  return readFailures(queue, Number(ofMinutes));
});

/** Canaries are no work. */
const isWork = (job: string): boolean => !job.startsWith("runtime.");

/** All kinds of the queue, the held, the limited and the most frequent first; ten seconds old at most. */
const readKinds = cachedBy(KINDS_MS, async (queue: QueueName): Promise<KindFigures[]> => {
  const [{ kinds, minutes }, heldKinds, limitedKinds] = await Promise.all([
    readKindTries(queue, KIND_MINUTES),
    readHeldKinds(queue),
    readLimitedKinds(queue),
  ]);
  const holds = new Map<string, KindFigures["hold"]>();
  for (const held of heldKinds) holds.set(held.job, { ...held, jobs: await countHeldJobs(held.job) });
  const ran = new Map(kinds.map((kind) => [kind.job, kind]));
  const defined = definedJobs().filter((job) => job.queue === queue && isWork(job.name));
  return [...new Set([...ran.keys(), ...defined.map(({ name }) => name)])]
    .map((job): KindFigures => {
      const { done, retried, dead, run } = ran.get(job) ?? didNotRun;
      return {
        job,
        donePerMinute: done / minutes,
        retried,
        dead,
        runP50Ms: percentileOf(run, 0.5),
        runP99Ms: percentileOf(run, 0.99),
        canBeHeld: canBeHeld(findJob(job)),
        hold: holds.get(job) ?? null,
        limit: limitedKinds.find((one) => one.job === job) ?? null,
      };
    })
    .toSorted(
      (a, b) =>
        Number(b.hold !== null) - Number(a.hold !== null) ||
        Number(b.limit !== null) - Number(a.limit !== null) ||
        b.donePerMinute - a.donePerMinute ||
        a.job.localeCompare(b.job),
    );
});
