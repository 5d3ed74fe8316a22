import { z } from "zod";
import { queueNames } from "#shared/platform/queueNames.js";
import { LongId, optional, pageInput, pageOf, QueryBoolean, Time, TimeRange } from "#api/http/fields.js";

export const QueueNameField = z.enum(queueNames);
export const QueueNameBody = z.object({ name: QueueNameField });

export const QueueView = z.object({
  name: QueueNameField,
  group: z.string(),
  waiting: z.number(),
  active: z.number(),
  delayed: z.number(),
  failed: z.number(),
  completed: z.number(),
  paused: z.boolean(),
  /** Milliseconds. */
  oldestWaiting: z.number(),
  workers: z.number(),
});
export const QueueList = z.array(QueueView);
export const QueuePage = pageOf(QueueView);
export const QueuePageQuery = pageInput({ name: optional(QueueNameField) });

export const DeadLetterPageQuery = pageInput({
  queue: optional(QueueNameField),
  job: optional(z.string().max(100)),
  orderId: optional(LongId),
  payOrderId: optional(LongId),
  memberId: optional(LongId),
  replayed: optional(QueryBoolean),
  createTime: optional(TimeRange),
});

export const DeadLetterPage = pageOf(
  z.object({
    id: z.number(),
    queue: z.string(),
    job: z.string(),
    version: z.number(),
    /** Ids alone: a job carries no secrets. */
    payload: z.unknown(),
    orderId: z.number().nullable(),
    payOrderId: z.number().nullable(),
    memberId: z.number().nullable(),
    attempts: z.number(),
    reason: z.string(),
    stack: z.string(),
    requestId: z.string(),
    replayTime: Time.nullable(),
    createTime: Time,
  }),
);

export const DeadLetterReplayBody = z
  .object({ id: optional(LongId), ids: optional(z.array(LongId).min(1).max(100)) })
  .refine(({ id, ids }) => (id === undefined) !== (ids === undefined), {
    path: ["id"],
    error: "give either id or ids",
  });
