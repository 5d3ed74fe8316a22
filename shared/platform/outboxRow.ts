import type { About } from "./jobs.js";
import { defineModel } from "./mongo.js";
import type { QueueName } from "./queueNames.js";

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
  /** `key` while the row is open, absent afterwards: at most one open row a key. */
  openKey?: string;
  about: About;
  dueAt: Date;
  /**
   * held: due later than Redis needs to know; waiting: for the relay; relayed: in Redis, where it waits or runs; unknown:
   * parked until a process comes that knows its job in this version (`parked`); cancelled: what it was for has ended.
   */
  state: "held" | "waiting" | "relayed" | "unknown" | "done" | "dead" | "cancelled";
  /** true until it is done, dead or cancelled. */
  open: boolean;
  /** `queue` while the row is open. */
  openQueue?: QueueName;
  /**
   * When the walk (outboxWalk.ts) looks at the row next: to relay it, or to see whether Redis still knows it. Absent on
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
  requestId: string;
  /** Of what asked for it, where traces are made (tracing.ts). */
  traceparent?: string;
  endedAt: Date | null;
  createdAt: Date;
}

const states: OutboxRow["state"][] = ["held", "waiting", "relayed", "unknown", "done", "dead", "cancelled"];
/** What a row has while it is open alone. */
export const noLongerOpen = { openKey: 1, openQueue: 1, nextLookAt: 1, parked: 1 } as const;

export const OutboxModel = defineModel<OutboxRow>(
  "outbox",
  {
    job: { type: String, required: true },
    queue: String,
    v: { type: Number, required: true },
    payload: {},
    key: { type: String, default: null },
    openKey: String,
    about: { type: Object, default: {} },
    dueAt: { type: Date, required: true },
    state: { type: String, enum: states, required: true },
    open: { type: Boolean, required: true },
    openQueue: String,
    nextLookAt: Date,
    looks: { type: Number, default: 0 },
    share: Number,
    parked: String,
    run: { type: Number, required: true },
    again: Number,
    againAt: Date,
    requestId: { type: String, required: true },
    traceparent: String,
    endedAt: { type: Date, default: null },
  },
  {
    claims: [{ fields: ["openKey"], byHand: true }],
    indexes: [
      [{ openKey: 1 }, { sparse: true }],
      // The walk: what comes next, and what comes next of a queue when much does.
      [{ nextLookAt: 1 }, { sparse: true }],
      [{ openQueue: 1, nextLookAt: 1 }, { sparse: true }],
      [{ parked: 1 }, { sparse: true }],
      // Done or dead: what is dead has its letter.
      [{ endedAt: 1 }, { expireAfterSeconds: 86_400 }],
    ],
  },
);
