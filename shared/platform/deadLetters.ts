import type { About } from "./jobs.js";
import { nextId } from "./ids.js";
import { defineModel, isDuplicateKey } from "./mongo.js";

/** A job that failed for good: why, and what it was about. Kept 90 days. */
export interface DeadLetter {
  _id: number;
  /** One row for each BullMQ job, however often its end is told. */
  bullId: string;
  job: string;
  queue: string;
  v: number;
  payload: unknown;
  about: About;
  requestId: string;
  attempts: number;
  reason: string;
  stack: string;
  replayedAt: Date | null;
  createdAt: Date;
}

export const DeadLetterModel = defineModel<DeadLetter>(
  "deadLetters",
  {
    bullId: { type: String, required: true },
    job: { type: String, required: true },
    queue: { type: String, required: true },
    v: Number,
    payload: {},
    about: { type: Object, default: {} },
    requestId: String,
    attempts: Number,
    reason: String,
    stack: String,
    replayedAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ queue: 1, bullId: 1 }, { unique: true }],
      [{ job: 1, createdAt: -1 }],
      [{ replayedAt: 1, createdAt: -1 }],
      [{ "about.orderId": 1 }],
      [{ "about.payOrderId": 1 }],
      [{ "about.memberId": 1 }],
      [{ createdAt: 1 }, { expireAfterSeconds: 90 * 86_400 }],
    ],
  },
);

/** Writes the letter; told a second time, it changes nothing. */
export async function recordDeadLetter(letter: Omit<DeadLetter, "_id" | "replayedAt" | "createdAt">): Promise<void> {
  const _id = await nextId("deadLetters");
  try {
    await DeadLetterModel.create([{ _id, ...letter }]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
