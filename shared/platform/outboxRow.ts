import type { About } from "./jobs.js";
import { defineModel } from "./mongo.js";

/**
 * The truth of work to do. A use case writes the row in its transaction; the relay carries it to Redis after the
 * commit; the worker ends it. What Redis loses is relayed again from here.
 */
export interface OutboxRow {
  _id: number;
  job: string;
  v: number;
  payload: unknown;
  /** What it is about, for people; null: no two are the same. */
  key: string | null;
  /** `key` while the row is open, absent afterwards: at most one open row a key. */
  openKey?: string;
  about: About;
  dueAt: Date;
  state: "due" | "relayed" | "done" | "dead";
  /** true while due or relayed. */
  open: boolean;
  /** Which BullMQ job of this row counts: `o-<_id>-<run>`. */
  run: number;
  leaseUntil: Date | null;
  requestId: string;
  /** Of what asked for it, where traces are made (tracing.ts). */
  traceparent?: string;
  endedAt: Date | null;
  createdAt: Date;
}

export const OutboxModel = defineModel<OutboxRow>(
  "outbox",
  {
    job: { type: String, required: true },
    v: { type: Number, required: true },
    payload: {},
    key: { type: String, default: null },
    openKey: String,
    about: { type: Object, default: {} },
    dueAt: { type: Date, required: true },
    state: { type: String, enum: ["due", "relayed", "done", "dead"], required: true },
    open: { type: Boolean, required: true },
    run: { type: Number, required: true },
    leaseUntil: { type: Date, default: null },
    requestId: { type: String, required: true },
    traceparent: String,
    endedAt: { type: Date, default: null },
  },
  {
    claims: [{ fields: ["openKey"], byHand: true }],
    indexes: [
      [{ openKey: 1 }, { sparse: true }],
      [{ state: 1, dueAt: 1 }],
      // Done or dead: what is dead has its letter.
      [{ endedAt: 1 }, { expireAfterSeconds: 86_400 }],
    ],
  },
);
