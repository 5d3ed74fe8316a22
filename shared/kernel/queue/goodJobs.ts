import { clock, minutes } from "../time/clock.js";
import { defineModel } from "../mongo/mongo.js";
import { writeWithCounts } from "../mongo/growingRows.js";
import { log } from "../observability/log.js";
import { version } from "../process/build.js";
import type { JobData } from "./jobs.js";

/** The newest job of a kind that went well, a minute late at most; dead letters of the kind are compared with it. */
export interface GoodJob {
  /** The kind of job. */
  _id: string;
  bullId: string;
  v: number;
  payload: unknown;
  /** The version of the program in which it went well. */
  build: string;
  endedAt: Date;
}

export const GoodJobModel = defineModel<GoodJob>(
  "goodJobs",
  {
    _id: { type: String, required: true },
    bullId: { type: String, required: true },
    v: Number,
    payload: {},
    build: String,
    endedAt: { type: Date, required: true },
  },
  { indexes: [[{ endedAt: 1 }, { expireAfterSeconds: 90 * 86_400 }]] },
);

/** How often a process writes its newest job of a kind. */
const EVERY_MS = minutes(1);

interface Kind {
  newest: GoodJob;
  changed: boolean;
  writtenAt: number;
}
const kinds = new Map<string, Kind>();

/** Keeps a job that has just gone well; `flushCounts` writes. Not one without a row: its payload is nowhere kept. */
export function noteGoodJob(job: string, bullId: string, { outboxId, v, payload }: JobData): void {
  if (outboxId === undefined) return;
  const newest = { _id: job, bullId, v, payload, build: version, endedAt: clock.now() };
  kinds.set(job, { newest, changed: true, writtenAt: kinds.get(job)?.writtenAt ?? 0 });
}

async function write(): Promise<void> {
  const now = clock.ms();
  const due = [...kinds.values()].filter((kind) => kind.changed && Math.abs(now - kind.writtenAt) >= EVERY_MS);
  if (due.length === 0) return;
  for (const kind of due) Object.assign(kind, { changed: false, writtenAt: now });
  try {
    await GoodJobModel.bulkWrite(
      due.map(({ newest: { _id, ...fields } }) => ({
        updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
      })),
      { ordered: false },
    );
  } catch (error) {
    // The next ones are as good.
    log.warn({ err: error, kinds: due.length }, "jobs that went well are not written");
  }
}
writeWithCounts(write);
