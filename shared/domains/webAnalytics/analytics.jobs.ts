import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { Submission, Visit } from "./visit.js";

/** MongoDB may be away for a while: retried for half an hour. */
const retries = { attempts: 60, backoff: { type: "fixed", delay: 30_000 } } as const;

/**
 * Stores one batch of events. Best-effort, straight to Redis, since an outbox row would cost more than the batch; the
 * API waits until Redis has it. Running it twice is harmless: the batch has a unique key, and a visitor's eventId is
 * unique.
 */
export const storeEventsJob = defineJob({
  name: "analytics.storeEvents",
  queue: "analytics",
  v: 1,
  payload: Submission.extend({ events: z.array(Visit).max(100) }),
  bestEffort: true,
  options: retries,
});

/** Stores how long a page was viewed. Running it twice is harmless: the longest time per page and session is kept. */
export const storeStayJob = defineJob({
  name: "analytics.storeStay",
  queue: "analytics",
  v: 1,
  payload: Submission.extend({
    visitorId: z.string(),
    sessionId: z.string(),
    pagePath: z.string(),
    durationSeconds: z.number(),
  }),
  bestEffort: true,
  options: retries,
});

/**
 * Stores a session's path through the pages. Running it twice is harmless: only the last one reported is kept.
 */
export const storePathJob = defineJob({
  name: "analytics.storePath",
  queue: "analytics",
  v: 1,
  payload: Submission.extend({
    visitorId: z.string(),
    sessionId: z.string(),
    /** What the page claims without a token to prove it. */
    claimedUserId: Id.nullable(),
    pathSequence: z.array(z.string()),
    entryPage: z.string(),
    exitPage: z.string(),
    totalPages: z.number(),
    totalDurationSeconds: z.number(),
    converted: z.boolean(),
    conversionType: z.string(),
  }),
  bestEffort: true,
  options: retries,
});

/**
 * By schedule: counts the hours and days with newly stored events. Running it twice is harmless: they are recounted
 * from the events, never added to.
 */
export const rollUpDueJob = defineJob({
  name: "analytics.rollUpDue",
  queue: "analytics",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
  options: { attempts: 3, backoff: { type: "exponential", delay: 5_000 } },
});

/** By schedule: deletes events older than 90 days. Running it twice is harmless: what is gone stays gone. */
export const dropOldJob = defineJob({
  name: "analytics.dropOld",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
  options: { attempts: 3, backoff: { type: "exponential", delay: 5_000 } },
});
