import { z } from "zod";
import { DateRange, LongId, longOf, optional, pageInput, pageOf, QueryBoolean, text, Time } from "#api/http/fields.js";
import { DeadLetterStatus } from "#shared/domains/operations/operations.states.js";
import { QueueNameField } from "./queue.schemas.js";

const Name = z.string().trim().max(100);

const filter = {
  queue: optional(QueueNameField),
  job: optional(Name),
  /** What the queue calls the job, like o-17-1. */
  jobId: optional(Name),
  orderId: optional(LongId),
  payOrderId: optional(LongId),
  memberId: optional(LongId),
  /** The number of an order, of a pay order or of one of its payments: jobs about any of what it stands for. */
  no: optional(z.string().trim().max(64)),
  /** The error's name, as in the failures of a queue. */
  error: optional(Name),
  /** A part of the reason's text. */
  reason: optional(text(200)),
  createTime: DateRange,
};

export const DeadLetterPageQuery = pageInput({
  ...filter,
  /** 0 open, 10 replayed, 20 discarded. */
  status: optional(longOf(Object.values(DeadLetterStatus))),
  replayed: optional(QueryBoolean),
});

export const DeadLetterView = z.object({
  id: z.number(),
  queue: z.string(),
  job: z.string(),
  jobId: z.string(),
  version: z.number(),
  /** Ids alone: a job carries no secrets. */
  payload: z.unknown(),
  orderId: z.number().nullable(),
  payOrderId: z.number().nullable(),
  memberId: z.number().nullable(),
  attempts: z.number(),
  error: z.string(),
  reason: z.string(),
  stack: z.string(),
  requestId: z.string(),
  status: z.number(),
  replayTime: Time.nullable(),
  discardTime: Time.nullable(),
  discardReason: z.string().nullable(),
  createTime: Time,
});
export const DeadLetterPage = pageOf(DeadLetterView);

const oneOrMany = { id: optional(LongId), ids: optional(z.array(LongId).min(1).max(100)) };
const isOneOfThem = ({ id, ids }: { id?: number | undefined; ids?: number[] | undefined }): boolean =>
  (id === undefined) !== (ids === undefined);
const eitherOr = { path: ["id"], error: "give either id or ids" };

export const DeadLetterReplayBody = z.object(oneOrMany).refine(isOneOfThem, eitherOr);
export const DeadLetterDiscardBody = z.object({ ...oneOrMany, reason: text(200, 1) }).refine(isOneOfThem, eitherOr);

/** At least one of them, so that nobody acts on everything by an empty body; `all` says it in so many words. */
const whichOnes = { ...filter, all: optional(z.boolean()) };
const isSaid = ({ all, ...some }: Record<string, unknown>): boolean =>
  all === true || Object.values(some).some((value) => value !== undefined);
const sayWhich = { path: ["all"], error: "give a filter, or all: true" };

export const DeadLetterReplayAllBody = z.object(whichOnes).refine(isSaid, sayWhich);
/** `reason` is a part of the letters' own reason, as in the other filters. */
export const DeadLetterDiscardAllBody = z
  .object({ ...whichOnes, discardReason: text(200, 1) })
  .refine(({ discardReason: _why, ...which }) => isSaid(which), sayWhich);

export const DeadLetterDiscardAllView = z.object({
  /** Open ones of the filter when it began. */
  found: z.number(),
  discarded: z.number(),
  /** Open ones that it did not come to: ask again. */
  left: z.number(),
});

export const DeadLetterReplayView = z.object({
  id: z.number(),
  replayed: z.number(),
  /** Left open: this version does not know their job or payload. */
  skipped: z.number(),
  /** A job goes on with it. */
  running: z.boolean(),
  createTime: Time,
});
