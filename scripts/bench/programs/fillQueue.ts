/**
 * Fills a queue that has no worker, and the list of dead letters: `fillQueue.js queue jobs letters`. It pauses the
 * queue; with no jobs it empties and resumes it. Reports how many now wait.
 */
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { causeOf } from "#shared/kernel/queue/letterCause.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis, redisReady } from "#shared/kernel/redis/redis.js";

const [name = "", jobsText = "0", lettersText = "0"] = process.argv.slice(2);
const [jobs, letters] = [Number(jobsText), Number(lettersText)];
const BATCH = 1_000;

await connectMongo();
await redisReady(producerRedis());
const queue = queueNamed(name as QueueName);
await queue.waitUntilReady();
await queue.pause();
if (jobs === 0) await queue.drain();
for (let at = 0; at < jobs; at += BATCH)
  await queue.addBulk(
    Array.from({ length: Math.min(BATCH, jobs - at) }, (_, offset) => ({
      name: "bench.waits",
      data: { payload: { number: at + offset }, v: 1, requestId: "bench", about: {} },
      opts: { removeOnComplete: true },
    })),
  );
for (let at = 0; at < letters; at += BATCH) {
  const rows = [];
  for (let offset = 0; offset < Math.min(BATCH, letters - at); offset++) {
    const _id = await nextId("deadLetters");
    const about = { orderId: _id, memberId: _id % 500 };
    const why = {
      attempts: 8,
      error: "Away",
      reason: "Away: nobody answered",
      stack: "Away: nobody answered",
      replayedAt: null,
    };
    const cause = causeOf({ job: "bench.fails", reason: why.reason });
    rows.push({
      _id,
      cause,
      openCause: cause,
      bullId: `bench-${_id}`,
      job: "bench.fails",
      queue: name,
      v: 1,
      payload: {},
      about,
      requestId: "bench",
      ...why,
    });
  }
  await DeadLetterModel.insertMany(rows);
}
if (jobs === 0) await queue.resume();
process.send!({ waiting: await queue.getWaitingCount() }, () => process.exit(0));
