import type mongoose from "mongoose";
import type { CallsLately } from "../http/callsLately.js";
import { defineModel } from "../mongo/mongo.js";
import type { HandedOver } from "../observability/handedOver.js";
import type { Lately } from "../observability/lately.js";
import type { QueueName } from "../queue/queueNames.js";

/**
 * What each running process reports every few seconds; readiness and operators read it. Real time, by MongoDB's clock, so
 * that a host whose own clock is slow does not look silent.
 */
export interface ProcessReport extends Partial<Steering> {
  _id: string;
  kind: "api" | "worker" | "cron";
  /** Of the build that it runs (build.ts); absent in reports of older ones. */
  version?: string;
  host: string;
  pid: number;
  queues: QueueName[];
  /** Of a worker: how it works on each of them. */
  work: QueueWork[];
  /** How long the last canary that this process took waited, by queue. */
  lags: { queue: QueueName; ms: number; at: Date }[];
  /** The longest that its event loop was blocked in the last half minute. */
  loopDelayMs?: number;
  memory?: ProcessMemory;
  /** Why it is unhealthy, in words. */
  troubles?: string[];
  /** Of an API: the requests that it answered lately. */
  answered?: Lately;
  /** Of a worker: how it fares with whom it calls; absent in reports of older versions. */
  calls?: CallsLately[];
  /** What it took from the outbox to the queues; absent in reports of older versions. */
  handedOver?: HandedOver[];
  startedAt: Date;
  reportedAt: Date;
}

/** What operators ask of a process: they write it into its row, and it reads it with its next report. */
export interface Steering {
  /** It is to end by itself, as on SIGTERM. */
  drain?: { operatorId: number; at: Date };
  /** How many jobs it runs at once, by queue; null: as it was configured. */
  slots: Partial<Record<QueueName, number | null>>;
}

/** In bytes. */
export interface ProcessMemory {
  rss: number;
  heap: number;
  /** It ends when its heap needs more. */
  heapLimit: number;
}

/** How a worker process works on one of its queues. */
export interface QueueWork {
  queue: QueueName;
  concurrency: number;
  /** Its concurrency by the configuration; absent in reports of older versions. */
  configured?: number;
  running: number;
  /** When it last took a job, or last had none to take. */
  lastTakeAt: Date;
}

export const ProcessModel = defineModel<ProcessReport>(
  "processes",
  {
    _id: { type: String, required: true },
    kind: String,
    version: String,
    host: String,
    pid: Number,
    queues: [String],
    work: [{ _id: false, queue: String, concurrency: Number, configured: Number, running: Number, lastTakeAt: Date }],
    lags: [{ _id: false, queue: String, ms: Number, at: Date }],
    loopDelayMs: Number,
    memory: { rss: Number, heap: Number, heapLimit: Number },
    troubles: [String],
    answered: { perMinute: Number, failedPerMinute: Number, p95Ms: Number },
    calls: [
      {
        _id: false,
        to: String,
        perMinute: Number,
        failedPerMinute: Number,
        p95Ms: Number,
        running: Number,
        oldestMs: Number,
        failedInARow: Number,
        sinceAnswerMs: Number,
      },
    ],
    handedOver: [{ _id: false, queue: String, perMinute: Number }],
    drain: { type: { _id: false, operatorId: Number, at: Date }, default: undefined },
    slots: Object,
    startedAt: Date,
    reportedAt: Date,
  },
  { indexes: [[{ reportedAt: 1 }, { expireAfterSeconds: 3_600 }]] },
);

/** Reports go through the driver: mongoose would make a document of each queue to cast it. */
export const reports = ProcessModel.collection as unknown as mongoose.mongo.Collection<ProcessReport>;

/** A process that reported within this time lives. */
export const LIVE_MS = 15_000;
/** How long a process that stopped reporting is still shown. */
export const MISSED_MS = 600_000;
