/** English, Chinese. */
export type Sentence = readonly [en: string, zh: string];

/** off: the shop does without it. busy: it works, and somebody may look. stands: it does not do its work. */
export const flowStates = ["well", "busy", "stands", "off"] as const;
export type FlowState = (typeof flowStates)[number];

export const flowKinds = ["api", "cron", "outbox", "queue", "worker", "provider", "merchants", "host"] as const;
type FlowKind = (typeof flowKinds)[number];

/** A state, and why it is not well. */
export type Judged = readonly [FlowState, Sentence | null];

/** What is not known is absent. Rates and p95 are of the last five minutes, an API's, a provider's and the outbox's of one to two; a p95 is a tenth off at most. */
export interface FlowFigures {
  waiting?: number;
  active?: number;
  delayed?: number;
  /** How long the oldest could have been taken. */
  oldestMs?: number;
  /** Of live workers. */
  slots?: number;
  slotsTaken?: number;
  perMinute?: number;
  failedPerMinute?: number;
  runP95Ms?: number;
  waitP95Ms?: number;
  deadLetters?: number;
  /** Rows of the outbox that wait for the walk, that an operator holds, and that no process here knows. */
  overdue?: number;
  kept?: number;
  unknown?: number;
  /** The longest block of the event loop in the last half minute. */
  loopDelayMs?: number;
}

export interface FlowNode {
  /** Unique, as edges name it: "queue:trade". */
  id: string;
  kind: FlowKind;
  name: string;
  /** Of a process: its host. */
  host?: string;
  /** Of a worker or a provider: the queues that it takes, or is called from. */
  queues?: string[];
  state: FlowState;
  /** Why it is not well. */
  reason: Sentence | null;
  figures: FlowFigures;
}

export interface FlowEdge {
  from: string;
  to: string;
  figures: Pick<FlowFigures, "perMinute" | "failedPerMinute" | "runP95Ms">;
}

/** The picture of the whole: the API, the outbox, the queues, the workers and who is called, as they hang together. */
export interface Flow {
  /** Epoch ms. */
  at: number;
  /** When the queues' figures, and all others, were read; null: not yet. Older than `at` while a store is away. */
  queuesAt: number | null;
  ledgerAt: number | null;
  /** What is wrong with the stores. */
  troubles: Sentence[];
  nodes: FlowNode[];
  edges: FlowEdge[];
}
