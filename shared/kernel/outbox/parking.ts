import { clock } from "../time/clock.js";
import { definedJobs, findJob } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { markRows } from "./marks.js";
import { inRedis, OutboxModel, type OutboxRow } from "./row.js";

/** Does this process know the job, in this version? */
export const isKnown = ({ job, v }: Pick<OutboxRow, "job" | "v">): boolean => v <= (findJob(job)?.v ?? 0);

/** Puts rows aside that a newer version wrote: visible, and in nobody's way. */
export async function park(rows: readonly OutboxRow[]): Promise<void> {
  const parked = await markRows(
    ["held", "waiting", ...inRedis],
    rows.map(({ _id, run, job, v }) => ({
      _id,
      run,
      update: { $set: { state: "unknown", parked: `${job}@${v}` }, $unset: { nextLookAt: 1 } },
    })),
  );
  if (parked > 0) log.warn({ rows: parked, jobs: kinds(rows) }, "jobs that are not known here are parked");
}

const kinds = (rows: readonly OutboxRow[]): string[] => [...new Set(rows.map(({ job, v }) => `${job}@${v}`))];

/** Takes back in what was parked and is known here. */
export async function releaseParked(): Promise<void> {
  const known = definedJobs().flatMap(({ name, v }) => Array.from({ length: v }, (_, index) => `${name}@${index + 1}`));
  const { modifiedCount } = await OutboxModel.updateMany(
    { parked: { $in: known } },
    { $set: { state: "waiting", nextLookAt: clock.now() }, $unset: { parked: 1 } },
  );
  if (modifiedCount > 0) log.info({ rows: modifiedCount }, "parked jobs are known here and go on");
}
