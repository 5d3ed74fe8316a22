import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { seconds } from "#shared/kernel/time/clock.js";
import type { Flow, FlowEdge, FlowNode, Sentence } from "./flow.js";
import type { FlowFacts, Known } from "./flowFacts.js";
import { reasons } from "./flowReasons.js";
import { drawOutside } from "./drawOutside.js";
import { drawFronts, drawOutbox, drawWorkers } from "./drawProcesses.js";
import { drawQueue } from "./drawQueue.js";
import { handedFigures, runFigures } from "./recentFigures.js";

/** What is shown as it was for so long is told. */
const SLOW_MS = seconds(2.5);

/** The picture of what was read: each part with its state and, where it is not well, one sentence why. */
export function drawFlow(facts: FlowFacts): Flow {
  const { now, depths, ledger } = facts;
  const fronts = drawFronts(facts);
  const workers = drawWorkers(facts);
  const outside = drawOutside(facts, workers);
  const queues = queueNames.map((name) => drawQueue(name, facts));
  const nodes: FlowNode[] = [...fronts, drawOutbox(facts), ...queues, ...workers, ...outside.nodes];
  return {
    at: now,
    queuesAt: depths?.at ?? null,
    ledgerAt: ledger?.at ?? null,
    troubles: troublesOf(facts),
    nodes,
    edges: [...edgesInside(fronts, workers, facts), ...outside.edges],
  };
}

function troublesOf({ now, away, refusal, depths, ledger }: FlowFacts): Sentence[] {
  const ages = (...known: (Known<unknown> | undefined)[]): number | undefined => {
    const read = known.flatMap((one) => (one ? [now - one.at] : []));
    return read.length === 0 ? undefined : Math.max(0, ...read);
  };
  const told = away.map((store) => reasons.storeAway(store, store === "Redis" ? ages(depths) : ages(ledger)));
  // Both answer now, but did not in time, more than once.
  const age = ages(depths, ledger);
  if (away.length === 0 && age !== undefined && age >= SLOW_MS) told.push(reasons.storeSlow(age));
  if (refusal !== undefined && !away.includes("Redis")) told.push(reasons.storeRefuses(refusal));
  return told;
}

/** From the API and cron to the outbox, from there to each queue, and from the queues to who takes them. */
function edgesInside(fronts: FlowNode[], workers: FlowNode[], { ledger }: FlowFacts): FlowEdge[] {
  const writing = fronts.filter(({ id }) => id !== "cron");
  return [
    ...writing.map(({ id }) => ({ from: id, to: "outbox", figures: {} })),
    ...queueNames.map((queue) => ({
      from: "outbox",
      to: `queue:${queue}`,
      figures: handedFigures(queue, ledger?.value),
    })),
    ...workers.flatMap(({ id, queues = [] }) =>
      queues.map((queue) => ({
        from: `queue:${queue}`,
        to: id,
        figures: runFigures(
          ledger?.value.work.filter((one) => one.queue === queue && `worker:${one.processId}` === id) ?? [],
        ),
      })),
    ),
  ];
}
