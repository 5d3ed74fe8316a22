import type { Job, Worker } from "bullmq";
import type { TryRecord } from "#shared/kernel/outbox/tryRecord.js";
import type { JobData, JobDefinition } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

/** The worker of one queue, and its state. */
export interface QueueWorker {
  queue: QueueName;
  worker: Worker<JobData>;
  /** How many jobs it runs at once, by the configuration and now (steering.ts). */
  configured: number;
  concurrency: number;
  /** Epoch ms (real time) of the last job it took. */
  lastTakeAt: number;
  running: Map<string, RunningJob>;
  /** Jobs taken here that Redis has not seen end or be put back: how many stalls each had by then (deaths.ts). */
  openTakes: Map<string, number>;
  /** Since when the watchdog has seen waiting work and nothing taken. Epoch ms. */
  workWaitsSince?: number;
  /** Abandoned runs: they did not end when they were aborted, and still go on. */
  abandoned: number;
  /** Last tries of jobs that have failed for good and are not marked as failed in Redis yet. */
  lastTries: Map<string, TryRecord>;
  /** Number of jobs that are being put back. */
  puttingBack: number;
  ofProcess: OfProcess;
}

/** What the workers of a process share. */
export interface OfProcess {
  workers: QueueWorker[];
  /** The job that may be killing its workers: it runs, or is about to, and none of them takes another. */
  suspect?: Suspect;
  /** deaths.ts */
  pausesAfterDeathsMs: readonly number[];
}

/** A job that was running when workers died, twice (suspects.ts). */
export interface Suspect {
  queue: QueueName;
  jobId: string;
  /** Ends the time that it has alone. */
  timer?: NodeJS.Timeout;
}

export interface RunningJob {
  job: JobDefinition;
  /** Epoch ms (real time). */
  startedAt: number;
  data: JobData;
  /** The job in Redis, and the token of our lock on it. */
  bull: Job<JobData>;
  token: string | undefined;
  tryRecord: TryRecord;
  /** How long a suspect has waited for its end at most, in vain. */
  outwaitedMs?: number;
  /** Its row says already that it runs. */
  isReported?: boolean;
}
