import { pauseAfter } from "./backoff.js";
import type { Job } from "bullmq";
import { countJobs, type JobCounts } from "./jobCounts.js";
import { workersByQueue } from "../process/processes.js";
import { queueNames, type QueueName } from "./queueNames.js";
import { queueNamed } from "./queues.js";

/** A queue at a glance. Redis's own counts, in real time. */
export interface QueueFigures {
  name: QueueName;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  completed: number;
  paused: boolean;
  /** How long the next job, or the next routine one if that is longer, could have been taken; 0: none waits. */
  oldestWaitingMs: number;
  /** Live worker processes that take this queue. */
  workers: number;
}

/** What Redis alone knows of a queue. */
export type QueueDepth = Omit<QueueFigures, "workers">;

/** Throws when Redis or MongoDB is away. */
export async function readQueueFigures(): Promise<QueueFigures[]> {
  const [workers, depths] = await Promise.all([workersByQueue(), readDepths()]);
  return figuresOf(depths, workers);
}

export const figuresOf = (depths: readonly QueueDepth[], workers: Map<QueueName, number>): QueueFigures[] =>
  depths.map((depth) => ({ ...depth, workers: workers.get(depth.name) ?? 0 }));

/** The same without the workers. Throws when Redis is away. */
export async function readDepths(): Promise<QueueDepth[]> {
  const counts = await countJobs(queueNames);
  return Promise.all(queueNames.map((name) => depthOf(name, counts.get(name)!)));
}

async function depthOf(name: QueueName, counts: JobCounts): Promise<QueueDepth> {
  const { waiting: urgent, prioritized: routine, ...others } = counts;
  const queue = queueNamed(name);
  // Most queues are empty at most times.
  const [[oldest], [oldestRoutine]] = await Promise.all([
    urgent > 0 ? queue.getWaiting(0, 0) : [],
    routine > 0 ? queue.getPrioritized(0, 0) : [],
  ]);
  return {
    name,
    waiting: urgent + routine,
    ...others,
    oldestWaitingMs: Math.max(0, ...[oldest, oldestRoutine].map((job) => (job ? Date.now() - takeableSince(job) : 0))),
  };
}

/** When a waiting job became takeable: after its delay, and after the pause that followed its last try. */
export function takeableSince(job: Pick<Job, "timestamp" | "processedOn" | "attemptsMade" | "opts">): number {
  const due = job.timestamp + (job.opts.delay ?? 0);
  return job.processedOn === undefined
    ? due
    : Math.max(due, job.processedOn + pauseAfter(job.opts.backoff, job.attemptsMade));
}
