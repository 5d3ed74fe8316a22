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
  key: string | null;
  about: About;
  dueAt: Date;
  state: "due" | "relayed" | "done" | "dead";
  /** true while due or relayed: what the unique index on `key` looks at. */
  open: boolean;
  /** Which BullMQ job of this row counts: `o-<_id>-<run>`. */
  run: number;
  leaseUntil: Date | null;
  requestId: string;
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
    about: { type: Object, default: {} },
    dueAt: { type: Date, required: true },
    state: { type: String, enum: ["due", "relayed", "done", "dead"], required: true },
    open: { type: Boolean, required: true },
    run: { type: Number, required: true },
    leaseUntil: { type: Date, default: null },
    requestId: { type: String, required: true },
    endedAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ key: 1 }, { unique: true, partialFilterExpression: { open: true, key: { $type: "string" } } }],
      [{ state: 1, dueAt: 1 }],
      [{ endedAt: 1 }, { expireAfterSeconds: 86_400, partialFilterExpression: { state: "done" } }],
    ],
  },
);
