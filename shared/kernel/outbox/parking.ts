import { definedJobs, findJob } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { markRows } from "./marks.js";
import { relayGroup } from "./relay.js";
import { inRedis, OutboxModel, type OutboxRow } from "./row.js";
import { beginning } from "./times.js";
import type { QueueName } from "../queue/queueNames.js";

/** Whether this process knows the job, in this version. */
export const isKnown = ({ job, v }: Pick<OutboxRow, "job" | "v">): boolean => v <= (findJob(job)?.v ?? 0);

/** Puts rows aside that a newer version wrote, where they are visible and do not hold up others. */
export async function park(rows: readonly OutboxRow[]): Promise<void> {
  const parked = await markRows(
    ["held", "waiting", ...inRedis],
    rows.map(({ _id, run, job, v }) => ({
      _id,
      run,
      update: { $set: { state: "unknown", parked: `${job}@${v}` }, $unset: { nextLookAt: 1 } },
    })),
  );
  if (parked > 0) log.warn({ rows: parked, jobs: kinds(rows) }, "unknown jobs are parked");
}

const kinds = (rows: readonly OutboxRow[]): string[] => [...new Set(rows.map(({ job, v }) => `${job}@${v}`))];

/** Rows per step. */
const STEP = 200;

/**
 * Releases parked rows whose job is known here, and relays them itself: the walk of a process of the version before may
 * have them in its share, and would park them again.
 */
export async function releaseParked(): Promise<void> {
  const known = definedJobs().flatMap(({ name, v }) => Array.from({ length: v }, (_, index) => `${name}@${index + 1}`));
  for (let found = STEP; found === STEP;) {
    const rows = await OutboxModel.find({ parked: { $in: known } })
      .limit(STEP)
      .lean<OutboxRow[]>();
    found = rows.length;
    if (found > 0) await release(rows);
  }
}

async function release(rows: readonly OutboxRow[]): Promise<void> {
  const released = await markRows(
    ["unknown"],
    rows.map(({ _id, run, dueAt }) => ({
      _id,
      run,
      update: { $set: beginning(dueAt), $unset: { parked: 1 } },
    })),
  );
  if (released > 0) log.info({ rows: released }, "parked jobs are known now and released");
  const waiting = await OutboxModel.find({ _id: { $in: rows.map(({ _id }) => _id) }, state: "waiting" }).lean<
    OutboxRow[]
  >();
  for (const [queue, group] of byQueue(waiting))
    await relayGroup(queue, group).catch((error: unknown) =>
      log.warn({ err: error, queue }, "released jobs were not relayed; the walk will do it"),
    );
}

/** Groups rows of known jobs by the queue that the job has now. */
export function byQueue(rows: readonly OutboxRow[]): Map<QueueName, OutboxRow[]> {
  const groups = new Map<QueueName, OutboxRow[]>();
  for (const row of rows) {
    const { queue } = findJob(row.job)!;
    groups.set(queue, [...(groups.get(queue) ?? []), row]);
  }
  return groups;
}
