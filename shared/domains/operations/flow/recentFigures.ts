import { percentileOf, sumOf } from "#shared/kernel/observability/histogram.js";
import type { ProcessCalls } from "#shared/kernel/process/processes.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import type { RecentWork } from "#shared/kernel/queue/recentWork.js";
import type { FlowFigures } from "./flow.js";
import type { Ledger } from "./flowFacts.js";

export const toTenths = (value: number): number => Math.round(value * 10) / 10;

/** The rates and the slowest twentieth of these tries; nothing of none. */
export function runFigures(work: RecentWork[]): Pick<FlowFigures, "perMinute" | "failedPerMinute" | "runP95Ms"> {
  if (work.length === 0) return {};
  const total = (of: "donePerMinute" | "failedPerMinute"): number =>
    toTenths(work.reduce((sum, one) => sum + one[of], 0));
  const runP95Ms = percentileOf(sumOf(work.map(({ run }) => run)), 0.95);
  return {
    perMinute: total("donePerMinute"),
    failedPerMinute: total("failedPerMinute"),
    ...(runP95Ms === null ? {} : { runP95Ms }),
  };
}

/** The rates of calls, and the p95 of the process where it is highest; nothing of none. */
export function callFigures(calls: ProcessCalls[]): Pick<FlowFigures, "perMinute" | "failedPerMinute" | "runP95Ms"> {
  if (calls.length === 0) return {};
  const total = (of: "perMinute" | "failedPerMinute"): number => toTenths(calls.reduce((sum, one) => sum + one[of], 0));
  const spans = calls.flatMap(({ p95Ms }) => (p95Ms === null ? [] : [p95Ms]));
  return {
    perMinute: total("perMinute"),
    failedPerMinute: total("failedPerMinute"),
    ...(spans.length === 0 ? {} : { runP95Ms: Math.max(...spans) }),
  };
}

/** What all processes took from the outbox to a queue; nothing while none of them tells it. */
export function handedFigures(name: QueueName, ledger: Ledger | undefined): Pick<FlowFigures, "perMinute"> {
  const told = [...(ledger?.fronts ?? []).filter(({ live }) => live), { handedOver: ledger?.handedOver }];
  const known = told.flatMap(({ handedOver }) => (handedOver ? [handedOver] : []));
  if (known.length === 0) return {};
  return {
    perMinute: toTenths(
      known.flat().reduce((sum, { queue, perMinute }) => (queue === name ? sum + perMinute : sum), 0),
    ),
  };
}

/** How long all but the slowest twentieth waited for a worker. */
export function waitFigures(work: RecentWork[]): Pick<FlowFigures, "waitP95Ms"> {
  const waitP95Ms = percentileOf(sumOf(work.map(({ wait }) => wait)), 0.95);
  return waitP95Ms === null ? {} : { waitP95Ms };
}

/** Whether there were tries, and none of them succeeded. */
export const failsAlways = (work: RecentWork[]): boolean =>
  work.some((one) => one.failedPerMinute > 0) && work.every((one) => one.donePerMinute === 0);
