import { refuseIfOff } from "#shared/kernel/config/providers.js";
import { containing } from "#shared/kernel/lists/filters.js";
import { randomUUID } from "node:crypto";
import type { QueryFilter } from "mongoose";
import { withRedis } from "#shared/domains/operations/queues/index.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { findJob, retainedWhenEnded, TICK_ID } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { ScheduleModel, type ScheduleRow } from "#shared/kernel/queue/scheduleRows.js";
import { operationsErrors } from "./operations.errors.js";

interface ScheduleSearch {
  /** A part of the job's name, case-insensitive. */
  name?: string | undefined;
  queue?: string | undefined;
  /** Only those whose last run failed, or did not. */
  failed?: boolean | undefined;
}

/** The recurring jobs by name, as the cron process reported them at its start and at each tick. */
export async function pageSchedules({ name, queue, failed }: ScheduleSearch, page: Page): Promise<PageOf<ScheduleRow>> {
  const where: QueryFilter<ScheduleRow> = {
    ...(name ? { _id: containing(name) } : {}),
    ...(queue === undefined ? {} : { queue }),
    ...(failed === undefined ? {} : { lastOutcome: failed ? { $nin: [null, "done"] } : { $in: [null, "done"] } }),
  } as QueryFilter<ScheduleRow>;
  return pageOf(ScheduleModel, where, page, { _id: 1 });
}

/**
 * Runs a recurring job once more, now, or as soon as a run that is under way has ended. Returns the id of its BullMQ
 * job. ScheduledJobNotFound; StillWorking (503) while Redis is away.
 */
export async function triggerSchedule(name: string): Promise<string> {
  const row = await ScheduleModel.findById(name).lean<ScheduleRow>();
  if (!row) throw operationsErrors.ScheduledJobNotFound();
  refuseIfOff(findJob(name)?.needs);
  const jobId = `${TICK_ID}${name}-now-${randomUUID()}`;
  await withRedis(() =>
    queueNamed(row.queue as QueueName).add(
      name,
      { payload: row.payload ?? {}, v: row.v, requestId: jobId, about: {} },
      { jobId, attempts: 1, ...retainedWhenEnded },
    ),
  );
  await recordOperation({ module: "infra", action: "job.trigger", bizId: name, after: { jobId } });
  return jobId;
}
