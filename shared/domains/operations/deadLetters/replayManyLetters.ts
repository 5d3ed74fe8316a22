import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { checkpoint, asOperator, currentRequestId, type Actor } from "#shared/kernel/request/context.js";
import { requireConfirmation } from "#shared/kernel/request/warnings.js";
import { closing, DeadLetterModel, OPEN_LETTER, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { openLettersUntil, type ReplayFilter } from "./deadLetter.queries.js";
import { DeadLetterReplayModel, type DeadLetterReplayDoc } from "./deadLetterReplay.model.js";
import { FIRST_LETTERS, getReplay, haveFirstDied } from "./replayProgress.js";
import { replayLettersJob } from "../queues/queue.jobs.js";
import { queueErrors } from "../queues/queue.errors.js";
import { invalidateReads } from "../queues/cachedReads.js";
import { jobOf } from "./jobOfLetter.js";
import { BatchStatus } from "../operations.states.js";

const BATCH = 50;
/** Batches that the operator waits for; a job continues with the rest. */
const AT_ONCE = 4;
/** With a rate, a batch is what is due in this part of a minute: small enough to be stopped before the next one. */
const PARTS_OF_MINUTE = 12;
/** How far it may be behind its rate and catch up, as after a restart. */
const MOST_BEHIND_MS = 10_000;

type OperatorActor = Extract<Actor, { kind: "operator" }>;
interface ReplayOptions {
  /** How many letters are replayed a minute; undefined: as many as it can. */
  perMinute?: number | undefined;
  confirm?: boolean | undefined;
}

/**
 * Replays every currently open dead letter of a filter, oldest first: the first 200 at once, the rest by a job; with a
 * rate, the first batch at once. Returns the progress; `getReplay` returns it later on. Each batch of at most 50 is one
 * transaction with its audit row. ReplayUnderWay for a second one of the same cause; ConfirmationNeeded when the last one
 * of this cause ended because its first letters had all died again.
 */
export async function replayManyLetters(
  { operatorId }: OperatorActor,
  filter: ReplayFilter,
  { perMinute, confirm = false }: ReplayOptions = {},
): Promise<DeadLetterReplayDoc> {
  if (filter.cause !== undefined) await checkLastOne(filter.cause, confirm);
  const _id = await nextId("deadLetterReplays");
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  const until = clock.now();
  const rate = perMinute === undefined ? {} : { perMinute, nextAt: until };
  const found = await DeadLetterModel.countDocuments(openLettersUntil(filter, until));
  const requestId = currentRequestId();
  await inTransaction(async () => {
    await DeadLetterReplayModel.create([{ _id, operatorId, filter: given, until, requestId, found, ...rate }]);
    // In case this process dies during its own batches.
    await enqueue(replayLettersJob, { replayId: _id }, { delayMs: minutes(1) });
  });
  const atOnce = perMinute === undefined ? AT_ONCE : 1;
  for (let batch = 0; batch < atOnce; batch++) if (await replayBatch(_id)) break;
  await continueLater(_id);
  return getReplay(_id);
}

async function checkLastOne(cause: string, isConfirmed: boolean): Promise<void> {
  const last = await DeadLetterReplayModel.findOne({ "filter.cause": cause })
    .sort({ _id: -1 })
    .lean<DeadLetterReplayDoc>();
  if (last?.status === BatchStatus.underWay) throw queueErrors.ReplayUnderWay({ id: last._id });
  const warning = {
    en: `the last replay of this cause ended as its first ${FIRST_LETTERS} jobs had all failed again`,
    zh: `该原因的上一次重放因前 ${FIRST_LETTERS} 个任务全部再次失败而停止`,
  };
  requireConfirmation(last?.endedEarly === "diedAgain" ? [warning] : [], isConfirmed);
}

/** Moves the job that continues a replay to the time of the next batch. */
async function continueLater(replayId: number): Promise<void> {
  const { status, nextAt } = await getReplay(replayId);
  if (status === BatchStatus.underWay)
    await enqueue(replayLettersJob, { replayId }, { replace: true, ...(nextAt ? { dueAt: nextAt } : {}) });
}

/** Continues a replay to its end, or with a rate to its next batch, in the name of the operator who began it. */
export async function continueReplay(replayId: number): Promise<void> {
  const { operatorId } = await getReplay(replayId);
  await asOperator(operatorId, async () => {
    while (!(await replayBatch(replayId))) checkpoint();
    await continueLater(replayId);
  });
}

const sizeOf = ({ perMinute }: DeadLetterReplayDoc): number =>
  perMinute === undefined ? BATCH : Math.min(BATCH, Math.max(1, Math.floor(perMinute / PARTS_OF_MINUTE)));

/** When the batch after one of `size` is due, so that the rate is kept although each batch takes its time. */
function nextTime({ perMinute, nextAt }: DeadLetterReplayDoc, size: number): { nextAt?: Date } {
  if (perMinute === undefined || nextAt === undefined) return {};
  const from = Math.max(nextAt.getTime(), clock.ms() - MOST_BEHIND_MS);
  return { nextAt: new Date(from + (minutes(1) * size) / perMinute) };
}

/** The next batch; true when nothing is left to do, or nothing is due yet. */
async function replayBatch(replayId: number): Promise<boolean> {
  const isOver = await haveFirstDied(await getReplay(replayId));
  const isDone = await inTransaction(async () => {
    const replay = await getReplay(replayId);
    const { status, filter, reached, until, nextAt, first = [] } = replay;
    if (status === BatchStatus.done || (nextAt && nextAt > clock.now())) return true;
    if (isOver) return endReplay(replayId, { endedEarly: "diedAgain" });
    const size = sizeOf(replay);
    // What died again in this replay is left alone, whatever the clock of its worker says.
    const others = replay.requestId ? { requestId: { $ne: replay.requestId } } : {};
    const letters = await DeadLetterModel.find({ ...openLettersUntil(filter, until), ...others, _id: { $gt: reached } })
      .sort({ _id: 1 })
      .limit(size)
      .lean<DeadLetter[]>();
    const ids: number[] = [];
    for (const letter of letters) if (await replayOne(letter)) ids.push(letter._id);
    const isLast = letters.length < size;
    const { modifiedCount } = await DeadLetterReplayModel.updateOne(
      { _id: replayId, reached, status: BatchStatus.underWay },
      {
        $set: {
          reached: letters.at(-1)?._id ?? reached,
          first: [...first, ...ids].slice(0, FIRST_LETTERS),
          ...nextTime(replay, letters.length),
          ...(isLast ? { status: BatchStatus.done } : {}),
        },
        $inc: { replayed: ids.length, skipped: letters.length - ids.length },
      },
    );
    if (modifiedCount === 0) throw new LostRace(`replay ${replayId}`);
    if (ids.length > 0)
      await recordOperation({
        module: "infra",
        action: "dead-letter.replay-all",
        bizId: replayId,
        before: { filter },
        after: { ids },
      });
    return isLast;
  });
  invalidateReads();
  return isDone;
}

async function replayOne(letter: DeadLetter): Promise<boolean> {
  const job = jobOf(letter);
  if (!job) return false;
  const { modifiedCount } = await DeadLetterModel.updateOne(
    { _id: letter._id, ...OPEN_LETTER },
    closing({ replayedAt: clock.now() }),
  );
  if (modifiedCount === 0) throw new LostRace(`dead letter ${letter._id}`);
  await enqueue(job, letter.payload);
  return true;
}

type Ending = Pick<DeadLetterReplayDoc, "endedEarly" | "stoppedBy">;

async function endReplay(replayId: number, ending: Ending): Promise<true> {
  const { modifiedCount } = await DeadLetterReplayModel.updateOne(
    { _id: replayId, status: BatchStatus.underWay },
    { $set: { status: BatchStatus.done, ...ending } },
  );
  if (modifiedCount === 1)
    await recordOperation({
      module: "infra",
      action: "dead-letter.replay-stop",
      bizId: replayId,
      before: { underWay: true },
      after: { underWay: false, why: ending.endedEarly },
    });
  return true;
}

/**
 * Ends a replay before its next batch: what is replayed stays so, the others stay open. One that has ended stays as it
 * is. ReplayNotFound.
 */
export async function stopReplay({ operatorId }: OperatorActor, replayId: number): Promise<DeadLetterReplayDoc> {
  await getReplay(replayId);
  await inTransaction(() => endReplay(replayId, { endedEarly: "stopped", stoppedBy: operatorId }));
  return getReplay(replayId);
}
