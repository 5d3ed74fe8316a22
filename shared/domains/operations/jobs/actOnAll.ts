import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { checkpoint, asOperator } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { actOnRow, type JobAct } from "#shared/kernel/outbox/acts.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { operationsErrors } from "../operations.errors.js";
import { actOnJobsJob } from "../operations.jobs.js";
import { readSearch, type JobSearch } from "./job.queries.js";
import { JobBatchModel, type JobBatchDoc } from "./jobBatch.model.js";
import { mayRun, type ActBy } from "./actOnJobs.js";
import { BatchStatus } from "../operations.states.js";

const BATCH = 50;
/** Batches that the operator waits for; a job continues with the rest. */
const AT_ONCE = 4;

/**
 * Performs one act on every currently open job of a search, oldest first: the first 200 at once, the rest by a job.
 * Returns the progress; `getJobBatch` returns it later on. Dead jobs are left alone: their letters are replayed.
 */
export async function actOnAll(act: JobAct, search: JobSearch, { operatorId, reason }: ActBy): Promise<JobBatchDoc> {
  const _id = await nextId("jobBatches");
  await readSearch(search);
  const given = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
  await inTransaction(async () => {
    await JobBatchModel.create([{ _id, operatorId, act, reason, search: given, until: clock.now() }]);
    // In case this process dies during its own batches.
    await enqueue(actOnJobsJob, { batchId: _id }, { delayMs: minutes(1) });
  });
  for (let batch = 0; batch < AT_ONCE; batch++) if (await nextBatch(_id)) break;
  const reached = await getJobBatch(_id);
  if (reached.status === BatchStatus.underWay) await enqueue(actOnJobsJob, { batchId: _id }, { replace: true });
  return reached;
}

/** JobBatchNotFound. */
export async function getJobBatch(id: number): Promise<JobBatchDoc> {
  const batch = await JobBatchModel.findById(id).lean<JobBatchDoc>();
  if (!batch) throw operationsErrors.JobBatchNotFound({ id });
  return batch;
}

/** Continues a batch to its end, in the name of the operator who began it. */
export async function continueBatch(batchId: number): Promise<void> {
  const { operatorId } = await getJobBatch(batchId);
  await asOperator(operatorId, async () => {
    while (!(await nextBatch(batchId))) checkpoint();
  });
}

/** Acts on the next jobs; true when nothing is left to do. */
async function nextBatch(batchId: number): Promise<boolean> {
  const { status, search, reached, until, act, operatorId, reason } = await getJobBatch(batchId);
  if (status === BatchStatus.done) return true;
  const { which } = await readSearch(search);
  const rows = await OutboxModel.find({ ...which, _id: above(which, reached), createdAt: { $lte: until } })
    .sort({ _id: 1 })
    .limit(BATCH)
    .lean<OutboxRow[]>();
  const idle: OutboxRow[] = [];
  for (const row of rows) if (!(await mayRun(row))) idle.push(row);
  const isLast = rows.length < BATCH;
  const isOurs = await inTransaction(async () => {
    const ids: number[] = [];
    for (const row of idle) if (!(await actOnRow(row, act, { operatorId, reason }))) ids.push(row._id);
    const { modifiedCount } = await JobBatchModel.updateOne(
      { _id: batchId, reached, status: BatchStatus.underWay },
      {
        $set: {
          reached: rows.at(-1)?._id ?? reached,
          ...(isLast ? { status: BatchStatus.done, search: withoutMobile(search) } : {}),
        },
        $inc: { acted: ids.length, skipped: rows.length - ids.length },
      },
    );
    if (modifiedCount === 0) throw new Overtaken();
    if (ids.length > 0)
      await recordOperation({
        module: "infra",
        action: `job.${act}-all`,
        bizId: batchId,
        before: { search: withoutMobile(search) },
        after: { ids, reason },
      });
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Overtaken) return false;
    throw error;
  });
  return isOurs && isLast;
}

/** The search is stored for years; a mobile in it is masked. */
const withoutMobile = (search: JobSearch): JobSearch =>
  search.q === undefined ? search : { ...search, q: search.q.replace(/^(1\d{2})\d{4}(\d{4})$/, "$1****$2") };

/** Another process did this batch. */
class Overtaken extends Error {}

/** The rows after the last one reached; a search by a job's id matches one row. */
const above = ({ _id }: { _id?: unknown }, reached: number): object =>
  typeof _id === "number" ? { $in: reached < _id ? [_id] : [] } : { $gt: reached };
