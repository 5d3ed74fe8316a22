import { clock, days } from "../time/clock.js";
import type { OutsideCall } from "../request/context.js";
import { defineModel } from "../mongo/mongo.js";
import type { QueueName } from "../queue/queueNames.js";
import type { About } from "../queue/subjects.js";

/**
 * The truth of work to do. A use case writes the row in its transaction; the relay carries it to Redis after the
 * commit; the worker ends it. What Redis loses is relayed again from here.
 */
export interface OutboxRow {
  _id: number;
  job: string;
  /** The queue of the version that wrote it. */
  queue?: QueueName;
  v: number;
  payload: unknown;
  /** What it is about, for people; null: no two are the same. */
  key: string | null;
  /** `key` while the row is open, absent afterwards: at most one open row has it, unless it is unclaimed. */
  openKey?: string;
  /** It follows from what happens once (`once` of enqueue): the key finds the row, and keeps no other out. */
  unclaimed?: true;
  about: About;
  /** `about`, and what its runs learned besides, as the search finds it (subjects.ts). */
  subjects?: string[];
  dueAt: Date;
  /**
   * held: due later than Redis needs to know, or kept by an operator (`hold`); waiting: for the relay, or relayed a moment
   * ago; relayed: in Redis, where it waits or runs; running: a try of it takes longer; retrying: waits in Redis for its
   * next try; unknown: parked until a process comes that knows its job in this version (`parked`); cancelled: what it was
   * for has ended.
   */
  state: OutboxState;
  /** true until it is done, dead or cancelled. */
  open: boolean;
  /** `queue` while the row is open. */
  openQueue?: QueueName;
  /**
   * When the walk (walk.ts) looks at the row next: to relay it, or to see whether Redis still knows it. Absent on
   * rows that it has nothing to do with.
   */
  nextLookAt?: Date;
  /** How often Redis still knew it: the longer it waits, the rarer it is looked at. */
  looks: number;
  /** One of SHARES parts of the walk. */
  share?: number;
  /** `job@v`, of what no process here knows. */
  parked?: string;
  /** Which BullMQ job of this row counts: `o-<_id>-<run>`. */
  run: number;
  /** How often it was enqueued again while it was open, of jobs that then run again; and when the next run is due. */
  again?: number;
  againAt?: Date;
  /** Begun, with the one that runs. */
  tries?: number;
  /** Of the failed try before: the error's name, and what it said. */
  reason?: string | null;
  message?: string | null;
  /** When the next try is due; null when none is. */
  nextTryAt?: Date | null;
  /** Where the last try ran: host and process id. */
  worker?: string;
  firstStartedAt?: Date;
  startedAt?: Date;
  /** The last MOST_FAILURES of them, oldest first. */
  failures?: FailedTry[];
  /** What it asked outside, the last MOST_CALLS. */
  calls?: OutsideCall[];
  /** Kept back by an operator until it is let go. */
  hold?: Hold;
  requestId: string;
  /** The request or the job that asked for it, by its name. */
  askedBy?: string;
  /** Of what asked for it, where traces are made (tracing.ts). */
  traceparent?: string;
  endedAt: Date | null;
  /** When an ended row is forgotten. */
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
/** Of these Redis knows. */
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
}
export const MOST_FAILURES = 10;

/** What a row has while it is open alone. */
export const noLongerOpen = { openKey: 1, openQueue: 1, nextLookAt: 1, parked: 1, nextTryAt: 1, hold: 1 } as const;

/** The key that has to be given back when the row ends. */
export const claimedKey = ({ openKey, unclaimed }: Pick<OutboxRow, "openKey" | "unclaimed">): string | undefined =>
  unclaimed ? undefined : openKey;

/** How long ended rows are kept; a dead one as long as its letter. */
const KEPT_MS = { done: days(7), cancelled: days(7), dead: days(90) } as const;
/** How a row ends in this moment. */
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
    hold: { type: { operatorId: Number, reason: String, at: Date }, default: undefined, _id: false },
    requestId: { type: String, required: true },
    askedBy: String,
    traceparent: String,
    endedAt: { type: Date, default: null },
    expireAt: Date,
  },
  {
    claims: [{ fields: ["openKey"], where: { unclaimed: undefined }, byHand: true }],
    indexes: [
      [{ openKey: 1 }, { sparse: true }],
      // The walk: what comes next, and what comes next of a queue when much does.
      [{ nextLookAt: 1 }, { sparse: true }],
      [{ openQueue: 1, nextLookAt: 1 }, { sparse: true }],
      [{ parked: 1 }, { sparse: true }],
      [{ nextTryAt: 1 }, { sparse: true }],
      [{ "hold.at": 1 }, { sparse: true }],
      // The search: by what it is about, and by the request that asked for it.
      [{ subjects: 1, createdAt: -1 }],
      [{ requestId: 1 }],
      [{ expireAt: 1 }, { expireAfterSeconds: 0, sparse: true }],
    ],
  },
);
