import type { Job } from "bullmq";
import { recordDeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { triesOf, type JobData } from "#shared/kernel/queue/jobs.js";
import { deadLetters } from "#shared/kernel/observability/metrics.js";
import { endOutboxRow } from "#shared/kernel/outbox/ending.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import type { TryRecord } from "#shared/kernel/outbox/tryRecord.js";
import { version } from "#shared/kernel/process/build.js";

/** Starts the counters at zero, so that the first dead letter of a job shows as an increase. */
export function countFromZero(jobNames: Iterable<string>): void {
  for (const name of jobNames) deadLetters.inc({ job_name: name }, 0);
}

/** Adds the name of an error; our own errors begin with it already. */
const withName = ({ name, message }: Error): string => (message.startsWith(name) ? message : `${name}: ${message}`);

/** Handles the last failure of a job: its row ends dead, and a dead letter records why and can be replayed. */
export async function recordFinalFailure(job: Job<JobData>, why: Error, tryRecord?: TryRecord): Promise<void> {
  const { payload, v, about, requestId } = job.data;
  // Without a record no try ended, because its workers died.
  const reason = tryRecord ? why : Object.assign(new Error(why.message), { name: "Stalled" });
  await recordDeadLetter({
    bullId: job.id ?? "",
    job: job.name,
    queue: job.queueName,
    v,
    payload,
    about,
    requestId,
    ...(await enqueuedIn(job.data)),
    failedBuild: version,
    attempts: triesOf(job),
    error: reason.name,
    reason: withName(reason).slice(0, 2_000),
    stack: (reason.stack ?? "").slice(0, 8_000),
  });
  endOutboxRow(job.data, "dead", tryRecord ?? tryRecordOf(job, reason));
  deadLetters.inc({ job_name: job.name });
}

/** The version that enqueued it, which its row knows. */
async function enqueuedIn({ outboxId }: JobData): Promise<{ enqueuedBuild?: string }> {
  if (outboxId === undefined) return {};
  const row = await OutboxModel.findById(outboxId, { build: 1 }).lean<Pick<OutboxRow, "build">>();
  return row?.build ? { enqueuedBuild: row.build } : {};
}

/** The record of a job whose workers died, so that no try ended. */
function tryRecordOf(job: Job<JobData>, { name, message }: Error): TryRecord {
  const { processedOn = Date.now() } = job;
  return {
    number: Math.max(1, triesOf(job)),
    startedAt: new Date(processedOn),
    failed: { ms: Date.now() - processedOn, reason: name, message },
  };
}
