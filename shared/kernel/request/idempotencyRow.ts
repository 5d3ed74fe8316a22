import { defineModel } from "../mongo/mongo.js";

/** The cached response of an idempotency key, stored for 24 h (rules: Envelope and limits). */
export interface IdempotencyRow {
  _id: string;
  /** Who, method and path, key: unique. */
  scope: string;
  bodyHash: string;
  state: "running" | "answered";
  startedAt: Date;
  /** JSON of the answer's data, or the refusal. */
  answer: { data?: unknown; refusal?: { code: number; msg: string } } | null;
  expiresAt: Date;
}

export const IdempotencyModel = defineModel<IdempotencyRow>(
  "idempotencyKeys",
  {
    _id: { type: String, required: true },
    scope: { type: String, required: true },
    bodyHash: { type: String, required: true },
    state: { type: String, required: true },
    startedAt: { type: Date, required: true },
    answer: {},
    expiresAt: { type: Date, required: true },
  },
  {
    indexes: [
      [{ scope: 1 }, { unique: true }],
      [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
    ],
  },
);
