import { setTimeout as rest } from "node:timers/promises";
import type { Job } from "bullmq";
import { seconds } from "#shared/kernel/time/clock.js";
import type { QueueWorker, Suspect } from "./queueWorker.js";

/*
 * A job that kills its process stalls the jobs that run beside it: they would come back together, and all fail for good
 * after a few rounds. So a job that was running when workers died, twice, is a suspect. Suspects run one at a time and begin
 * alone: other jobs of the queue in this process end first, and none is taken. Then only the culprit fails.
 */

const SUSPECT_STALLS = 2;
/** How long the other jobs have to end. */
const CLEAR_MS = seconds(5);
/** After a suspect has run alone for this long, other jobs are taken again. */
const ALONE_MS = seconds(10);
const LOOK_MS = 20;
/** Checks in a row without another job: by then a job fetched before the pause has started. */
const LOOKS = 5;

/** Whether the job must be put back: a suspect runs alone, or this is another suspect. */
export function mustWait(state: QueueWorker, job: Pick<Job, "id" | "stalledCounter">): boolean {
  const { suspect } = state;
  if (!suspect || suspect.jobId === job.id) return false;
  return suspect.isAlone || (isSuspect(job) && suspect.until > Date.now());
}

const isSuspect = ({ stalledCounter }: Pick<Job, "stalledCounter">): boolean => stalledCounter >= SUSPECT_STALLS;

/** Before a job runs: a suspect pauses the worker and waits until it is alone, for some seconds at most. */
export async function isolateIfSuspect(
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
    if (state.running.size > 1 || state.puttingBack > 0) looks = -1;
  }
  suspect.resumeTimer = setTimeout(() => resumeOthers(state, suspect), ALONE_MS);
}

/** After a job has run. */
export function clearSuspect(state: QueueWorker, jobId: string): void {
  const { suspect } = state;
  if (suspect?.jobId !== jobId) return;
  clearTimeout(suspect.resumeTimer);
  resumeOthers(state, suspect);
  delete state.suspect;
}

function resumeOthers(state: QueueWorker, suspect: Suspect): void {
  if (!suspect.isAlone) return;
  suspect.isAlone = false;
  state.lastTakeAt = Date.now();
  if (!state.worker.closing) void state.worker.resume();
}
