import type { PausedHost } from "#shared/kernel/webhooks/notifyHost.queries.js";
import type { ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import type { OutboxFigures } from "#shared/kernel/outbox/figures.js";
import type { HandedOver } from "#shared/kernel/observability/handedOver.js";
import type { FrontProcess, ProcessCalls, WorkerOfQueue } from "#shared/kernel/process/processes.js";
import type { QueueDepth } from "#shared/kernel/queue/queueFigures.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import type { HeldKind } from "../queues/kindHold.queries.js";
import type { LimitedKind } from "../queues/kindLimit.queries.js";
import type { RecentWork } from "#shared/kernel/queue/recentWork.js";

/** What was read, and when: epoch ms, real time. After a failure it is the last that is known. */
export interface Known<T> {
  at: number;
  value: T;
}

/** An alert that fires. */
export interface FiringAlert {
  queue: QueueName;
  /** Of its rule. */
  name: string;
  since: Date;
}

/** The most that operators allow, by their own alert rules; null queue: each without a rule of its own. */
export interface AllowedWait {
  kind: "age" | "overdue";
  queue: QueueName | null;
  ms: number;
}

/** What MongoDB knows of the whole. */
export interface Ledger {
  fronts: FrontProcess[];
  workers: Map<QueueName, WorkerOfQueue[]>;
  work: RecentWork[];
  /** How the workers fare with whom they call. */
  calls: ProcessCalls[];
  /** What the workers took from the outbox to the queues; the other processes tell theirs themselves. */
  handedOver: HandedOver[] | undefined;
  outbox: Map<QueueName, OutboxFigures>;
  letters: Map<QueueName, number>;
  allowed: AllowedWait[];
  alerts: FiringAlert[];
  hosts: PausedHost[];
  heldKinds: HeldKind[];
  limitedKinds: LimitedKind[];
}

/** Who paused a queue, and when; null: not told by the audit log. */
export interface Hold {
  by: string | null;
  since: Date | null;
}

/** All that the picture of the whole is drawn from. */
export interface FlowFacts {
  /** Epoch ms, real time. */
  now: number;
  /** The stores that do not answer. */
  away: ("MongoDB" | "Redis")[];
  /** Why Redis takes no jobs though it answers. */
  refusal: string | undefined;
  /** Undefined: never read. */
  depths: Known<QueueDepth[]> | undefined;
  ledger: Known<Ledger> | undefined;
  /** Of the paused queues. */
  holds: Map<QueueName, Hold>;
  /** The providers that this shop uses, and the queues that nothing is put on without theirs. */
  providers: ProviderGroup[];
  unused: QueueName[];
}
