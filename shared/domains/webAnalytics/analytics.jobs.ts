import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { Told, Visit } from "./visit.js";

/** MongoDB may be away for a while: tried again for half an hour. */
const patient = { attempts: 60, backoff: { type: "fixed", delay: 30_000 } } as const;

/**
 * Stores one batch of events. Straight to Redis, without an outbox row, which would cost more than the batch; the API waits
 * until Redis has it. Running it twice is harmless: the batch has a key of its own, and a visitor's eventId is unique.
 */
export const storeEventsJob = defineJob({
  name: "analytics.storeEvents",
  queue: "analytics",
  v: 1,
  payload: Told.extend({ events: z.array(Visit).max(100) }),
  bestEffort: true,
  options: patient,
});

/**
 * Stores how long a page has been looked at. Running it twice is harmless: the longest time of a page in a session is kept.
 */
export const storeStayJob = defineJob({
  name: "analytics.storeStay",
  queue: "analytics",
  v: 1,
  payload: Told.extend({
    visitorId: z.string(),
    sessionId: z.string(),
    pagePath: z.string(),
    durationSeconds: z.number(),
  }),
  bestEffort: true,
  options: patient,
});

/**
 * Stores the way of a session through the pages. Running it twice is harmless: a session has one, the one told last.
 */
export const storePathJob = defineJob({
  name: "analytics.storePath",
  queue: "analytics",
  v: 1,
  payload: Told.extend({
    visitorId: z.string(),
    sessionId: z.string(),
    /** What the page said without a token to prove it. */
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
  options: patient,
});

/**
 * By schedule: counts the hours and days that something was stored for. Running it twice is harmless: they are counted anew
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

/** By schedule: forgets events past their 90 days. Running it twice is harmless: what is gone is gone. */
export const dropOldJob = defineJob({
  name: "analytics.dropOld",
  queue: "maintenance",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
  options: { attempts: 3, backoff: { type: "exponential", delay: 5_000 } },
});
