/**
 * A backlog as after an outage of Redis: `catchUp.js fill rows` writes one; `catchUp.js walk` reports ready, then on a
 * message relays its share in parallel with the others until none waits; `catchUp.js left` reports what still waits.
 */
import mongoose from "mongoose";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { ensureCollectionsAndIndexes } from "#shared/kernel/mongo/migrations.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { shareOf, takeShares } from "#shared/kernel/outbox/shares.js";
import { newBacklog, walkOutbox } from "#shared/kernel/outbox/walk.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { durableJob } from "./benchJobs.js";

export interface Walked {
  ms: number;
  /** Of that, with a running MongoDB command. */
  storeMs: number;
  /** CPU time of its own process. */
  cpuMs: number;
}
const [mode = "", countText = "0"] = process.argv.slice(2);
const BATCH = 2_000;

let storeMs = 0;
/** Commands overlap: this measures the time during which any of them runs. */
let underWay = 0;
let since = 0;
await connectMongo({ monitorCommands: mode === "walk" });
const began = (): void => {
  if (underWay++ === 0) since = performance.now();
};
const ended = (): void => {
  if (--underWay === 0) storeMs += performance.now() - since;
};
mongoose.connection.getClient().on("commandStarted", began).on("commandSucceeded", ended).on("commandFailed", ended);
await redisReady(producerRedis());
await queueNamed("maintenance").waitUntilReady();
if (mode === "fill") {
  await ensureCollectionsAndIndexes();
  await fill(Number(countText));
  process.send!({ filled: true }, () => process.exit(0));
} else if (mode === "left") {
  process.send!({ left: await OutboxModel.countDocuments({ state: "waiting" }) }, () => process.exit(0));
} else {
  // All must have their shares before the first starts.
  await takeShares();
  process.send!({ ready: true });
  process.once("message", () => void walk());
}

async function fill(count: number): Promise<void> {
  await OutboxModel.collection.deleteMany({});
  const at = clock.after(-minutes(10));
  for (let first = 1; first <= count; first += BATCH)
    await OutboxModel.collection.insertMany(
      Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, offset) => ({
        _id: first + offset,
        job: durableJob.name,
        queue: durableJob.queue,
        openQueue: durableJob.queue,
        share: shareOf(first + offset),
        v: 1,
        payload: { number: first + offset },
        key: null,
        about: {},
        dueAt: at,
        nextLookAt: at,
        state: "waiting",
        open: true,
        looks: 0,
        run: 1,
        requestId: "bench",
        endedAt: null,
        createdAt: at,
        updatedAt: at,
      })) as never,
      { ordered: false },
    );
}

async function walk(): Promise<void> {
  const shares = await takeShares();
  const begun = performance.now();
  const cpuBefore = process.cpuUsage();
  storeMs = 0;
  const backlog = newBacklog();
  while (await walkOutbox({ shares, backlog }));
  const { user, system } = process.cpuUsage(cpuBefore);
  const walked: Walked = { ms: performance.now() - begun, storeMs, cpuMs: (user + system) / 1_000 };
  process.send!(walked, () => process.exit(0));
}
