import { seconds } from "#shared/kernel/time/clock.js";
import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { DeadLetterModel, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { causeText } from "#shared/kernel/queue/letterCause.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { LetterCauseModel, type LetterCauseDoc } from "./letterCause.model.js";
import { queueErrors } from "../queues/queue.errors.js";
import { cached, cachedBy } from "../queues/cachedReads.js";
import { lastReplayOf, type ReplayProgress } from "./replayProgress.js";

/** The open dead letters of one cause. */
interface OpenCause {
  _id: string;
  open: number;
  queues: string[];
  jobs: string[];
  versions: number[];
  /** When the first and the latest of them died, and their ids. */
  firstAt: Date | null;
  latestAt: Date | null;
  firstId: number | null;
  latestId: number | null;
}

/** The same with the message without its values, and with what operators noted. */
export interface CauseRow extends OpenCause {
  text: string;
  noted: LetterCauseDoc | null;
}
/** So many open letters of jobs that one version of the program enqueued and that failed in one; null: it is not known. */
interface BuildCount {
  enqueued: string | null;
  failed: string | null;
  count: number;
}
interface CauseDetail extends CauseRow {
  /** Those with the most letters first. */
  builds: BuildCount[];
  replay: ReplayProgress | null;
}

interface CauseSearch {
  queue?: QueueName | undefined;
  job?: string | undefined;
}

/**
 * Walks over all open letters take half a second and more where there are a hundred thousand. So many viewers cost no more
 * than one, and those who look every ten seconds, as the console does, do not wait: what they see is 15 s old at most.
 */
const EVERY_MS = seconds(5);
const STALE_MS = seconds(15);
const causes = cached(EVERY_MS, () => readCauses({ $gt: "" }), { staleMs: STALE_MS });
const buildsOf = cachedBy(EVERY_MS, countBuilds, { staleMs: STALE_MS });

/**
 * The open letters by cause, in one walk over the part of an index where they stand, with all that is told here: no letter
 * is read.
 */
async function readCauses(openCause: string | { $gt: string }): Promise<OpenCause[]> {
  return DeadLetterModel.aggregate<OpenCause>([
    { $match: { openCause } },
    {
      $group: {
        _id: "$openCause",
        open: { $sum: 1 },
        queues: { $addToSet: "$queue" },
        jobs: { $addToSet: "$job" },
        versions: { $addToSet: "$v" },
        firstAt: { $min: "$createdAt" },
        latestAt: { $max: "$createdAt" },
        firstId: { $min: "$_id" },
        latestId: { $max: "$_id" },
      },
    },
    { $sort: { open: -1, _id: 1 } },
  ]);
}

/** The causes of open dead letters, those with the most letters first. */
export async function pageCauses({ queue, job }: CauseSearch, page: Page): Promise<PageOf<CauseRow>> {
  const found = (await causes()).filter(
    ({ queues, jobs }) =>
      (queue === undefined || queues.includes(queue)) && (job === undefined || jobs.some((name) => name === job)),
  );
  const { list, total } = pageOfRows(found, page);
  return { list: await described(list), total };
}

/** The rows with their texts and notes. */
async function described(rows: readonly OpenCause[]): Promise<CauseRow[]> {
  const [letters, notes] = await Promise.all([
    DeadLetterModel.find({ _id: { $in: rows.map(({ latestId }) => latestId!) } }, { reason: 1 }).lean<
      Pick<DeadLetter, "_id" | "reason">[]
    >(),
    LetterCauseModel.find({ _id: { $in: rows.map(({ _id }) => _id) } }).lean<LetterCauseDoc[]>(),
  ]);
  const reasons = new Map(letters.map(({ _id, reason }) => [_id, reason]));
  return rows.map((row) => {
    const noted = notes.find(({ _id }) => _id === row._id) ?? null;
    const reason = reasons.get(row.latestId!);
    return {
      ...row,
      queues: row.queues.toSorted(),
      versions: row.versions.toSorted((a, b) => a - b),
      text: reason === undefined ? (noted?.text ?? "") : causeText(reason),
      noted,
    };
  });
}

/** A cause with its last replay; also one without open letters. Throws CauseNotFound. */
export async function getCause(id: string): Promise<CauseDetail> {
  // One that has just come is read by itself.
  const open = (await causes()).find(({ _id }) => _id === id) ?? (await readCauses(id))[0];
  const [row] = open ? await described([open]) : [await closedCause(id)];
  const [builds, replay] = await Promise.all([buildsOf(id), lastReplayOf(id)]);
  return { ...row!, builds, replay };
}

const nameOf = ({ enqueued, failed }: BuildCount): string => `${enqueued} ${failed}`;

/** In one walk over the part of an index where they stand: no letter is read. */
async function countBuilds(openCause: string): Promise<BuildCount[]> {
  type Group = { _id: { enqueued?: string | null; failed?: string | null }; count: number };
  const groups = await DeadLetterModel.aggregate<Group>([
    { $match: { openCause } },
    { $group: { _id: { enqueued: "$enqueuedBuild", failed: "$failedBuild" }, count: { $sum: 1 } } },
  ]);
  return groups
    .map(({ _id: { enqueued = null, failed = null }, count }) => ({ enqueued, failed, count }))
    .sort((a, b) => b.count - a.count || nameOf(a).localeCompare(nameOf(b)));
}

/** A cause of which no letter is open: as its last letter, or who noted it, has it. */
async function closedCause(id: string): Promise<CauseRow> {
  const noted = await LetterCauseModel.findById(id).lean<LetterCauseDoc>();
  const last = await DeadLetterModel.findOne({ cause: id }, { job: 1, queue: 1, v: 1, reason: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .lean<Pick<DeadLetter, "_id" | "job" | "queue" | "v" | "reason">>();
  const job = last?.job ?? noted?.job;
  if (job === undefined) throw queueErrors.CauseNotFound({ id });
  return {
    _id: id,
    open: 0,
    queues: last ? [last.queue] : [],
    jobs: [job],
    versions: last ? [last.v] : [],
    firstAt: null,
    latestAt: null,
    firstId: null,
    latestId: null,
    text: last ? causeText(last.reason) : (noted?.text ?? ""),
    noted,
  };
}
