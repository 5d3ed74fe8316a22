import type { About } from "./subjects.js";
import { ignoreDuplicate } from "../mongo/duplicates.js";
import { nextId } from "../mongo/ids.js";
import { defineModel } from "../mongo/mongo.js";
import { causeOf } from "./letterCause.js";

/** A job that failed for good: why, and what it was about. Kept 90 days. */
export interface DeadLetter {
  _id: number;
  /** One row per BullMQ job, however often its end is reported. */
  bullId: string;
  job: string;
  queue: string;
  v: number;
  payload: unknown;
  about: About;
  requestId: string;
  attempts: number;
  /** The error's name, by which failures are counted; absent on older rows. */
  error?: string;
  reason: string;
  stack: string;
  /**
   * The name of its cause (letterCause.ts): alike for failures that differ in numbers, ids and quoted values alone. Absent
   * where a process of an older version wrote the row.
   */
  cause?: string;
  /** The same while it is open, and absent then: by this, open letters are found and grouped without the closed ones. */
  openCause?: string;
  /** The versions of the program that enqueued its job and that it failed in, where they are known (build.ts). */
  enqueuedBuild?: string;
  failedBuild?: string;
  replayedAt: Date | null;
  /** When and why it was decided not to run it again; absent on older rows. */
  discardedAt?: Date | null;
  discardReason?: string;
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
    error: String,
    reason: String,
    stack: String,
    cause: String,
    openCause: String,
    enqueuedBuild: String,
    failedBuild: String,
    replayedAt: { type: Date, default: null },
    discardedAt: { type: Date, default: null },
    discardReason: String,
  },
  {
    indexes: [
      [{ queue: 1, bullId: 1 }, { unique: true }],
      [{ bullId: 1 }],
      [{ queue: 1, replayedAt: 1, discardedAt: 1, createdAt: -1, _id: -1 }],
      [{ queue: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
      [{ error: 1, createdAt: -1, _id: -1 }],
      [{ job: 1, createdAt: -1, _id: -1 }],
      [{ replayedAt: 1, createdAt: -1, _id: -1 }],
      [{ "about.orderId": 1 }],
      [{ "about.payOrderId": 1 }],
      [{ "about.memberId": 1 }],
      // Open letters stand together in it, with all that a list of causes tells of them: no letter is read for that.
      [{ openCause: 1, _id: 1, createdAt: 1, queue: 1, job: 1, v: 1 }],
      // The same for the versions of the program that the open letters of one cause come from.
      [{ openCause: 1, enqueuedBuild: 1, failedBuild: 1 }],
      [{ cause: 1, createdAt: -1, _id: -1 }],
      // The letters that died again in a replay have its request's id.
      [{ requestId: 1, cause: 1 }],
      [{ createdAt: 1 }, { expireAfterSeconds: 90 * 86_400 }],
    ],
  },
);

/** Neither run again nor discarded. */
export const OPEN_LETTER = { replayedAt: null, discardedAt: null } as const;

type Ending = { replayedAt: Date } | { discardedAt: Date; discardReason: string };
/** The update that closes open letters. */
export const closing = (ending: Ending) => ({ $set: ending, $unset: { openCause: 1 } }) as const;

type Given = "_id" | "cause" | "openCause" | "replayedAt" | "discardedAt" | "discardReason" | "createdAt";

/** Writes the letter; a second call changes nothing. */
export async function recordDeadLetter(letter: Omit<DeadLetter, Given>): Promise<void> {
  const _id = await nextId("deadLetters");
  const cause = causeOf(letter);
  await DeadLetterModel.create([{ _id, ...letter, cause, openCause: cause }]).catch(ignoreDuplicate());
}
