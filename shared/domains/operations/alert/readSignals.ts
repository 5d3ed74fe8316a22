import { DeadLetterModel, OPEN_LETTER } from "#shared/kernel/queue/deadLetters.js";
import { readBurnsOfQueues, type WorstBurn } from "#shared/kernel/observability/objectiveFigures.js";
import type { Objective } from "#shared/kernel/observability/objectives.js";
import { readOutboxFigures, type OutboxFigures } from "#shared/kernel/outbox/figures.js";
import { isSilent, readWorkers, type WorkersNow } from "#shared/kernel/process/processes.js";
import { readQueueFigures, type QueueFigures } from "#shared/kernel/queue/queueFigures.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { lateSchedules } from "#shared/kernel/queue/scheduleRows.js";
import { readTryRates, type TryRates } from "#shared/kernel/queue/queueTries.js";
import { givenUpEndpoints } from "#shared/domains/webhook/index.js";
import type { AlertRuleDoc } from "./alertRule.model.js";

/** The figures that rules are evaluated on, read once for all of them. */
interface Signals {
  figures: Map<QueueName, QueueFigures>;
  rates: Map<QueueName, TryRates>;
  workers: WorkersNow["workers"];
  outbox: Map<QueueName, OutboxFigures>;
  /** How late the next tick of a queue's schedules is, in ms. */
  lateSchedules: Map<string, number>;
  burns: Map<QueueName, WorstBurn>;
  /** Most of the time there is none of any queue. */
  hasDeadLetters: boolean;
}

export async function readSignals(): Promise<Signals> {
  const [figures, rates, { workers }, outbox, late, burns, deadLetter] = await Promise.all([
    // Without Redis nothing is known of its queues; the outbox is what shows that.
    readQueueFigures().catch(() => []),
    readTryRates(),
    readWorkers(),
    readOutboxFigures(),
    lateSchedules(),
    readBurnsOfQueues(),
    DeadLetterModel.exists(OPEN_LETTER),
  ]);
  return {
    figures: new Map(figures.map((one) => [one.name, one])),
    rates,
    workers,
    outbox,
    lateSchedules: late,
    burns,
    hasDeadLetters: deadLetter !== null,
  };
}

/** Seconds that the walk needs for overdue jobs; if it did nothing recently, how long they have been overdue. */
function catchUpSeconds(figure: OutboxFigures | undefined, rate: TryRates | undefined): number {
  if (!figure || figure.overdue === 0) return 0;
  const perSecond = (rate?.walkedPerMinute ?? 0) / 60;
  return perSecond > 0 ? Math.ceil(figure.overdue / perSecond) : Math.floor(figure.overdueMs / 1_000);
}

export interface Sign {
  /** The value of a rule's kind for a queue. */
  value: number;
  /** It breaks the rule. */
  broken: boolean;
  /** The missed objective. */
  objective?: Objective | null | undefined;
}

/** Of a queue that Redis says nothing about: no rule on its figures is broken, and no worker of it is called silent. */
const unknownFigures = { waiting: 0, oldestWaitingMs: 0, paused: true, workers: 1 };

/** Measures a queue for a rule. */
export async function signOf(
  { kind, threshold }: Pick<AlertRuleDoc, "kind" | "threshold">,
  queue: QueueName,
  { figures, rates, workers, outbox, lateSchedules: late, burns, hasDeadLetters }: Signals,
): Promise<Sign> {
  const figure = figures.get(queue) ?? unknownFigures;
  const beyond = (value: number) => ({ value, broken: value > threshold });
  switch (kind) {
    case "age":
      return beyond(Math.floor(figure.oldestWaitingMs / 1_000));
    case "depth":
      return beyond(figure.waiting);
    case "failures":
      return beyond(rates.get(queue)?.failed ?? 0);
    case "overdue":
      return beyond(Math.floor((outbox.get(queue)?.overdueMs ?? 0) / 1_000));
    case "catchUp":
      return beyond(catchUpSeconds(outbox.get(queue), rates.get(queue)));
    case "kept":
      return beyond(Math.floor((outbox.get(queue)?.keptMs ?? 0) / 1_000));
    case "failing":
      return beyond(Math.floor((outbox.get(queue)?.failingMs ?? 0) / 1_000));
    case "unknown":
      return beyond(outbox.get(queue)?.unknown ?? 0);
    case "lateSchedule":
      return beyond(Math.floor((late.get(queue) ?? 0) / 1_000));
    case "burn":
      return { ...beyond(Math.ceil(burns.get(queue)?.times ?? 0)), objective: burns.get(queue)?.objective };
    case "healed":
    case "ranAgain":
      return beyond(rates.get(queue)?.[kind] ?? 0);
    case "deadLetters":
      if (!hasDeadLetters) return beyond(0);
      // No need to count far beyond the threshold.
      return beyond(await DeadLetterModel.countDocuments({ queue, ...OPEN_LETTER }, { limit: threshold + 1_000 }));
    case "webhookOff":
      return beyond(queue === "notify" ? await givenUpEndpoints() : 0);
    case "silentWorker": {
      const all = workers.get(queue) ?? [];
      const silent = all.filter((worker) => isSilent(worker, all, figure, threshold * 1_000)).length;
      const value = silent === 0 && figure.workers === 0 ? 1 : silent;
      return { value, broken: value > 0 };
    }
  }
}
