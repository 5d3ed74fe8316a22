import type { Histogram } from "#shared/kernel/observability/histogram.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";

export const rollupSteps = ["minute", "hour", "day"] as const;
/** minute: kept two days. hour, day (Asia/Shanghai): kept 90 days. */
export type RollupStep = (typeof rollupSteps)[number];

/** A queue's figures of a minute, an hour or a day. Every number only grows, so each write is a maximum. */
export interface QueueRollup {
  /** queue, step and begin */
  _id: string;
  queue: QueueName;
  step: RollupStep;
  /** Start of the step. */
  at: Date;
  /** Highest queue depth, and the longest wait of a waiting job; sampled once a minute. */
  depthMax: number;
  oldestMaxMs: number;
  /**
   * 1: these two were sampled; 0: nobody looked, as the roll-up came late, and they say nothing. Absent in rows of an older
   * version, which do not tell.
   */
  sampled?: number;
  done: number;
  /** Failed tries: with a further try, or without (dead). */
  retried: number;
  dead: number;
  run?: Histogram;
  wait?: Histogram;
  dropAt: Date;
}

const count = { type: Number, default: 0 };
export const QueueRollupModel = defineModel<QueueRollup>(
  "queueRollups",
  {
    _id: { type: String, required: true },
    queue: { type: String, required: true },
    step: { type: String, enum: rollupSteps, required: true },
    at: { type: Date, required: true },
    depthMax: count,
    oldestMaxMs: count,
    sampled: count,
    done: count,
    retried: count,
    dead: count,
    // No default: it would conflict with the write of the first bucket.
    run: Object,
    wait: Object,
    dropAt: { type: Date, required: true },
  },
  { indexes: [[{ queue: 1, step: 1, at: 1 }], [{ dropAt: 1 }, { expireAfterSeconds: 0 }]] },
);
