import type { UpdateQuery } from "mongoose";
import type { z } from "zod";
import { isOffered } from "../config/providers.js";
import { changeClaims, claimsOfRow } from "../mongo/claims.js";
import { clock } from "../time/clock.js";
import { currentContext, currentRequestId } from "../request/context.js";
import { errors } from "../request/errors.js";
import { nextId } from "../mongo/ids.js";
import { version } from "../process/build.js";
import { findJob, keyOf, type JobDefinition } from "../queue/jobs.js";
import { log } from "../observability/log.js";
import { gatherInserts } from "../mongo/gathered.js";
import { afterCommit, inTransaction } from "../mongo/mongo.js";
import { bornHeld, heldKinds, limitedKinds } from "./kindHolds.js";
import { relaySoon } from "./relay.js";
import { OutboxModel, type OutboxRow } from "./row.js";
import { shareOf } from "./shares.js";
import { beginning } from "./times.js";
import { bornInTurn } from "./turns.js";
import { subjectsOf } from "../queue/subjects.js";
import { currentTraceparent } from "../observability/tracing.js";
import { addBestEffort, isCrowded } from "../queue/bestEffortJobs.js";

interface EnqueueOptions {
  /** Not before this moment. */
  dueAt?: Date;
  delayMs?: number;
  /** Moves an open job of the same key to the new time, instead of leaving it as it is. */
  replace?: boolean;
  /**
   * The job follows from a state change that happens once, so the cost of a claim that keeps others out is saved; the key
   * still finds it (`replace`, cancelJob). Two open rows of one key are harmless, as every job may run twice.
   */
  once?: boolean;
  /** For a best-effort job outside a transaction: StillWorking (503) when Redis did not take it or too many wait. */
  orFail?: boolean;
}

/** One thing to do: a job and its payload. */
interface Work {
  job: JobDefinition;
  payload: unknown;
  once?: boolean;
}

/**
 * Writes work to do; in a transaction it commits or rolls back with it. If a job of the same key is open, this changes
 * nothing, adds one more run (`runsAgain`) or moves that job (`replace`). Best-effort jobs go straight to Redis. What a
 * provider is needed for that is off is not written.
 */
export async function enqueue<P extends z.ZodType, R>(
  job: JobDefinition<P, R>,
  payload: z.input<P>,
  { dueAt, delayMs = 0, replace = false, once = false, orFail = false }: EnqueueOptions = {},
): Promise<void> {
  if (!isOffered(job.needs)) return;
  const work: Work = { job: job as unknown as JobDefinition, payload, once };
  const due = dueAt ?? clock.after(delayMs);
  if (job.bestEffort) {
    const { payload: parsed, v, requestId, traceparent, about, key } = freshRow(work, due);
    const data = { payload: parsed, v, requestId, traceparent, about };
    const add = (): Promise<void> => addBestEffort(job, data, { delayMs, key });
    const warn = (error: unknown): void => log.warn({ job: job.name, err: error }, "best-effort job not taken");
    if (!orFail) return afterCommit(() => void add().catch(warn));
    try {
      if (!(await isCrowded(job.queue))) return await add();
    } catch (error) {
      warn(error);
    }
    throw errors.StillWorking({}, 2);
  }
  if (replace && (await moveOpen(work, due))) return;
  await write([work], due);
}

/** One job with several payloads, due now, in one write. Not for a best-effort job. */
export const enqueueEach = <P extends z.ZodType, R>(
  job: JobDefinition<P, R>,
  payloads: readonly z.input<P>[],
): Promise<void> => enqueueAll(payloads.map((payload) => ({ job: job as unknown as JobDefinition, payload })));

/** Several jobs, due now, in one write. None of them may be best-effort. */
export async function enqueueAll(works: readonly Work[]): Promise<void> {
  const offered = works.filter(({ job }) => isOffered(job.needs));
  if (offered.length > 0) await write(offered, clock.now());
}

type Fresh = Omit<OutboxRow, "_id" | "createdAt">;
type NewRow = Fresh & { _id: number; createdAt: Date; updatedAt: Date };

function freshRow({ job, payload, once }: Work, dueAt: Date): Fresh {
  const parsed = job.payload.parse(payload);
  const key = keyOf(job, parsed);
  const traceparent = currentTraceparent();
  const askedBy = currentContext()?.name;
  return {
    job: job.name,
    queue: job.queue,
    v: job.v,
    payload: parsed,
    key,
    ...(key === null ? {} : { openKey: key, ...(once && !job.runsAgain ? { unclaimed: true as const } : {}) }),
    ...subjectFields(job, parsed),
    requestId: currentRequestId(),
    ...(askedBy ? { askedBy } : {}),
    build: version,
    ...(traceparent ? { traceparent } : {}),
    dueAt,
    ...beginning(dueAt),
    open: true,
    openQueue: job.queue,
    run: 1,
    endedAt: null,
  };
}

function subjectFields(job: JobDefinition, parsed: unknown): Pick<OutboxRow, "about" | "subjects"> {
  const about = job.about?.(parsed) ?? {};
  const subjects = subjectsOf(about);
  return subjects.length === 0 ? { about } : { about, subjects };
}

/** Writes all of them, due at the same time; a row whose key is open already is not written. */
async function write(works: readonly Work[], dueAt: Date): Promise<void> {
  const now = clock.now();
  const [holds, limits] = [await heldKinds(), await limitedKinds()];
  const rows: NewRow[] = [];
  for (const work of works) {
    const _id = await nextId("outbox");
    const row = { _id, share: shareOf(_id), ...freshRow(work, dueAt), createdAt: now, updatedAt: now };
    const hold = holds.get(row.job);
    rows.push(hold ? bornHeld(row, hold) : limits.has(row.job) ? bornInTurn(row) : row);
  }
  const claims = rows.flatMap((row) => claimsOfRow("outbox", row));
  if (claims.length === 0) return await insert(rows);
  await inTransaction(async () => {
    const taken = new Set((await changeClaims([], claims)).map(({ by }) => by));
    await insert(rows.filter(({ _id }) => !taken.has(_id)));
    await haveRunAgain(rows.filter(({ _id }) => taken.has(_id)));
  });
}

/**
 * Marks the open row, even if its run has begun and has read the data that changes here. The end of the run writes the
 * same row, so the second of the two writes sees the first.
 */
async function haveRunAgain(rows: readonly NewRow[]): Promise<void> {
  const again = rows.filter(({ job }) => findJob(job)?.runsAgain);
  if (again.length === 0) return;
  await OutboxModel.updateMany(
    { openKey: { $in: again.map(({ openKey }) => openKey!) } },
    { $inc: { again: 1 }, $min: { againAt: again[0]!.dueAt } },
  );
}

async function insert(rows: NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await gatherInserts(OutboxModel, rows);
  afterCommit(() => rows.forEach(relaySoon));
}

/** Gives the open row of the same key the new time and payload, and a new run number; false when there is none. */
async function moveOpen(work: Work, dueAt: Date): Promise<boolean> {
  const { openKey, payload, v, about, build, subjects } = freshRow(work, dueAt);
  const asNow = { dueAt, payload, v, about, build };
  // Subjects that its runs added stay.
  const addSubjects = subjects ? { $addToSet: { subjects: { $each: subjects } } } : {};
  if (openKey === undefined) return false;
  const { matchedCount } = await OutboxModel.updateOne(
    { openKey, hold: { $exists: false }, turn: { $exists: false } },
    {
      $set: { ...asNow, ...beginning(dueAt) },
      $unset: { parked: 1, nextTryAt: 1, tried: 1 },
      $inc: { run: 1 },
      ...addSubjects,
    },
  );
  if (matchedCount === 0) return moveHeld(openKey, { $set: asNow, ...addSubjects });
  // Outside a transaction it may have run and ended since it was moved.
  const moved = await OutboxModel.findOne({ openKey }).lean<OutboxRow>();
  if (moved) afterCommit(() => relaySoon(moved));
  return true;
}

/** A row that an operator holds stays held, and has the new time once it is released; one before its turn waits by it. */
async function moveHeld(
  openKey: string,
  { $set, ...update }: UpdateQuery<OutboxRow> & { $set: Pick<OutboxRow, "dueAt"> },
) {
  const held = await OutboxModel.updateOne({ openKey, hold: { $exists: true } }, { $set, ...update });
  if (held.matchedCount > 0) return true;
  const inTurn = { $set: { ...$set, "turn.dueAt": $set.dueAt }, $unset: { tried: 1 }, ...update };
  return (await OutboxModel.updateOne({ openKey, turn: { $exists: true } }, inTurn)).matchedCount > 0;
}
