import type { Job, Worker } from "bullmq";
import type { TryStory } from "#shared/kernel/outbox/story.js";
import type { JobData, JobDefinition } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

/** What takes the jobs of one queue, and what it is doing. */
export interface QueueWorker {
  queue: QueueName;
  worker: Worker<JobData>;
  concurrency: number;
  /** Epoch ms (real time) of the last job it took. */
  lastTakeAt: number;
  running: Map<string, RunningJob>;
  /** Since when the watchdog has seen work that could be taken, and nothing taken. */
  workWaitsSince?: number;
  /** Runs that did not end when they were told to, and still go on. */
  givenUp: number;
  /** Jobs whose last try was counted and whose end is still to come, with what that try was like. */
  dying: Map<string, TryStory>;
  /** Jobs that are being put back. */
  leaving: number;
  /** The job that may be what kills its workers. */
  suspect?: Suspect;
}

/** A job that was there when workers died, twice (suspects.ts). */
export interface Suspect {
  jobId: string;
  /** One that hangs has the place no longer than it may run. Epoch ms. */
  until: number;
  /** Nothing else of its queue runs here. */
  isAlone: boolean;
  letOthersIn?: NodeJS.Timeout;
}

export interface RunningJob {
  job: JobDefinition;
  /** Epoch ms (real time). */
  startedAt: number;
  data: JobData;
  /** As it lies in Redis, and what shows there that it is ours. */
  bull: Job<JobData>;
  token: string | undefined;
  story: TryStory;
  /** Its row says that it runs. */
  isNoted?: boolean;
}
