import { z } from "zod";
import { QueryBoolean, LongId, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { namedKinds } from "#shared/domains/operations/index.js";
import { jobActs } from "#shared/kernel/outbox/acts.js";
import { outboxStates } from "#shared/kernel/outbox/row.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { WhyView } from "./why.schemas.js";

const search = {
  /** Number of an order, payment, refund, after-sale, bill or parcel; mobile; id of a member, job (o-17-1) or request. */
  q: optional(z.string().trim().max(64)),
  queue: optional(z.enum(queueNames)),
  job: optional(z.string().trim().max(100)),
  state: optional(z.enum(outboxStates)),
  /** Whether an operator holds it. */
  kept: optional(QueryBoolean),
};
export const JobSearchQuery = pageInput(search);

const time0 = Time.nullable();
const Hold = z.object({ operatorName: z.string(), reason: z.string(), time: Time });

export const JobView = z.object({
  id: z.number(),
  /** The id of its run in the queue and the logs. */
  jobId: z.string(),
  job: z.string(),
  queue: z.string(),
  /**
   * held, waiting (for Redis), relayed (in its queue), running (for a while), retrying, unknown (to this version), done,
   * dead, cancelled.
   */
  state: z.enum(outboxStates),
  /** Its subjects, including those that its runs added: kinds of ids (orderId, payOrderId...) with their ids. */
  about: z.record(z.string(), z.array(z.union([z.number(), z.string()]))),
  /** Of the current run; 0 before the first. */
  tries: z.number(),
  /** The last failed try: the error's name and message. */
  reason: z.string().nullable(),
  message: z.string().nullable(),
  nextTryTime: time0,
  /** Host and process id of the last try. */
  worker: z.string().nullable(),
  firstStartTime: time0,
  startTime: time0,
  dueTime: Time,
  endTime: time0,
  createTime: Time,
  requestId: z.string(),
  /** The request or job that enqueued it; "" for a schedule or a process. */
  askedBy: z.string(),
  /** Held by an operator. */
  hold: Hold.nullable(),
  /** It is due, and waits its turn, as its kind is limited to a rate. */
  inTurn: z.boolean(),
});

export const JobPage = pageOf(JobView).extend({
  /** What `q` refers to. A mobile is masked without the permission to see members. */
  named: z.array(z.object({ kind: z.enum(namedKinds), id: z.number(), no: z.string() })),
});

const count = z.int().min(0);
export const JobFiguresView = z.array(
  z.object({
    queue: z.enum(queueNames),
    /** Jobs overdue for their queue, or for a check in it (100,000 at most), and since when. */
    overdue: count,
    overdueSeconds: count,
    /** Relayed to the queue, or checked there. */
    walkedPerMinute: z.number().min(0),
    /** Jobs, or versions of them, that no process here supports. */
    unknown: count,
    /** Held by operators, and since when the first is. */
    kept: count,
    keptSeconds: count,
    /** Since the first failed try of a job that has failed ever since. */
    failingSeconds: count,
    /** In the last five minutes: lost by Redis and relayed again; run once more, because enqueued while running. */
    healed: count,
    ranAgain: count,
  }),
);

const Call = z.object({
  time: Time,
  to: z.string(),
  method: z.string(),
  path: z.string(),
  /** The HTTP status, or a word for the failure. */
  status: z.string(),
  duration: z.number(),
});
const Failure = z.object({
  time: Time,
  duration: z.number(),
  number: z.number(),
  reason: z.string(),
  message: z.string(),
  worker: z.string(),
});
export const JobDetailView = JobView.extend({
  why: WhyView,
  /** Ids alone; what looks like a secret is hidden all the same. */
  payload: z.unknown(),
  version: z.number(),
  key: z.string().nullable(),
  /** The last ten, oldest first. */
  failures: z.array(Failure),
  /** Its last twenty calls to providers. */
  calls: z.array(Call),
});

/** What the queue in Redis has of its current run, without secrets. */
export const JobRunView = z.object({
  /** BullMQ's word; null: Redis does not have it yet, or any more. */
  state: z.string().nullable(),
  options: z.unknown(),
  /** A stack for each failed try, oldest first. */
  stacks: z.array(z.string()),
  /** The first 200 lines, and how many there are. */
  logs: z.array(z.string()),
  logCount: z.number(),
  result: z.unknown(),
});

const said = { act: z.enum(jobActs), reason: text(200, 1) };
export const JobActBody = z.object({ id: LongId, ...said });
/** At least one filter, so that an empty body does not act on everything. */
export const JobActAllBody = z
  .object({ ...search, ...said })
  .refine(
    ({ act: _act, reason: _why, ...some }) =>
      Object.values(some).some((value) => value !== undefined && value !== "" && value !== false),
    {
      path: ["q"],
      error: "say which jobs: q, queue, job or state",
    },
  );
export const JobBatchView = z.object({
  id: z.number(),
  act: z.enum(jobActs),
  acted: z.number(),
  /** Unchanged: ended, running, or not suitable for this action. */
  skipped: z.number(),
  /** A job continues it. */
  running: z.boolean(),
  createTime: Time,
});

export const TimelineQuery = z.object({ kind: z.enum(namedKinds), id: LongId });
const none = z.null();
/** One list of different kinds: fields that do not belong to a kind are null. */
export const Timeline = z.array(
  z.object({
    time: Time,
    what: z.enum(["request", "asked", "began", "failed", "call", "delivery", "done", "dead", "cancelled", "open"]),
    /** For everything but requests and deliveries. */
    job: z.union([
      z.object({
        id: z.number(),
        jobId: z.string(),
        job: z.string(),
        state: z.enum(outboxStates),
        askedBy: z.string(),
        /** Held by an operator. */
        kept: z.boolean(),
        inTurn: z.boolean(),
      }),
      none,
    ]),
    request: z.union([
      z.object({
        requestId: z.string(),
        method: z.string(),
        route: z.string(),
        status: z.number(),
        code: z.number(),
        refusal: z.string(),
        duration: z.number(),
      }),
      none,
    ]),
    failure: z.union([Failure, none]),
    call: z.union([Call, none]),
    delivery: z.union([
      z.object({
        type: z.string(),
        number: z.number(),
        status: z.number().nullable(),
        duration: z.number(),
        answer: z.string(),
      }),
      none,
    ]),
  }),
);
