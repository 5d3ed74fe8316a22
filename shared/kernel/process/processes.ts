import type { QueryFilter } from "mongoose";
import { plainRows } from "../mongo/plainRows.js";
import { hostname } from "node:os";
import { getHeapStatistics } from "node:v8";
import type { CallsLately } from "../http/callsLately.js";
import { processId } from "../mongo/leases.js";
import { handedOverLately, type HandedOver } from "../observability/handedOver.js";
import type { Lately } from "../observability/lately.js";
import { log } from "../observability/log.js";
import type { QueueName } from "../queue/queueNames.js";
import { sharedMs, storeAheadMs } from "../mongo/storeTime.js";
import { version } from "./build.js";
import {
  LIVE_MS,
  MISSED_MS,
  ProcessModel,
  reports,
  type ProcessMemory,
  type ProcessReport,
  type QueueWork,
  type Steering,
} from "./process.model.js";

/** How often a process reports. */
export const REPORT_MS = 3_000;
/** A report waits no longer for a connection that may be dead: the next one takes another. */
const BOUND_MS = 4_000;

const lags = new Map<QueueName, { ms: number; at: Date }>();
/** Records how long a canary of the queue waited. */
export function recordLag(queue: QueueName, ms: number): void {
  lags.set(queue, { ms, at: new Date(sharedMs()) });
}

/** What a process reports about itself each time, and what it does about what operators ask of it. */
interface ProcessDetails {
  work?: () => QueueWork[];
  loopDelayMs?: () => number;
  troubles?: () => string[];
  answered?: () => Lately;
  calls?: () => CallsLately[];
  /** Called with what they ask after each report, so it must be harmless to repeat. */
  steer?: (steering: Steering) => void;
}

/** Ends the reports, and takes the process's row away. */
type StopReporting = (() => Promise<void>) & {
  /**
   * For a process that is about to end. Nobody is to count on it, so its row goes at once; but one that an operator asked to
   * end goes on reporting until it is stopped, as readers know by the row that it leaves.
   */
  leave: () => Promise<void>;
};

/** Reports this process, and how it works, until the returned function is called. */
export async function startReporting(
  kind: ProcessReport["kind"],
  queues: QueueName[],
  { work = () => [], loopDelayMs = () => 0, troubles = () => [], answered, calls, steer }: ProcessDetails = {},
): Promise<StopReporting> {
  const startedAt = new Date(sharedMs());
  let isAskedToEnd = false;
  const report = async (): Promise<void> => {
    const taken = work().map((one) => ({ ...one, lastTakeAt: new Date(one.lastTakeAt.getTime() + storeAheadMs()) }));
    const reported = { work: taken, lags: [...lags].map(([queue, lag]) => ({ queue, ...lag })) };
    const $set = {
      kind,
      version,
      host: hostname(),
      pid: process.pid,
      queues,
      ...reported,
      loopDelayMs: loopDelayMs(),
      memory: memoryNow(),
      troubles: troubles(),
      ...(answered ? { answered: answered() } : {}),
      ...(calls ? { calls: calls() } : {}),
      handedOver: handedOverLately(),
      startedAt,
      reportedAt: new Date(sharedMs()),
    };
    // The answer brings what operators ask of it, so that nothing polls for that.
    const row = await reports.findOneAndUpdate(
      { _id: processId },
      { $set },
      { upsert: true, returnDocument: "after", projection: { drain: 1, slots: 1 }, timeoutMS: BOUND_MS },
    );
    const { drain, slots = {} } = row ?? {};
    isAskedToEnd = drain !== undefined;
    steer?.({ ...(drain ? { drain } : {}), slots });
  };
  await report();
  let reporting: Promise<void> | undefined;
  const timer = setInterval(() => {
    reporting ??= report()
      .catch((error: unknown) => log.warn({ err: error }, "could not report"))
      .finally(() => (reporting = undefined));
  }, REPORT_MS);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    // One that is under way would bring the row back.
    await reporting;
    await ProcessModel.deleteOne({ _id: processId }).catch(() => undefined);
  };
  return Object.assign(stop, { leave: async () => (isAskedToEnd ? undefined : stop()) });
}

function memoryNow(): ProcessMemory {
  const { used_heap_size: heap, heap_size_limit: heapLimit } = getHeapStatistics();
  return { rss: process.memoryUsage.rss(), heap, heapLimit };
}

/** What live processes do; one that was asked to end does nothing new any more. */
export async function servingProcesses(): Promise<{
  served: Map<QueueName, number>;
  cron: boolean;
  troubles: string[];
}> {
  const reported = await ProcessModel.find({ reportedAt: { $gte: new Date(sharedMs() - LIVE_MS) } }).lean<
    ProcessReport[]
  >();
  const rows = reported.filter(isServing);
  const troubles = rows.flatMap(({ kind, host, pid, troubles: some = [] }) =>
    some.map((trouble) => `${kind} ${pid} at ${host}: ${trouble}`),
  );
  return { served: servedBy(rows), cron: rows.some(({ kind }) => kind === "cron"), troubles };
}

/** How many live worker processes serve each queue; a queue without any is absent. */
export const workersByQueue = async (): Promise<Map<QueueName, number>> => (await servingProcesses()).served;

/** The same, of processes that were read. */
export function servedBy(rows: readonly ProcessReport[]): Map<QueueName, number> {
  const served = new Map<QueueName, number>();
  for (const queue of rows.filter((row) => row.kind === "worker" && isServing(row)).flatMap(({ queues }) => queues))
    served.set(queue, (served.get(queue) ?? 0) + 1);
  return served;
}

const isLive = ({ reportedAt }: ProcessReport): boolean => sharedMs() - reportedAt.getTime() <= LIVE_MS;
const isServing = (row: ProcessReport): boolean => isLive(row) && !row.drain;

/** A process as it reported last; `live` false: it stopped reporting within the last ten minutes. */
export type SeenProcess = ProcessReport & { live: boolean };

export async function readProcesses(): Promise<SeenProcess[]> {
  return (await readReports()).map((row) => ({ ...row, live: isLive(row) }));
}

const seenLately = (): QueryFilter<ProcessReport> => ({ reportedAt: { $gte: new Date(sharedMs() - MISSED_MS) } });

/** All processes that reported within the last ten minutes, by kind, the oldest first. */
async function readReports(): Promise<ProcessReport[]> {
  return await ProcessModel.find(seenLately()).sort({ kind: 1, startedAt: 1, _id: 1 }).lean<ProcessReport[]>();
}

/** The same for those who look, in no transaction. */
export async function reportsForShow(): Promise<ProcessReport[]> {
  return await plainRows(ProcessModel)
    .find(seenLately() as never)
    .sort({ kind: 1, startedAt: 1, _id: 1 })
    .toArray();
}

/** An API or cron process, also one that stopped reporting within the last ten minutes and was not replaced. */
export interface FrontProcess extends Pick<
  ProcessReport,
  "_id" | "kind" | "host" | "pid" | "reportedAt" | "answered" | "handedOver"
> {
  live: boolean;
  /** An operator asked it to end. */
  draining?: true;
  troubles: string[];
}

/** The APIs and crons of processes that were read. */
export function frontsOf(reports: readonly ProcessReport[]): FrontProcess[] {
  const rows = reports.filter(({ kind }) => kind !== "worker");
  const isReplaced = (gone: ProcessReport): boolean =>
    rows.some((other) => other.kind === gone.kind && isLive(other) && other.startedAt > gone.reportedAt);
  return rows
    .filter((row) => isLive(row) || !isReplaced(row))
    .map((row) => {
      const { _id, kind, host, pid, reportedAt, troubles = [], answered, handedOver } = row;
      const state = { live: isLive(row), ...(row.drain ? { draining: true as const } : {}) };
      const lately = { ...(answered ? { answered } : {}), ...(handedOver ? { handedOver } : {}) };
      return { _id, kind, host, pid, reportedAt, troubles, ...state, ...lately };
    });
}

/** A worker process as one of its queues sees it. */
export interface WorkerOfQueue extends Pick<
  ProcessReport,
  "_id" | "host" | "pid" | "queues" | "startedAt" | "reportedAt"
> {
  /** false: it stopped reporting within the last ten minutes. */
  live: boolean;
  /** An operator asked it to end: it takes nothing new. */
  draining?: true;
  loopDelayMs: number;
  troubles: string[];
  concurrency: number;
  running: number;
  lastTakeAt: Date | null;
}

/** How a live worker process fares with one outside service. */
export type ProcessCalls = CallsLately & { processId: string };

export interface WorkersNow {
  workers: Map<QueueName, WorkerOfQueue[]>;
  calls: ProcessCalls[];
  /** What live ones took from the outbox to the queues; undefined: none of them tells it. */
  handedOver: HandedOver[] | undefined;
  /** How long the newest canary of each queue waited. */
  lags: Map<QueueName, number>;
}

/** The workers of each queue, including those that were lost lately. */
export const readWorkers = async (): Promise<WorkersNow> => workersOf(await readReports());

/** The same, of processes that were read. */
export function workersOf(reports: readonly ProcessReport[]): WorkersNow {
  const workers = new Map<QueueName, WorkerOfQueue[]>();
  const newest = new Map<QueueName, { ms: number; at: Date }>();
  const called: ProcessCalls[] = [];
  let relayed: HandedOver[] | undefined;
  for (const one of reports.filter(({ kind }) => kind === "worker")) {
    const {
      work = [],
      lags: reported = [],
      loopDelayMs = 0,
      troubles = [],
      calls = [],
      drain,
      handedOver,
      ...row
    } = one;
    const { _id, host, pid, queues, reportedAt, startedAt = reportedAt } = row;
    const live = isLive(one);
    if (live) called.push(...calls.map((call) => ({ ...call, processId: _id })));
    if (live && handedOver) relayed = [...(relayed ?? []), ...handedOver];
    const state = { live, ...(drain ? { draining: true as const } : {}), loopDelayMs, troubles };
    const process = { _id, host, pid, queues, startedAt, reportedAt, ...state };
    for (const queue of queues) {
      const { concurrency = 0, running = 0, lastTakeAt = null } = work.find((seat) => seat.queue === queue) ?? {};
      workers.set(queue, [...(workers.get(queue) ?? []), { ...process, concurrency, running, lastTakeAt }]);
    }
    for (const { queue, ms, at } of reported) if ((newest.get(queue)?.at ?? 0) < at) newest.set(queue, { ms, at });
  }
  return {
    workers,
    calls: called,
    handedOver: relayed,
    lags: new Map([...newest].map(([queue, { ms }]) => [queue, ms])),
  };
}

/** The state of a queue by which its workers are judged. */
interface QueueAtWork {
  paused: boolean;
  /** How long its oldest job could have been taken. */
  oldestWaitingMs: number;
}

/**
 * A worker is silent when it stopped reporting `timeoutMs` ago and no other one was started since, or when it took nothing
 * for `timeoutMs` although work has waited as long. One that was asked to end is not. `now`: real time, as all processes share it.
 */
export function isSilent(
  worker: WorkerOfQueue,
  all: readonly WorkerOfQueue[],
  { paused, oldestWaitingMs }: QueueAtWork,
  timeoutMs: number,
  now = sharedMs(),
): boolean {
  if (worker.draining) return false;
  if (!worker.live) {
    const replaced = all.some((other) => other.live && other.startedAt > worker.reportedAt);
    return !replaced && now - worker.reportedAt.getTime() >= timeoutMs;
  }
  // A worker whose slots are all in use takes nothing because it is busy.
  if (paused || oldestWaitingMs < timeoutMs || worker.running >= worker.concurrency) return false;
  return now - (worker.lastTakeAt ?? worker.startedAt).getTime() >= timeoutMs;
}
