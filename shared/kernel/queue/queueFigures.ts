import { pauseAfter } from "./backoff.js";
import type { Job } from "bullmq";
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

/** Throws when Redis or MongoDB is away. */
export async function readQueueFigures(): Promise<QueueFigures[]> {
  const workers = await workersByQueue();
  return Promise.all(queueNames.map((name) => figuresOf(name, workers.get(name) ?? 0)));
}

export async function figuresOf(name: QueueName, workers: number): Promise<QueueFigures> {
  const queue = queueNamed(name);
  const [counts, paused] = await Promise.all([
    queue.getJobCounts("waiting", "active", "delayed", "failed", "completed", "prioritized"),
    queue.isPaused(),
  ]);
  const [urgent = 0, routine = 0] = [counts["waiting"], counts["prioritized"]];
  // Most queues are empty at most times.
  const [[oldest], [oldestRoutine]] = await Promise.all([
    urgent > 0 ? queue.getWaiting(0, 0) : [],
    routine > 0 ? queue.getPrioritized(0, 0) : [],
  ]);
  return {
    name,
    waiting: urgent + routine,
    active: counts["active"] ?? 0,
    delayed: counts["delayed"] ?? 0,
    failed: counts["failed"] ?? 0,
    completed: counts["completed"] ?? 0,
    paused,
    oldestWaitingMs: Math.max(0, ...[oldest, oldestRoutine].map((job) => (job ? Date.now() - takeableSince(job) : 0))),
    workers,
  };
}

/** When a waiting job became takeable: after its delay, and after the pause that followed its last try. */
export function takeableSince(job: Pick<Job, "timestamp" | "processedOn" | "attemptsMade" | "opts">): number {
  const due = job.timestamp + (job.opts.delay ?? 0);
  return job.processedOn === undefined
    ? due
    : Math.max(due, job.processedOn + pauseAfter(job.opts.backoff, job.attemptsMade));
}
