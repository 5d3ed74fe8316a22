import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { checkpoint, asOperator, type Actor } from "#shared/kernel/request/context.js";
import { DeadLetterModel, OPEN_LETTER, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { openLettersUntil, type ReplayFilter } from "./deadLetter.queries.js";
import { DeadLetterReplayModel, type DeadLetterReplayDoc } from "./deadLetterReplay.model.js";
import { replayLettersJob } from "./queue.jobs.js";
import { queueErrors } from "./queue.errors.js";
import { invalidateQueues } from "./queue.queries.js";
import { jobOf } from "./replayDeadLetters.js";
import { BatchStatus } from "../operations.states.js";

const BATCH = 50;
/** Batches that the operator waits for; a job continues with the rest. */
const AT_ONCE = 4;

type OperatorActor = Extract<Actor, { kind: "operator" }>;

/**
 * Replays every currently open dead letter of a filter, oldest first: the first 200 at once, the rest by a job. Returns
 * the progress; `getReplay` returns it later on. Each batch of 50 is one transaction with its audit row.
 */
export async function replayManyLetters(
  { operatorId }: OperatorActor,
  filter: ReplayFilter,
): Promise<DeadLetterReplayDoc> {
  const _id = await nextId("deadLetterReplays");
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  await inTransaction(async () => {
    await DeadLetterReplayModel.create([{ _id, operatorId, filter: given, until: clock.now() }]);
    // In case this process dies during its own batches.
    await enqueue(replayLettersJob, { replayId: _id }, { delayMs: minutes(1) });
  });
  for (let batch = 0; batch < AT_ONCE; batch++) if (await replayBatch(_id)) break;
  const reached = await getReplay(_id);
  if (reached.status === BatchStatus.underWay) await enqueue(replayLettersJob, { replayId: _id }, { replace: true });
  return reached;
}

/** Throws ReplayNotFound. */
export async function getReplay(id: number): Promise<DeadLetterReplayDoc> {
  const replay = await DeadLetterReplayModel.findById(id).lean<DeadLetterReplayDoc>();
  if (!replay) throw queueErrors.ReplayNotFound({ id });
  return replay;
}

/** Continues a replay to its end, in the name of the operator who began it. */
export async function continueReplay(replayId: number): Promise<void> {
  const { operatorId } = await getReplay(replayId);
  await asOperator(operatorId, async () => {
    while (!(await replayBatch(replayId))) checkpoint();
  });
}

/** The next batch; true when nothing is left to do. */
async function replayBatch(replayId: number): Promise<boolean> {
  const isDone = await inTransaction(async () => {
    const { status, filter, reached, until } = await getReplay(replayId);
    if (status === BatchStatus.done) return true;
    const letters = await DeadLetterModel.find({ ...openLettersUntil(filter, until), _id: { $gt: reached } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<DeadLetter[]>();
    const ids: number[] = [];
    for (const letter of letters) if (await replayOne(letter)) ids.push(letter._id);
    const isLast = letters.length < BATCH;
    const { modifiedCount } = await DeadLetterReplayModel.updateOne(
      { _id: replayId, reached, status: BatchStatus.underWay },
      {
        $set: { reached: letters.at(-1)?._id ?? reached, ...(isLast ? { status: BatchStatus.done } : {}) },
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
  invalidateQueues();
  return isDone;
}

async function replayOne(letter: DeadLetter): Promise<boolean> {
  const job = jobOf(letter);
  if (!job) return false;
  const { modifiedCount } = await DeadLetterModel.updateOne(
    { _id: letter._id, ...OPEN_LETTER },
    { $set: { replayedAt: clock.now() } },
  );
  if (modifiedCount === 0) throw new LostRace(`dead letter ${letter._id}`);
  await enqueue(job, letter.payload);
  return true;
}
