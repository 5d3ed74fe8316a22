import type { QueryFilter } from "mongoose";
import { operatorNames } from "#shared/domains/operator/index.js";
import { DeadLetterModel, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { isNeeded } from "#shared/kernel/outbox/acts.js";
import { KindLimitModel, type KindLimit } from "#shared/kernel/outbox/kindLimits.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { workersByQueue } from "#shared/kernel/process/processes.js";
import { countReachableJobs } from "#shared/kernel/queue/jobCounts.js";
import { findJob } from "#shared/kernel/queue/jobs.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { countTurns } from "../queues/kindLimit.queries.js";
import { pausedBy } from "../queues/pausedBy.js";
import type { JobFacts, QueueFacts } from "./whyJob.js";

/** Enough to know that it is many. */
const MOST_ALIKE = 1_000;
/** Jobs of one thing that may be told. */
const MOST_JOBS = 20;

/** The newest jobs about these subjects that are open or dead. */
export const jobsAbout = (subjects: readonly string[]): Promise<OutboxRow[]> =>
  OutboxModel.find({ subjects: { $in: [...subjects] }, state: { $nin: ["done", "cancelled"] } })
    .sort({ createdAt: -1 })
    .limit(MOST_JOBS)
    .lean<OutboxRow[]>();

/** What is known of these jobs besides their rows; each queue and kind of row is read once for all of them. */
export async function readJobs(rows: readonly OutboxRow[]): Promise<JobFacts[]> {
  if (rows.length === 0) return [];
  const [queues, letters, alike, limits] = await Promise.all([
    readQueues([...new Set(rows.filter(isInQueue).flatMap(({ openQueue }) => openQueue ?? []))]),
    lettersOf(rows),
    Promise.all(rows.map(countAlike)),
    Promise.all(rows.map(limitOf)),
  ]);
  const names = await operatorNames([
    ...rows.map(({ hold }) => hold?.operatorId),
    ...[...queues.values()].map(({ operatorId }) => operatorId),
    ...limits.map((limit) => limit?.operatorId),
  ]);
  return rows.map((row, index) => {
    const { operatorId, at, ...queue } = queues.get(row.openQueue as QueueName) ?? noQueue;
    const job = findJob(row.job);
    const limit = limits[index];
    return {
      row,
      queue: queue.name
        ? { ...queue, name: queue.name, pausedBy: at ? { who: names.get(operatorId ?? 0) ?? "?", at } : null }
        : null,
      holder: names.get(row.hold?.operatorId ?? 0) ?? "",
      limit: limit ? { ...limit, who: names.get(limit.operatorId) ?? "" } : null,
      letter: letters.get(bullIdOf(row)) ?? null,
      alike: alike[index]!,
      maxTries: job?.options.attempts ?? null,
      maxRunMs: job?.maxRunMs ?? null,
      isNeeded: isNeeded(row),
    };
  });
}

/** Of a row that waits for its turn; a limit that was ended is gone before its rows are in their queue. */
async function limitOf({ turn }: OutboxRow): Promise<(KindLimit & { before: number }) | null> {
  if (!turn) return null;
  const [limit, before] = await Promise.all([
    KindLimitModel.findById(turn.job).lean<KindLimit>(),
    countTurns(turn.job, turn.dueAt),
  ]);
  return limit && { ...limit, before };
}

const isInQueue = ({ state, hold }: OutboxRow): boolean =>
  !hold && (state === "waiting" || state === "relayed" || state === "retrying");

interface QueueNow extends Omit<QueueFacts, "name" | "pausedBy"> {
  name: QueueName | null;
  operatorId: number | null;
  at: Date | null;
}
const noQueue: QueueNow = {
  name: null,
  answers: true,
  waiting: 0,
  paused: false,
  workers: 0,
  operatorId: null,
  at: null,
};

async function readQueues(found: readonly QueueName[]): Promise<Map<QueueName, QueueNow>> {
  // A row may be of a queue that this version does not know.
  const names = found.filter((name) => queueNames.includes(name));
  if (names.length === 0) return new Map();
  const [counts, workers] = await Promise.all([countReachableJobs(names), workersByQueue()]);
  const read = names.map(async (name): Promise<[QueueName, QueueNow]> => {
    const count = counts.get(name);
    const pause = count?.paused ? await pausedBy(name) : null;
    return [
      name,
      {
        name,
        answers: count !== undefined,
        waiting: (count?.waiting ?? 0) + (count?.prioritized ?? 0),
        paused: count?.paused ?? false,
        workers: workers.get(name) ?? 0,
        operatorId: pause?.operatorId ?? null,
        at: pause?.at ?? null,
      },
    ];
  });
  return new Map(await Promise.all(read));
}

type Letter = Pick<DeadLetter, "_id" | "bullId" | "replayedAt" | "discardedAt" | "discardReason">;

async function lettersOf(rows: readonly OutboxRow[]): Promise<Map<string, Letter>> {
  const bullIds = rows.filter(({ state }) => state === "dead").map(bullIdOf);
  if (bullIds.length === 0) return new Map();
  const fields = { bullId: 1, replayedAt: 1, discardedAt: 1, discardReason: 1 } as const;
  const letters = await DeadLetterModel.find({ bullId: { $in: bullIds } }, fields).lean<Letter[]>();
  return new Map(letters.map((letter) => [letter.bullId, letter]));
}

/** Others that wait for the same newer version, or fail with the same error. */
async function countAlike({ _id, state, job, reason, parked }: OutboxRow): Promise<number> {
  const which: QueryFilter<OutboxRow> | undefined =
    state === "unknown"
      ? { parked: parked ?? "" }
      : state === "retrying"
        ? { nextTryAt: { $gt: new Date(0) }, job, reason: reason ?? "", state }
        : undefined;
  return which ? OutboxModel.countDocuments({ ...which, _id: { $ne: _id } }, { limit: MOST_ALIKE }) : 0;
}
