import { isSilent, type WorkerOfQueue } from "#shared/kernel/process/processes.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { MOST_LETTERS, SILENT_MS } from "../queues/queue.queries.js";
import type { FlowFigures, FlowNode, Judged } from "./flow.js";
import type { AllowedWait, FlowFacts } from "./flowFacts.js";
import { reasons } from "./flowReasons.js";
import { failsAlways, runFigures, waitFigures } from "./recentFigures.js";

/** From this share of the allowed wait on, somebody may look. */
const NEAR = 1 / 2;

export function drawQueue(name: QueueName, facts: FlowFacts): FlowNode {
  const [state, reason] = judge(name, facts);
  return { id: `queue:${name}`, kind: "queue", name, state, reason, figures: figuresOf(name, facts) };
}

const takes = ({ live, draining }: WorkerOfQueue): boolean => live && !draining;

/** The first of what is wrong, the worst first. */
function judge(name: QueueName, facts: FlowFacts): Judged {
  const { now, ledger: known, depths, holds, unused } = facts;
  const ledger = known?.value;
  const depth = depths?.value.find((one) => one.name === name);
  if (depth?.paused) return ["stands", reasons.held(holds.get(name) ?? { by: null, since: null }, now)];
  const workers = ledger?.workers.get(name) ?? [];
  const live = workers.filter(takes);
  if (ledger && live.length === 0)
    return unused.includes(name) ? ["off", reasons.providersOff()] : ["stands", reasons.noWorker()];
  if (depth && live.length > 0 && live.every((worker) => isSilent(worker, workers, depth, SILENT_MS, now)))
    return ["stands", reasons.workersSilent()];
  const allowed = allowedMs(ledger?.allowed ?? [], "age", name);
  const waits = depth?.oldestWaitingMs ?? 0;
  if (allowed !== undefined && waits > allowed) return ["stands", reasons.oldestWaits(waits, allowed)];
  const work = ledger?.work.filter((one) => one.queue === name) ?? [];
  if (failsAlways(work)) return ["stands", reasons.everyTryFails()];
  const alert = ledger?.alerts.find(({ queue }) => queue === name);
  if (alert) return ["stands", reasons.alertFires(alert.name, alert.since, now)];
  const heldKind = ledger?.heldKinds.find(({ queue }) => queue === name);
  if (heldKind) return ["busy", reasons.kindHeld(heldKind, now)];
  const limitedKind = ledger?.limitedKinds.find((kind) => kind.queue === name && kind.jobs > 0);
  if (limitedKind) return ["busy", reasons.kindLimited(limitedKind)];
  const slots = live.reduce((sum, { concurrency }) => sum + concurrency, 0);
  if (depth && depth.waiting > 0 && slots > 0 && depth.active >= slots)
    return ["busy", reasons.slotsFull(slots, depth.waiting)];
  if (allowed !== undefined && waits > allowed * NEAR) return ["busy", reasons.oldestWaits(waits, allowed)];
  const letters = ledger?.letters.get(name) ?? 0;
  if (letters > 0) return ["busy", reasons.deadLetters(letters, MOST_LETTERS)];
  return ["well", null];
}

/** A queue's own rule counts before that of all; the strictest of several. */
export function allowedMs(rules: AllowedWait[], kind: AllowedWait["kind"], queue: QueueName): number | undefined {
  const ofKind = rules.filter((rule) => rule.kind === kind);
  const own = ofKind.filter((rule) => rule.queue === queue);
  const spans = (own.length > 0 ? own : ofKind.filter((rule) => rule.queue === null)).map(({ ms }) => ms);
  return spans.length === 0 ? undefined : Math.min(...spans);
}

function figuresOf(name: QueueName, { depths, ledger }: FlowFacts): FlowFigures {
  const depth = depths?.value.find((one) => one.name === name);
  const live = (ledger?.value.workers.get(name) ?? []).filter(takes);
  const work = ledger?.value.work.filter((one) => one.queue === name) ?? [];
  const letters = ledger?.value.letters.get(name);
  return {
    ...(depth && {
      waiting: depth.waiting,
      active: depth.active,
      delayed: depth.delayed,
      oldestMs: depth.oldestWaitingMs,
      slotsTaken: depth.active,
    }),
    ...(ledger && { slots: live.reduce((sum, { concurrency }) => sum + concurrency, 0) }),
    ...(letters === undefined ? {} : { deadLetters: letters }),
    ...runFigures(work),
    ...waitFigures(work),
  };
}
