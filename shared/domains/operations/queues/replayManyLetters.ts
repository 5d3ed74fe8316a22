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
/** So many an operator waits for; a job goes on with the rest. */
const AT_ONCE = 4;

type OperatorActor = Extract<Actor, { kind: "operator" }>;

/**
 * Replays every open dead letter of a filter that is there now, the oldest first: the first 200 at once, the rest by a
 * job. Answers how far it has come; `getReplay` tells the rest. Each batch of 50 is one transaction with its audit row.
 */
export async function replayManyLetters(
  { operatorId }: OperatorActor,
  filter: ReplayFilter,
): Promise<DeadLetterReplayDoc> {
  const _id = await nextId("deadLetterReplays");
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  await inTransaction(async () => {
    await DeadLetterReplayModel.create([{ _id, operatorId, filter: asked, until: clock.now() }]);
    // For when this process is lost among the batches that it does itself.
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

/** Carries a replay to its end, in the name of the operator who began it. */
export async function goOnReplaying(replayId: number): Promise<void> {
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
