import type { DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import type { OutboxRow, OutboxState } from "#shared/kernel/outbox/row.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { minutes } from "#shared/kernel/time/clock.js";
import { ledBy, say, wordsOf, type Phrase, type Why } from "./why.js";

/** What its queue is like, of an open job. */
export interface QueueFacts {
  name: QueueName;
  /** false: its Redis does not answer, and the other fields of it say nothing. */
  answers: boolean;
  /** Jobs that wait in it. */
  waiting: number;
  paused: boolean;
  /** The last operator who paused it, by the audit log. */
  pausedBy: { who: string; at: Date } | null;
  workers: number;
}

/** What is known of a job besides its row. */
export interface JobFacts {
  row: OutboxRow;
  queue: QueueFacts | null;
  /** The operator who holds it. */
  holder: string;
  /** The limit of its kind, and how many wait for their turn before it, of one that waits for its turn. */
  limit: { perMinute: number; who: string; reason: string; at: Date; before: number } | null;
  letter: Pick<DeadLetter, "_id" | "replayedAt" | "discardedAt" | "discardReason"> | null;
  /** Other jobs that wait for the same newer version, or fail the same way. */
  alike: number;
  /** Tries in all, and how long one may take, where this version knows the job. */
  maxTries: number | null;
  maxRunMs: number | null;
  /** Money or goods depend on it: it cannot be cancelled. */
  isNeeded: boolean;
}

/** Why a job is where it is. */
export const whyJob = (facts: JobFacts, now: Date): Why => {
  const { row, limit } = facts;
  const why = row.hold ? held(facts, now) : limit ? inTurn(limit)(facts, now) : ofStates[row.state](facts, now);
  return facts.row.open && (facts.row.again ?? 0) > 0
    ? { ...why, phrases: [...why.phrases, say("runsOnceMore")] }
    : why;
};

/** The same, of a job that belongs to what is asked about. */
export const whyItsJob = (facts: JobFacts, now: Date): Why => {
  const why = ledBy(say("ofJob", { job: facts.row.job }), whyJob(facts, now));
  return { ...why, acts: [...why.acts, { act: "job.view", id: facts.row._id }] };
};

/** Of a thing's jobs those that do not go on as they should; the others say no more than the thing itself. */
export const troublesOfJobs = (jobs: readonly JobFacts[], now: Date): Why[] =>
  jobs.flatMap((job) => {
    const why = whyItsJob(job, now);
    return why.state === "stands" || why.state === "failed" || isLater(job, now) ? [why] : [];
  });

/** Whether it runs or is about to, with nothing known that keeps it. */
export const isOnItsWay = (facts: JobFacts, now: Date): boolean => {
  const { hold, state, dueAt } = facts.row;
  if (hold || dueAt > now) return false;
  return state === "running" || ((state === "waiting" || state === "relayed") && !stuckInQueue(facts, now));
};

const isLater = ({ row, limit }: JobFacts, now: Date): boolean =>
  row.state === "retrying" || (limit !== null && row.dueAt <= now);

type WhyOfState = (facts: JobFacts, now: Date) => Why;

const held: WhyOfState = ({ row, holder }) => {
  const { at, reason, ofKind } = row.hold!;
  const by = { who: holder || "?", at, words: wordsOf(reason) };
  return ofKind
    ? {
        state: "stands",
        phrases: [say("jobKindHeld", { job: row.job, ...by })],
        acts: [{ act: "kind.release", id: row.job }],
      }
    : {
        state: "stands",
        phrases: [say("jobHeld", by), say("nothingElse")],
        acts: [{ act: "job.release", id: row._id }],
      };
};

const inTurn =
  ({ perMinute, who, reason, at, before }: NonNullable<JobFacts["limit"]>): WhyOfState =>
  ({ row }, now) =>
    row.dueAt > now
      ? { state: "waits", phrases: [say("jobScheduled", { at: row.dueAt }), say("nothingElse")], acts: [] }
      : {
          state: "waits",
          phrases: [
            say("jobInTurn", { job: row.job, perMinute, who: who || "?", at, words: wordsOf(reason) }),
            before > 0 ? say("turnsBefore", { count: before }) : say("turnIsNext"),
            ...failedSoFar(row),
          ],
          acts: [{ act: "kind.unlimit", id: row.job }],
        };

const dead: WhyOfState = ({ row, letter }) => {
  const { endedAt, tries, reason, message, _id } = row;
  const phrases = [say("jobDead", { at: endedAt, tries: tries ?? 0, words: saidBy(reason, message) })];
  if (letter?.discardedAt)
    return {
      state: "done",
      phrases: [...phrases, say("letterDiscarded", { at: letter.discardedAt, words: wordsOf(letter.discardReason) })],
      acts: [],
    };
  if (letter?.replayedAt)
    return { state: "done", phrases: [...phrases, say("letterReplayed", { at: letter.replayedAt })], acts: [] };
  return {
    state: "failed",
    phrases: [...phrases, say("letterOpen")],
    acts: letter
      ? [
          { act: "job.retry", id: _id },
          { act: "letter.discard", id: letter._id },
        ]
      : [],
  };
};

/** In Redis, or on its way there: nothing moves while its queue does not. */
const inQueue =
  (goesOn: WhyOfState): WhyOfState =>
  (facts, now) =>
    stuckInQueue(facts, now) ?? goesOn(facts, now);

const dueLater =
  (goesOn: WhyOfState): WhyOfState =>
  (facts, now) =>
    facts.row.dueAt > now ? scheduled(facts, now) : goesOn(facts, now);

/** A due job is handed to its queue within seconds, by who wrote it or by the walk of a worker process. */
const LATE_MS = minutes(1);

const handedOver: WhyOfState = ({ row, queue }, now) => {
  const name = nameOf(row, queue);
  return now.getTime() - row.dueAt.getTime() > LATE_MS
    ? { state: "stands", phrases: [say("jobNotHandedOver", { at: row.dueAt, queue: name })], acts: [] }
    : { state: "runs", phrases: [say("jobRelays", { queue: name })], acts: [] };
};

const scheduled: WhyOfState = ({ row }) => ({
  state: "waits",
  phrases: [say("jobScheduled", { at: row.dueAt }), say("nothingElse")],
  acts: [{ act: "job.retry", id: row._id }],
});

const queued: WhyOfState = ({ row, queue }) => ({
  state: "waits",
  phrases: [
    say("jobQueued", { queue: nameOf(row, queue), count: queue?.waiting ?? 0, workers: queue?.workers ?? 0 }),
    ...failedSoFar(row),
  ],
  acts: [],
});

const running: WhyOfState = ({ row, maxRunMs }) => ({
  state: "runs",
  phrases: [
    say("jobRuns", { worker: row.worker, at: row.startedAt, tries: row.tries ?? 1 }),
    ...(row.startedAt && maxRunMs !== null
      ? [say("jobRunEnds", { at: new Date(row.startedAt.getTime() + maxRunMs) })]
      : []),
    ...failedSoFar(row),
  ],
  acts: [],
});

const retrying: WhyOfState = ({ row, alike, maxTries }, now) => {
  const tries = row.tries ?? 0;
  const isDue = !row.nextTryAt || row.nextTryAt <= now;
  const words = saidBy(row.reason, row.message);
  return {
    state: "waits",
    phrases: [
      ...(tries > 0 ? [...whoFailed(row), say("jobFailing", { tries, words })] : [say("jobPutBack", { words })]),
      isDue ? say("nextTryNow") : say("nextTry", { at: row.nextTryAt }),
      ...(maxTries !== null && maxTries > tries ? [say("triesLeft", { count: maxTries - tries })] : []),
      alike > 0 ? say("othersFail", { count: alike }) : say("nothingElse"),
    ],
    acts: isDue ? [] : [{ act: "job.retry", id: row._id }],
  };
};

const ofStates: Record<OutboxState, WhyOfState> = {
  held: dueLater(handedOver),
  waiting: inQueue(dueLater(handedOver)),
  relayed: inQueue(dueLater(queued)),
  running,
  retrying: inQueue(retrying),
  unknown: ({ row, alike, isNeeded }) => ({
    state: "stands",
    phrases: [
      say("jobUnknown", { job: row.parked ?? `${row.job}@${row.v}` }),
      alike > 0 ? say("othersUnknown", { count: alike }) : say("nothingElse"),
    ],
    acts: isNeeded ? [] : [{ act: "job.cancel", id: row._id }],
  }),
  done: ({ row }) => ({
    state: "done",
    phrases: [say("jobDone", { at: row.endedAt, tries: row.tries ?? 1 })],
    acts: [],
  }),
  dead,
  cancelled: ({ row }) => ({ state: "done", phrases: [say("jobCancelled", { at: row.endedAt })], acts: [] }),
};

function stuckInQueue({ row, queue }: JobFacts, now: Date): Why | undefined {
  if (!queue) return undefined;
  // A job that is due later, or waits for its next try, does not wait in its queue yet.
  const waits = row.state !== "retrying" && row.dueAt <= now;
  const others = Math.max(0, queue.waiting - (waits ? 1 : 0));
  const rest = [...failedSoFar(row), others > 0 ? say("othersInQueue", { count: others }) : say("nothingElse")];
  if (!queue.answers)
    return { state: "stands", phrases: [say("redisAway", { queue: queue.name }), ...failedSoFar(row)], acts: [] };
  if (queue.paused)
    return {
      state: "stands",
      phrases: [
        queue.pausedBy
          ? say("queueHeld", { queue: queue.name, ...queue.pausedBy })
          : say("queueHeldBySomebody", { queue: queue.name }),
        ...rest,
      ],
      acts: [{ act: "queue.resume", id: queue.name }],
    };
  if (queue.workers === 0)
    return { state: "stands", phrases: [say("noWorker", { queue: queue.name }), ...rest], acts: [] };
  return undefined;
}

const failedSoFar = ({ state, tries = 0, reason, message, failures = [] }: OutboxRow): Phrase[] => {
  // The running try has begun and not failed.
  const failed = state === "running" ? tries - 1 : tries;
  return failed > 0 && failures.length > 0
    ? [say("jobFailing", { tries: failed, words: saidBy(reason, message) })]
    : [];
};

/** The provider whose answer to its last call ended the last try. */
function whoFailed({ calls = [], failures = [] }: OutboxRow): Phrase[] {
  const [call, failure] = [calls.at(-1), failures.at(-1)];
  if (!call || !failure || call.at < failure.at || call.status.startsWith("2")) return [];
  return [say("jobWaitsFor", { to: call.to, status: call.status })];
}

const saidBy = (reason?: string | null, message?: string | null): string =>
  wordsOf(reason && message ? `${reason}:` : reason, message);

const nameOf = ({ openQueue, queue: written }: OutboxRow, queue: QueueFacts | null): string =>
  queue?.name ?? openQueue ?? written ?? "?";
