import { clock, days } from "../time/clock.js";
import type { OutsideCall } from "../request/context.js";
import { defineModel } from "../mongo/mongo.js";
import type { QueueName } from "../queue/queueNames.js";
import type { About } from "../queue/subjects.js";

/**
 * The source of truth for work to do. A use case writes the row in its transaction; the relay puts it into Redis after the
 * commit; the worker ends it. What Redis loses is relayed again from here.
 */
export interface OutboxRow {
  _id: number;
  job: string;
  /** The queue of the version that wrote it. */
  queue?: QueueName;
  v: number;
  payload: unknown;
  /** What makes two jobs the same; null: no two are. */
  key: string | null;
  /** `key` while the row is open, absent afterwards: at most one open row has it, unless it is unclaimed. */
  openKey?: string;
  /** Enqueued with `once`: the key finds the row, but does not keep others out. */
  unclaimed?: true;
  about: About;
  /** `about` and the subjects that its runs added, in the form that the search uses (subjects.ts). */
  subjects?: string[];
  dueAt: Date;
  /**
   * held: due later than Redis needs to know, held by an operator (`hold`), or before its `turn`; waiting: for the relay, or relayed a moment
   * ago; relayed: in Redis, where it waits or runs; running: a try of it takes longer; retrying: waits in Redis for its
   * next try; unknown: parked until a process knows its job in this version (`parked`); cancelled: what it was for has
   * ended.
   */
  state: OutboxState;
  /** true until it is done, dead or cancelled. */
  open: boolean;
  /** `queue` while the row is open. */
  openQueue?: QueueName;
  /**
   * When the walk (walk.ts) looks at the row next: to relay it, or to see whether Redis still knows it. Absent on
   * rows that it does not handle.
   */
  nextLookAt?: Date;
  /** How often Redis still knew it: the longer it waits, the less often it is looked up. */
  looks: number;
  /** One of SHARES parts of the walk. */
  share?: number;
  /** `job@v` of a job that no process here knows. */
  parked?: string;
  /** Which BullMQ job of this row counts: `o-<_id>-<run>`. */
  run: number;
  /** How often it was enqueued again while it was open, of jobs that then run again; and when the next run is due. */
  again?: number;
  againAt?: Date;
  /** Tries begun, including the running one. */
  tries?: number;
  /** Of the last failed try: the error's name and message. */
  reason?: string | null;
  message?: string | null;
  /** When the next try is due; null when none is. */
  nextTryAt?: Date | null;
  /** Host and process id of the last try. */
  worker?: string;
  firstStartedAt?: Date;
  startedAt?: Date;
  /** The last MOST_FAILURES of them, oldest first. */
  failures?: FailedTry[];
  /** Its calls to providers, the last MOST_CALLS. */
  calls?: OutsideCall[];
  /** Held by an operator until it is released. */
  hold?: Hold;
  /** It waits for its turn, as its kind is limited to a rate (turns.ts): behind those that were due before. */
  turn?: { job: string; dueAt: Date };
  /** Tries of the runs before this one that count. */
  tried?: number;
  requestId: string;
  /** The name of the request or job that enqueued it. */
  askedBy?: string;
  /** The version of the program that wrote its payload (build.ts); absent on older rows. */
  build?: string;
  /** Of the request or job that enqueued it, where traces are made (tracing.ts). */
  traceparent?: string;
  endedAt: Date | null;
  /** When an ended row is deleted. */
  expireAt?: Date;
  createdAt: Date;
}

export const outboxStates = [
  "held",
  "waiting",
  "relayed",
  "running",
  "retrying",
  "unknown",
  "done",
  "dead",
  "cancelled",
] as const;
export type OutboxState = (typeof outboxStates)[number];
/** The states in which Redis has the job. */
export const inRedis: OutboxState[] = ["relayed", "running", "retrying"];

export interface FailedTry {
  at: Date;
  ms: number;
  number: number;
  reason: string;
  message: string;
  worker: string;
}
export interface Hold {
  operatorId: number;
  reason: string;
  at: Date;
  /** All jobs of its kind are held (kindHolds.ts). */
  ofKind?: true;
}
export const MOST_FAILURES = 10;

/** The fields that only an open row has. */
export const noLongerOpen = {
  openKey: 1,
  openQueue: 1,
  nextLookAt: 1,
  parked: 1,
  nextTryAt: 1,
  hold: 1,
  turn: 1,
} as const;

/** The key to release when the row ends. */
export const claimedKey = ({ openKey, unclaimed }: Pick<OutboxRow, "openKey" | "unclaimed">): string | undefined =>
  unclaimed ? undefined : openKey;

/** How long ended rows are kept; a dead one as long as its dead letter. */
const KEPT_MS = { done: days(7), cancelled: days(7), dead: days(90) } as const;
/** The fields of a row that ends now. */
export function ending(state: keyof typeof KEPT_MS) {
  const endedAt = clock.now();
  return { state, open: false, endedAt, expireAt: new Date(endedAt.getTime() + KEPT_MS[state]) };
}

export const OutboxModel = defineModel<OutboxRow>(
  "outbox",
  {
    job: { type: String, required: true },
    queue: String,
    v: { type: Number, required: true },
    payload: {},
    key: { type: String, default: null },
    openKey: String,
    unclaimed: Boolean,
    about: { type: Object, default: {} },
    subjects: { type: [String], default: undefined },
    dueAt: { type: Date, required: true },
    state: { type: String, enum: outboxStates, required: true },
    open: { type: Boolean, required: true },
    openQueue: String,
    nextLookAt: Date,
    looks: { type: Number, default: 0 },
    share: Number,
    parked: String,
    run: { type: Number, required: true },
    again: Number,
    againAt: Date,
    tries: Number,
    reason: String,
    message: String,
    nextTryAt: Date,
    worker: String,
    firstStartedAt: Date,
    startedAt: Date,
    failures: {
      type: [{ _id: false, at: Date, ms: Number, number: Number, reason: String, message: String, worker: String }],
      default: undefined,
    },
    calls: {
      type: [{ _id: false, at: Date, to: String, method: String, path: String, status: String, ms: Number }],
      default: undefined,
    },
    hold: { type: { operatorId: Number, reason: String, at: Date, ofKind: Boolean }, default: undefined, _id: false },
    turn: { type: { job: String, dueAt: Date }, default: undefined, _id: false },
    tried: Number,
    requestId: { type: String, required: true },
    askedBy: String,
    build: String,
    traceparent: String,
    endedAt: { type: Date, default: null },
    expireAt: Date,
  },
  {
    claims: [{ fields: ["openKey"], where: { unclaimed: undefined }, byHand: true }],
    indexes: [
      [{ openKey: 1 }, { sparse: true }],
      // The walk: what is due next, and per queue when much is due.
      [{ nextLookAt: 1 }, { sparse: true }],
      [{ openQueue: 1, nextLookAt: 1 }, { sparse: true }],
      [{ parked: 1 }, { sparse: true }],
      [{ nextTryAt: 1 }, { sparse: true }],
      [{ "hold.at": 1 }, { sparse: true }],
      [{ "turn.job": 1, "turn.dueAt": 1 }, { sparse: true }],
      // The search: by subject, and by the request that enqueued it.
      [{ subjects: 1, createdAt: -1 }],
      [{ requestId: 1 }],
      [{ expireAt: 1 }, { expireAfterSeconds: 0, sparse: true }],
    ],
  },
);
