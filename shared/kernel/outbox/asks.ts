import { nextId } from "../mongo/ids.js";
import type { JobData, JobDefinition } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { ending, OutboxModel } from "./row.js";
import { updateOfTry, type TryRecord } from "./tryRecord.js";
import { subjectsOf } from "../queue/subjects.js";

const recording = new Set<Promise<void>>();

/**
 * An ask has no row unless it called a provider: what was sent and answered at a submit is needed when a payment is in
 * doubt. The caller does not wait for the write.
 */
export function recordAsk(job: JobDefinition, data: JobData, tryRecord: TryRecord): void {
  const subjects = [...new Set([...subjectsOf({ ...data.about }), ...(tryRecord.notes?.subjects ?? [])])];
  const calls = tryRecord.notes?.calls ?? [];
  if (calls.length === 0 || subjects.length === 0) return;
  const recorded = insert(job, data, tryRecord, { subjects, calls })
    .catch((error: unknown) => log.warn({ err: error, job: job.name }, "the run of an ask was not recorded"))
    .finally(() => recording.delete(recorded));
  recording.add(recorded);
}

/** Waits until all of them are written; called before a process exits. */
export async function asksRecorded(): Promise<void> {
  await Promise.all(recording);
}

/** Writes a row that has already ended. */
async function insert(
  job: JobDefinition,
  { about, v, requestId }: JobData,
  tryRecord: TryRecord,
  more: Pick<InstanceType<typeof OutboxModel>, "subjects" | "calls">,
): Promise<void> {
  const { startedAt } = tryRecord;
  const { $set } = updateOfTry(tryRecord);
  await OutboxModel.create([
    {
      _id: await nextId("outbox"),
      job: job.name,
      queue: job.queue,
      v,
      // The real one may hold a code or a token that was meant for Redis alone, for a moment.
      payload: {},
      about,
      requestId,
      run: 1,
      dueAt: startedAt,
      createdAt: startedAt,
      firstStartedAt: startedAt,
      ...more,
      ...$set,
      ...ending("done"),
    },
  ]);
}
