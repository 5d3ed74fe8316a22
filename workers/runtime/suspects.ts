import { setTimeout as rest } from "node:timers/promises";
import type { Job } from "bullmq";
import { log } from "#shared/kernel/observability/log.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { beginAlone, isNotAlone, type Deaths } from "./deaths.js";
import type { OfProcess, QueueWorker, RunningJob, Suspect } from "./queueWorker.js";

/*
 * A job that kills its process takes along what runs beside it. So a job that was running when workers died, twice, is a
 * suspect. Suspects run one at a time and begin alone: the other jobs of the process, of all its queues, end first, and none
 * is taken. If the process dies then, it is the job's doing (deaths.ts).
 */

const SUSPECT_DEATHS = 2;
/**
 * How long the other jobs have to end, and how long the suspect is then alone if it runs as long. Each further death beside
 * others doubles it, so that a job that kills late, or beside one that takes long, is found out, too.
 */
const FIRST_TURN_MS = seconds(5);
const turnMs = (beside: number): number => FIRST_TURN_MS * 2 ** Math.min(beside - SUSPECT_DEATHS, MOST_DOUBLED);
/** Longer than any job may run. */
const MOST_DOUBLED = 8;
/** Meanwhile the whole process does nothing else. */
const MOST_PATIENT_MS = seconds(40);
const LOOK_MS = 20;
/** Checks in a row without another job: by then a job fetched before the pause has started. */
const LOOKS = 5;
const AGAIN_MS = seconds(1);

/** Whether a job must be put back, as a suspect runs alone. */
export const mustWait = ({ ofProcess }: QueueWorker): boolean => ofProcess.suspect !== undefined;

export const isSuspect = ({ beside }: Pick<Deaths, "beside">): boolean => beside >= SUSPECT_DEATHS;

/**
 * Before a suspect runs: pauses the workers of the process and waits until it is alone, for some seconds at most; a job that
 * takes longer is waited for once. False: the process is to end, and the job should not begin.
 */
export async function isolate(
  state: QueueWorker,
  job: Pick<Job, "id" | "name">,
  { beside }: Pick<Deaths, "beside">,
): Promise<boolean> {
  const { ofProcess } = state;
  const suspect: Suspect = { queue: state.queue, jobId: job.id ?? "" };
  ofProcess.suspect = suspect;
  log.warn(
    { queue: state.queue, job: job.name, jobId: job.id, beside },
    "a job that was there when workers died runs alone",
  );
  await Promise.all(ofProcess.workers.map(({ worker }) => worker.pause(true)));
  const isAlone = await othersEnd(state, suspect, Math.min(turnMs(beside), MOST_PATIENT_MS));
  if (state.worker.closing) return false;
  if (isAlone) await beginAlone(state, job);
  const takeOthers = async (): Promise<void> => {
    try {
      if (isAlone) await isNotAlone(state, job);
      release(ofProcess, suspect);
    } catch (error) {
      log.warn({ job: job.name, err: error }, "a suspect stays alone for now");
      suspect.timer = setTimeout(() => void takeOthers(), AGAIN_MS);
    }
  };
  suspect.timer = setTimeout(() => void takeOthers(), turnMs(beside));
  return true;
}

/** Whether none is left. Those that are left are not waited for again as long. */
async function othersEnd({ ofProcess, worker }: QueueWorker, suspect: Suspect, patienceMs: number): Promise<boolean> {
  const latest = Date.now() + patienceMs;
  for (let looks = 0; looks < LOOKS && !worker.closing; looks++) {
    await rest(LOOK_MS);
    const others = othersOf(ofProcess, suspect);
    if (Date.now() >= latest) {
      for (const other of others) other.outwaitedMs = patienceMs;
      break;
    }
    if (isAnyPutBack(ofProcess) || others.some(({ outwaitedMs = 0 }) => outwaitedMs < patienceMs)) looks = -1;
  }
  // An abandoned run goes on beside it, too.
  const isAnyAbandoned = ofProcess.workers.some(({ abandoned }) => abandoned > 0);
  return othersOf(ofProcess, suspect).length === 0 && !isAnyPutBack(ofProcess) && !isAnyAbandoned;
}

const isAnyPutBack = ({ workers }: OfProcess): boolean => workers.some(({ puttingBack }) => puttingBack > 0);

const othersOf = ({ workers }: OfProcess, suspect: Suspect): RunningJob[] =>
  workers.flatMap(({ queue, running }) =>
    [...running].filter(([jobId]) => queue !== suspect.queue || jobId !== suspect.jobId).map(([, one]) => one),
  );

/** After a job has run. */
export function clearSuspect({ ofProcess, queue }: QueueWorker, jobId: string): void {
  const { suspect } = ofProcess;
  if (suspect?.queue !== queue || suspect.jobId !== jobId) return;
  clearTimeout(suspect.timer);
  release(ofProcess, suspect);
}

function release(ofProcess: OfProcess, suspect: Suspect): void {
  if (ofProcess.suspect !== suspect) return;
  delete ofProcess.suspect;
  for (const one of ofProcess.workers) {
    one.lastTakeAt = Date.now();
    if (!one.worker.closing) void one.worker.resume();
  }
}
