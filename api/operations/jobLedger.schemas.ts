import { z } from "zod";
import { QueryBoolean, LongId, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { namedKinds } from "#shared/domains/operations/index.js";
import { jobActs } from "#shared/kernel/outbox/acts.js";
import { outboxStates } from "#shared/kernel/outbox/row.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";

const search = {
  /** Number of an order, payment, refund, after-sale, bill or parcel; mobile; id of a member, job (o-17-1) or request. */
  q: optional(z.string().trim().max(64)),
  queue: optional(z.enum(queueNames)),
  job: optional(z.string().trim().max(100)),
  state: optional(z.enum(outboxStates)),
  /** Kept back by an operator, or not. */
  kept: optional(QueryBoolean),
};
export const JobSearchQuery = pageInput(search);

const time0 = Time.nullable();
const Hold = z.object({ operatorName: z.string(), reason: z.string(), time: Time });

export const JobView = z.object({
  id: z.number(),
  /** As its queue and the logs call its run. */
  jobId: z.string(),
  job: z.string(),
  queue: z.string(),
  /**
   * held, waiting (for Redis), relayed (in its queue), running (for a while), retrying, unknown (to this version), done,
   * dead, cancelled.
   */
  state: z.enum(outboxStates),
  /** What it is about, and what its runs learned besides: kinds of ids (orderId, payOrderId...) with their ids. */
  about: z.record(z.string(), z.array(z.union([z.number(), z.string()]))),
  /** Of the run that counts; 0 before the first. */
  tries: z.number(),
  /** Of the last failed try: the error's name, and what it said. */
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
  /** The request or the job that asked for it; "" of what a schedule or a process did by itself. */
  askedBy: z.string(),
  /** Kept back by an operator. */
  hold: Hold.nullable(),
});

export const JobPage = pageOf(JobView).extend({
  /** What `q` stands for. A mobile is masked for who may not see members. */
  named: z.array(z.object({ kind: z.enum(namedKinds), id: z.number(), no: z.string() })),
});

const count = z.int().min(0);
export const JobFiguresView = z.array(
  z.object({
    queue: z.enum(queueNames),
    /** Jobs whose time to go to their queue, or to be looked up there, has passed (100,000 at most), and since when. */
    overdue: count,
    overdueSeconds: count,
    /** Put into the queue, or looked up there. */
    walkedPerMinute: z.number().min(0),
    /** Of jobs, or versions of them, that no process here knows. */
    unknown: count,
    /** Kept back by operators, and since when the first is. */
    kept: count,
    keptSeconds: count,
    /** Since the first try of one that has failed ever since. */
    failingSeconds: count,
    /** In the last five minutes: lost by Redis and sent again; and run once more, as they were asked for while they ran. */
    healed: count,
    ranAgain: count,
  }),
);

const Call = z.object({
  time: Time,
  to: z.string(),
  method: z.string(),
  path: z.string(),
  /** HTTP's, or a word for what went wrong. */
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
  /** Ids alone: a job carries no secrets. */
  payload: z.unknown(),
  version: z.number(),
  key: z.string().nullable(),
  /** The last ten, oldest first. */
  failures: z.array(Failure),
  /** What it asked outside, the last twenty. */
  calls: z.array(Call),
});

const said = { act: z.enum(jobActs), reason: text(200, 1) };
export const JobActBody = z.object({ id: LongId, ...said });
/** At least one word of a search, so that nobody acts on everything by an empty body. */
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
  /** Left as they are: ended, running, or not to be acted on in this way. */
  skipped: z.number(),
  /** A job goes on with it. */
  running: z.boolean(),
  createTime: Time,
});

export const TimelineQuery = z.object({ kind: z.enum(namedKinds), id: LongId });
const none = z.null();
/** One list of different things: what does not belong to a kind is null. */
export const Timeline = z.array(
  z.object({
    time: Time,
    what: z.enum(["request", "asked", "began", "failed", "call", "delivery", "done", "dead", "cancelled", "open"]),
    /** Of everything but requests and deliveries. */
    job: z.union([
      z.object({
        id: z.number(),
        jobId: z.string(),
        job: z.string(),
        state: z.enum(outboxStates),
        askedBy: z.string(),
        /** Kept back by an operator. */
        kept: z.boolean(),
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
