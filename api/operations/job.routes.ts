import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { epochMs, optional, pageInput, pageOf, QueryBoolean, text, Time } from "#api/http/fields.js";
import { pageSchedules, triggerSchedule } from "#shared/domains/operations/index.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";

const time0 = Time.nullable();
/** A recurring job: its schedule, and the outcome of its last run (done, retried, dead; null before the first). */
const ScheduleView = z.object({
  name: z.string(),
  queue: z.string(),
  cron: z.string(),
  timeZone: z.string(),
  nextTime: time0,
  lastTickTime: time0,
  lastEndTime: time0,
  lastOutcome: z.string().nullable(),
  /** Duration in milliseconds. */
  lastDuration: z.number().int().nullable(),
  lastFailedTime: time0,
  lastError: z.string(),
});

const page = endpoint({
  method: "get",
  path: "/admin-api/infra/job/page",
  access: operator("infra:job:query"),
  summary: "Lists the recurring jobs by name: schedule, last tick, last end and last error",
  input: {
    query: pageInput({
      name: optional(text(100)),
      queue: optional(z.enum(queueNames)),
      /** true: those whose last run failed. */
      failed: optional(QueryBoolean),
    }),
  },
  output: pageOf(ScheduleView),
  handle: ({ query }) => pageSchedules(query, query),
  view: ({ list, total }) => ({
    list: list.map((row) => ({
      name: row._id,
      queue: row.queue,
      cron: row.cron,
      timeZone: row.timeZone,
      nextTime: epochMs(row.nextAt),
      lastTickTime: epochMs(row.lastTickAt),
      lastEndTime: epochMs(row.lastEndAt),
      lastOutcome: row.lastOutcome,
      lastDuration: row.lastMs,
      lastFailedTime: epochMs(row.lastFailedAt),
      lastError: row.lastError,
    })),
    total,
  }),
});

const trigger = endpoint({
  method: "post",
  path: "/admin-api/infra/job/trigger",
  access: operator("infra:job:trigger"),
  summary: "Runs a recurring job once now and returns the id of its run",
  input: { body: z.object({ name: text(100, 1) }) },
  output: z.string(),
  handle: ({ body }) => triggerSchedule(body.name),
});

export const jobEndpoints = [page, trigger];
