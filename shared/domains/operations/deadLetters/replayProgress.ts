import { DeadLetterModel, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { DeadLetterReplayModel, type DeadLetterReplayDoc } from "./deadLetterReplay.model.js";
import { jobOf } from "./jobOfLetter.js";
import { queueErrors } from "../queues/queue.errors.js";
import { BatchStatus } from "../operations.states.js";

/** A replay ends by itself once this many of its first jobs, which are all of the first, have died again. */
export const FIRST_LETTERS = 20;
/** Letters of one replay that are compared with its first ones; those of the first are among the first to die. */
const MOST_COMPARED = 1_000;
/** Beyond this, the number of those that died again is not counted further. */
const MOST_COUNTED = 10_000;

/** Throws ReplayNotFound. */
export async function getReplay(id: number): Promise<DeadLetterReplayDoc> {
  const replay = await DeadLetterReplayModel.findById(id).lean<DeadLetterReplayDoc>();
  if (!replay) throw queueErrors.ReplayNotFound({ id });
  return replay;
}

export interface ReplayProgress extends DeadLetterReplayDoc {
  /** Letters of jobs that it ran again, which died again for the same cause; 10,000 means that many or more. */
  diedAgain: number;
  /** Open letters that it has not reached. */
  left: number;
}

/** A replay and how far it is. */
export async function progressOf(replay: DeadLetterReplayDoc): Promise<ReplayProgress> {
  const { found = 0, replayed, skipped, status, endedEarly } = replay;
  const isWhole = status === BatchStatus.done && endedEarly === undefined;
  const diedAgain = await countDiedAgain(replay, MOST_COUNTED);
  return { ...replay, diedAgain, left: isWhole ? 0 : Math.max(0, found - replayed - skipped) };
}

/** The last replay of a cause; null: there was none. */
export async function lastReplayOf(cause: string): Promise<ReplayProgress | null> {
  const last = await DeadLetterReplayModel.findOne({ "filter.cause": cause })
    .sort({ _id: -1 })
    .lean<DeadLetterReplayDoc>();
  return last && progressOf(last);
}

const againOf = ({ requestId, filter: { cause } }: DeadLetterReplayDoc) => ({
  requestId: requestId ?? "",
  ...(cause === undefined ? {} : { cause }),
});

const countDiedAgain = async (replay: DeadLetterReplayDoc, limit: number): Promise<number> =>
  replay.requestId ? DeadLetterModel.countDocuments(againOf(replay), { limit }) : 0;

/** Whether each of the first jobs of a replay has died again: the cause is not gone, and the rest would die as well. */
export async function haveFirstDied(replay: DeadLetterReplayDoc): Promise<boolean> {
  const { first = [] } = replay;
  if (first.length < FIRST_LETTERS || (await countDiedAgain(replay, FIRST_LETTERS)) < FIRST_LETTERS) return false;
  const fields = { job: 1, v: 1, payload: 1 } as const;
  const replayed = await DeadLetterModel.find({ _id: { $in: first } }, fields).lean<Job[]>();
  const died = await DeadLetterModel.find(againOf(replay), fields).sort({ _id: 1 }).limit(MOST_COMPARED).lean<Job[]>();
  const deadJobs = new Set(died.map(nameOf));
  return replayed.length > 0 && replayed.every((letter) => deadJobs.has(nameOf(letter)));
}

type Job = Pick<DeadLetter, "job" | "v" | "payload">;
/** A job as it is written when it is enqueued, from which its letter has the payload. */
const nameOf = (letter: Job): string =>
  `${letter.job} ${JSON.stringify(jobOf(letter)?.payload.parse(letter.payload) ?? letter.payload)}`;
