import { setTimeout as rest } from "node:timers/promises";
import type { Job } from "bullmq";
import { seconds } from "#shared/kernel/time/clock.js";
import type { QueueWorker, Suspect } from "./queueWorker.js";

/*
 * A job that kills its process takes those beside it along: they would come back together, and all be dead after a few
 * rounds. So a job that was there when workers died, twice, is a suspect. One runs at a time, and begins alone: what else
 * its queue runs here ends first, and nothing new is taken. The innocent end, the culprit dies by itself.
 */

const SUSPECT_STALLS = 2;
/** So long the others have to end. */
const CLEAR_MS = seconds(5);
/** Who has run for so long without harm lets the others in. */
const ALONE_MS = seconds(10);
const LOOK_MS = 20;
/** Looks in a row at which nobody else was there: what was fetched before it took the place has come by then. */
const LOOKS = 5;

/** It has to come back later: a suspect is at work, and it is another one, or wants to be alone. */
export function mustWait(state: QueueWorker, job: Pick<Job, "id" | "stalledCounter">): boolean {
  const { suspect } = state;
  if (!suspect || suspect.jobId === job.id) return false;
  return suspect.isAlone || (isSuspect(job) && suspect.until > Date.now());
}

const isSuspect = ({ stalledCounter }: Pick<Job, "stalledCounter">): boolean => stalledCounter >= SUSPECT_STALLS;

/** Before a job runs: a suspect takes the place, and waits until it is alone, for some seconds at most. */
export async function beAloneIfSuspect(
  state: QueueWorker,
  job: Pick<Job, "id" | "stalledCounter">,
  maxRunMs: number,
): Promise<void> {
  if (!isSuspect(job)) return;
  const suspect: Suspect = { jobId: job.id ?? "", until: Date.now() + maxRunMs, isAlone: true };
  state.suspect = suspect;
  await state.worker.pause(true);
  const latest = Date.now() + CLEAR_MS;
  for (let looks = 0; looks < LOOKS && Date.now() < latest; looks++) {
    await rest(LOOK_MS);
    if (state.running.size > 1 || state.leaving > 0) looks = -1;
  }
  suspect.letOthersIn = setTimeout(() => letOthersIn(state, suspect), ALONE_MS);
}

/** After a job has run. */
export function noSuspectAnyMore(state: QueueWorker, jobId: string): void {
  const { suspect } = state;
  if (suspect?.jobId !== jobId) return;
  clearTimeout(suspect.letOthersIn);
  letOthersIn(state, suspect);
  delete state.suspect;
}

function letOthersIn(state: QueueWorker, suspect: Suspect): void {
  if (!suspect.isAlone) return;
  suspect.isAlone = false;
  state.lastTakeAt = Date.now();
  if (!state.worker.closing) void state.worker.resume();
}
