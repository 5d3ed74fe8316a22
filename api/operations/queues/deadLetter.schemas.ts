import { z } from "zod";
import {
  DateRange,
  Long,
  LongId,
  longOf,
  optional,
  pageInput,
  pageOf,
  QueryBoolean,
  text,
  Time,
} from "#api/http/fields.js";
import { differenceKinds, fieldTypes } from "#shared/domains/operations/deadLetters/index.js";
import { DeadLetterStatus } from "#shared/domains/operations/operations.states.js";
import { QueueNameField } from "./queue.schemas.js";

const Name = z.string().trim().max(100);

const filter = {
  queue: optional(QueueNameField),
  job: optional(Name),
  /** The job's id in its queue, like o-17-1. */
  jobId: optional(Name),
  orderId: optional(LongId),
  payOrderId: optional(LongId),
  memberId: optional(LongId),
  /** The number of an order, a pay order or one of its payments: jobs about any of them. */
  no: optional(z.string().trim().max(64)),
  /** The error's name, as in a queue's failures. */
  error: optional(Name),
  /** A part of the reason's text. */
  reason: optional(text(200)),
  /** The name of the cause, as in the list of causes. */
  cause: optional(Name),
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
  /** Only ids: a job contains no secrets. */
  payload: z.unknown(),
  orderId: z.number().nullable(),
  payOrderId: z.number().nullable(),
  memberId: z.number().nullable(),
  attempts: z.number(),
  error: z.string(),
  reason: z.string(),
  stack: z.string(),
  /** The name of its cause; "" on a row of a process before version 18 of the schema. */
  cause: z.string(),
  /** The versions of the program that enqueued its job and that it failed in; null: not known. */
  enqueuedBuild: z.string().nullable(),
  failedBuild: z.string().nullable(),
  requestId: z.string(),
  status: z.number(),
  replayTime: Time.nullable(),
  discardTime: Time.nullable(),
  discardReason: z.string().nullable(),
  createTime: Time,
});
export const DeadLetterPage = pageOf(DeadLetterView);

/** A payload's field, without secrets; null: it lacks the field. */
const FieldView = z.object({ types: z.array(z.enum(fieldTypes)), value: z.unknown() }).nullable();
export const DeadLetterCompareView = z.object({
  /** The newest job of its kind that went well, a minute late at most; null: none is known. */
  good: z
    .object({
      jobId: z.string(),
      version: z.number(),
      /** The version of the program in which it went well. */
      build: z.string(),
      endTime: Time,
    })
    .nullable(),
  /** In the shape of their payloads; values are not compared. Empty: nothing differs. */
  differences: z.array(
    z.object({
      /** Like `items[].skuId`; "": the whole. */
      path: z.string(),
      /** missing: only the good one has it. added: only the letter has it. type: they are of other types. */
      kind: z.enum(differenceKinds),
      letter: FieldView,
      good: FieldView,
    }),
  ),
});

const oneOrMany = { id: optional(LongId), ids: optional(z.array(LongId).min(1).max(100)) };
const isOneOfThem = ({ id, ids }: { id?: number | undefined; ids?: number[] | undefined }): boolean =>
  (id === undefined) !== (ids === undefined);
const eitherOr = { path: ["id"], error: "give either id or ids" };

export const DeadLetterReplayBody = z.object(oneOrMany).refine(isOneOfThem, eitherOr);
export const DeadLetterDiscardBody = z.object({ ...oneOrMany, reason: text(200, 1) }).refine(isOneOfThem, eitherOr);

/** At least one filter, so that an empty body does not act on everything; `all` selects everything explicitly. */
const whichOnes = { ...filter, all: optional(z.boolean()) };
const isSaid = ({ all, ...some }: Record<string, unknown>): boolean =>
  all === true || Object.values(some).some((value) => value !== undefined);
const sayWhich = { path: ["all"], error: "give a filter, or all: true" };

export const DeadLetterReplayAllBody = z
  .object({
    ...whichOnes,
    /** How many are replayed a minute; missing: as many as it can. */
    perMinute: optional(Long.pipe(z.number().min(1).max(6_000))),
    confirm: optional(z.boolean()),
  })
  .refine(({ perMinute: _rate, confirm: _meant, ...which }) => isSaid(which), sayWhich);
/** `reason` is a part of the letters' own reason, as in the other filters. */
export const DeadLetterDiscardAllBody = z
  .object({ ...whichOnes, discardReason: text(200, 1) })
  .refine(({ discardReason: _why, ...which }) => isSaid(which), sayWhich);

export const DeadLetterDiscardAllView = z.object({
  /** Open ones of the filter at the start. */
  found: z.number(),
  discarded: z.number(),
  /** Open ones that were not reached: repeat the call. */
  left: z.number(),
});

export const DeadLetterReplayView = z.object({
  id: z.number(),
  replayed: z.number(),
  /** Still open: this version does not support their job or payload. */
  skipped: z.number(),
  /** A job continues it. */
  running: z.boolean(),
  /** Jobs that died again for the same cause; at most 10,000. */
  diedAgain: z.number(),
  /** Open ones that it has not reached. */
  left: z.number(),
  perMinute: z.number().nullable(),
  /** How it ended: done, stopped by an operator, or diedAgain, as its first 20 jobs had all died again. */
  end: z.enum(["done", "stopped", "diedAgain"]).nullable(),
  operatorId: z.number(),
  /** The current name of who began it; null once deleted. */
  operatorName: z.string().nullable(),
  stopOperatorName: z.string().nullable(),
  createTime: Time,
});
