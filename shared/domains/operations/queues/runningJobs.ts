import type { Job } from "bullmq";
import { payNumbers } from "#shared/domains/pay/index.js";
import { orderNumbers } from "#shared/domains/trade/index.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { triesOf, type JobData } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { aboutOf, subjectsOf } from "#shared/kernel/queue/subjects.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { cachedBy } from "./cachedReads.js";
import { withRedis } from "./queue.queries.js";

/** A job that a worker runs now, as Redis knows. */
export interface RunningNow {
  /** Of its run, in the queue. */
  jobId: string;
  /** Of its row; null: it has none. */
  id: number | null;
  job: string;
  /** Epoch ms, by the clock of the host that took it. */
  since: number;
  /** This one included. */
  tries: number;
  /** The process that took it, as it reports itself; null: an older version took it. */
  processId: string | null;
  /** Whose it is, what earlier tries added included: kinds of ids with the ids. */
  about: Record<string, (number | string)[]>;
  /** The number that members and channels know, where it has one, by subject: "orderId:17". */
  numbers: Record<string, string>;
}

/** Further ones are only counted. */
const MOST_RUNNING = 200;
const CACHED_MS = seconds(2);

/** The jobs of a queue that run, the oldest first; two seconds old at most. StillWorking (503) while Redis is away. */
export const readRunning = cachedBy(CACHED_MS, async (queue: QueueName): Promise<RunningNow[]> => {
  const jobs = await withRedis(() => queueNamed(queue).getActive(0, MOST_RUNNING - 1));
  // One that ended since its id was read is gone.
  const running = jobs.filter((job): job is Job<JobData> => Boolean(job?.processedOn));
  const subjects = await subjectsOfJobs(running);
  const numbers = await numbersOf([...subjects.values()].flat());
  return running.map((job) => {
    const mine = subjects.get(job) ?? [];
    return {
      jobId: job.id ?? "",
      id: job.data.outboxId ?? null,
      job: job.name,
      since: job.processedOn!,
      tries: triesOf(job) + 1,
      processId: job.processedBy ?? null,
      about: aboutOf(mine),
      numbers: Object.fromEntries(mine.flatMap((one) => (numbers.has(one) ? [[one, numbers.get(one)!]] : []))),
    };
  });
});

/** What each is about, by what was enqueued and what its row has learned since. */
async function subjectsOfJobs(jobs: Job<JobData>[]): Promise<Map<Job<JobData>, string[]>> {
  const ids = jobs.flatMap(({ data }) => data.outboxId ?? []);
  const rows =
    ids.length === 0
      ? []
      : await OutboxModel.find({ _id: { $in: ids } }, { subjects: 1 }).lean<Pick<OutboxRow, "_id" | "subjects">[]>();
  const learned = new Map(rows.map(({ _id, subjects = [] }) => [_id, subjects]));
  return new Map(
    jobs.map((job) => {
      const { about = {}, outboxId } = job.data;
      return [job, [...new Set([...subjectsOf(about), ...(learned.get(outboxId ?? 0) ?? [])])]];
    }),
  );
}

async function numbersOf(subjects: string[]): Promise<Map<string, string>> {
  const { orderId, payOrderId, attemptId, refundId } = aboutOf([...new Set(subjects)]);
  const ids = (some: (number | string)[] = []): number[] => some.filter((id) => typeof id === "number");
  const found = await Promise.all([
    orderNumbers(ids(orderId)),
    payNumbers(ids(payOrderId), ids(attemptId), ids(refundId)),
  ]);
  return new Map(found.flatMap((one) => [...one]));
}
