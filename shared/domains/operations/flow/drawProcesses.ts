import { isSilent, REPORT_MS, type FrontProcess, type WorkerOfQueue } from "#shared/kernel/process/processes.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { SILENT_MS } from "../queues/queue.queries.js";
import { allowedMs } from "./drawQueue.js";
import type { FlowNode, Judged } from "./flow.js";
import type { FlowFacts } from "./flowFacts.js";
import { toTenths } from "./recentFigures.js";
import { reasons } from "./flowReasons.js";

const well: Judged = ["well", null];

/** The API processes and cron, which put work into the outbox. */
export function drawFronts({ ledger }: FlowFacts): FlowNode[] {
  if (!ledger) return [];
  const nodes = ledger.value.fronts.map((one): FlowNode => {
    const { _id, kind, host, pid, answered } = one;
    const [state, reason] = judgeFront(one, ledger.at);
    const figures = answered && {
      perMinute: toTenths(answered.perMinute),
      ...(answered.p95Ms === null ? {} : { runP95Ms: answered.p95Ms }),
    };
    return {
      id: `${kind}:${_id}`,
      kind: kind as "api" | "cron",
      name: `${kind} ${pid}`,
      host,
      state,
      reason,
      figures: figures ?? {},
    };
  });
  if (nodes.some(({ kind }) => kind === "cron")) return nodes;
  return [...nodes, { id: "cron", kind: "cron", name: "cron", state: "stands", reason: reasons.noCron(), figures: {} }];
}

function judgeFront({ live, reportedAt, draining, troubles }: FrontProcess, now: number): Judged {
  if (!live) return ["stands", reasons.notReporting(silentMs(reportedAt, now))];
  if (draining) return ["busy", reasons.draining()];
  if (isLate(reportedAt, now)) return ["busy", reasons.notReporting(silentMs(reportedAt, now))];
  return troubles.length === 0 ? well : ["stands", reasons.said(troubles.join("; "))];
}

/** Two reports are missing: it may be gone, which is certain after LIVE_MS. */
const LATE_MS = 2.5 * REPORT_MS;
const silentMs = (reportedAt: Date, now: number): number => Math.max(0, now - reportedAt.getTime());
const isLate = (reportedAt: Date, now: number): boolean => silentMs(reportedAt, now) >= LATE_MS;

/** The walk takes what is due in its next round: until then nothing is late. */
const NOT_YET_LATE_MS = seconds(3);

/** How far the walk is behind, and which of its rows need an operator. */
export function drawOutbox({ ledger }: FlowFacts): FlowNode {
  const node = { id: "outbox", kind: "outbox", name: "outbox" } as const;
  if (!ledger) return { ...node, state: "well", reason: null, figures: {} };
  const { outbox, allowed } = ledger.value;
  const rows = [...outbox];
  const tooLate = rows.filter(
    ([queue, { overdueMs }]) => overdueMs > (allowedMs(allowed, "overdue", queue) ?? Infinity),
  );
  const late = rows.filter((row) => row[1].overdueMs >= NOT_YET_LATE_MS || tooLate.includes(row));
  const sum = (of: "overdue" | "unknown" | "kept", some = rows): number =>
    some.reduce((total, [, row]) => total + row[of], 0);
  const figures = { overdue: sum("overdue", late), unknown: sum("unknown"), kept: sum("kept") };
  const oldestMs = Math.max(0, ...late.map(([, { overdueMs }]) => overdueMs));
  const behind = reasons.outboxBehind(figures.overdue, oldestMs);
  const [state, reason]: Judged =
    tooLate.length > 0
      ? ["stands", behind]
      : figures.unknown > 0
        ? ["stands", reasons.jobsUnknown(figures.unknown)]
        : figures.overdue > 0
          ? ["busy", behind]
          : figures.kept > 0
            ? ["busy", reasons.jobsKept(figures.kept)]
            : well;
  return { ...node, state, reason, figures: { ...figures, ...(figures.overdue > 0 ? { oldestMs } : {}) } };
}

/** One node a worker process, in the order of their first queues. */
export function drawWorkers({ now, depths, ledger }: FlowFacts): FlowNode[] {
  const seats = new Map<string, Seat[]>();
  for (const queue of queueNames)
    for (const worker of ledger?.value.workers.get(queue) ?? [])
      seats.set(worker._id, [...(seats.get(worker._id) ?? []), seatOf(queue, worker)]);

  function seatOf(queue: QueueName, worker: WorkerOfQueue): Seat {
    const depth = depths?.value.find(({ name }) => name === queue) ?? NOTHING_WAITS;
    const all = ledger?.value.workers.get(queue) ?? [];
    return { queue, worker, silent: isSilent(worker, all, depth, SILENT_MS, now), replaced: isReplaced(worker, all) };
  }
  // As it was then: while the store is away nobody can be seen to report.
  return [...seats.values()].filter(isShown).map((of) => drawWorker(of, ledger?.at ?? now));
}

/** A worker on one of its queues. */
interface Seat {
  queue: QueueName;
  worker: WorkerOfQueue;
  silent: boolean;
  /** It is gone, and another one was started since. */
  replaced: boolean;
}
/** Of a queue that Redis says nothing about: no worker is silent for it. */
const NOTHING_WAITS = { paused: true, oldestWaitingMs: 0 };

const isShown = ([first]: Seat[]): boolean => first!.worker.live || !first!.replaced;
const isReplaced = (worker: WorkerOfQueue, all: WorkerOfQueue[]): boolean =>
  all.some((other) => other.live && other.startedAt > worker.reportedAt);

function drawWorker(seats: Seat[], now: number): FlowNode {
  const { worker } = seats[0]!;
  const total = (of: "concurrency" | "running"): number => seats.reduce((sum, seat) => sum + seat.worker[of], 0);
  const figures = { slots: total("concurrency"), slotsTaken: total("running"), loopDelayMs: worker.loopDelayMs };
  const [state, reason]: Judged = !worker.live
    ? ["stands", reasons.notReporting(silentMs(worker.reportedAt, now))]
    : worker.draining
      ? ["busy", reasons.draining()]
      : isLate(worker.reportedAt, now)
        ? ["busy", reasons.notReporting(silentMs(worker.reportedAt, now))]
        : worker.troubles.length > 0
          ? ["stands", reasons.said(worker.troubles.join("; "))]
          : seats.some(({ silent }) => silent)
            ? ["stands", reasons.takesNothing()]
            : figures.slots > 0 && figures.slotsTaken >= figures.slots
              ? ["busy", reasons.allSlotsTaken(figures.slots)]
              : well;
  return {
    id: `worker:${worker._id}`,
    kind: "worker",
    name: `worker ${worker.pid}`,
    host: worker.host,
    queues: seats.map(({ queue }) => queue),
    state,
    reason,
    figures,
  };
}
