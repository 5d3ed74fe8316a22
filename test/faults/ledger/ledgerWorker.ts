/**
 * The whole worker of the version to come: workers/index.ts with the jobs of ledgerJobs.ts. With `--enqueue` and batches as
 * JSON it enqueues these as a use case does instead, and ends.
 */
import { connectMongo, disconnectMongo, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { disconnectRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import videoProcessors from "#workers/video.js";
import { countJob, ledgerProcessors, newerJob } from "./ledgerJobs.js";
import type { LedgerBatch } from "./ledgerRows.js";

const IN_ONE_TRANSACTION = 50;

const [mode, batches] = process.argv.slice(2);
if (mode === "--enqueue") await enqueueAll(JSON.parse(batches!) as LedgerBatch[]);
else {
  const names = ledgerProcessors.map(({ job }) => job.name);
  const others = videoProcessors.filter(({ job }) => !names.includes(job.name));
  videoProcessors.splice(0, Infinity, ...others, ...ledgerProcessors);
  await import("#workers/index.js");
}

async function enqueueAll(all: LedgerBatch[]): Promise<void> {
  await connectMongo();
  await redisReady(producerRedis());
  for (const { job, firstId, count, ms = 0, delayMs = 0 } of all)
    for (let from = 0; from < count; from += IN_ONE_TRANSACTION)
      await inTransaction(async () => {
        for (let index = from; index < Math.min(from + IN_ONE_TRANSACTION, count); index++)
          await enqueue(job === "count" ? countJob : newerJob, { videoId: firstId + index, ms }, { delayMs });
      });
  await relayIdle();
  await closeQueues();
  await disconnectRedis();
  await disconnectMongo();
}
