/**
 * What an enqueue, its relay and a search cost in a ledger of its own: `ledgerPace.js held done`. First on an empty one,
 * then beside so many timers that wait, then beside so many jobs that have ended as well. Nobody takes the jobs.
 */
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { searchJobs } from "#shared/domains/operations/index.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { ensureCollectionsAndIndexes } from "#shared/kernel/mongo/migrations.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxState } from "#shared/kernel/outbox/row.js";
import { shareOf } from "#shared/kernel/outbox/shares.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { durableJob } from "./benchJobs.js";

const [held = 0, done = 0] = process.argv.slice(2).map(Number);
const SAMPLES = 200;
const BATCH = 2_000;
const FIRST_ID = 1_000_000_000;
const OTHER_ID = 2_000_000_000;

export interface LedgerPace {
  rows: number;
  /** Milliseconds, sorted. */
  enqueue: number[];
  relay: number[];
  search: number[];
  /** A guarded write of one row by its id, nothing else: what the store itself takes. */
  guarded: number[];
  /** An insert of such a row, nothing else. */
  insert: number[];
  /** Of Redis, in use. */
  redisBytes: number;
}

await connectMongo();
await ensureCollectionsAndIndexes();
await redisReady(producerRedis());
await queueNamed("maintenance").waitUntilReady();
const taken: LedgerPace[] = [await measure(0)];
await fill(held, "held", FIRST_ID);
taken.push(await measure(held));
await fill(done, "done", FIRST_ID + held);
taken.push(await measure(held + done));
process.send!(taken, () => process.exit(0));

async function fill(count: number, state: OutboxState, firstId: number): Promise<void> {
  for (let at = 0; at < count; at += BATCH)
    await OutboxModel.collection.insertMany(
      Array.from({ length: Math.min(BATCH, count - at) }, (_, offset) => rowOf(firstId + at + offset, state)) as never,
      { ordered: false },
    );
}

function rowOf(number: number, state: OutboxState): object {
  const open = state === "held";
  const dueAt = open ? clock.after(days(14)) : clock.after(-hours(30));
  const about = { orderId: number, memberId: number % 5_000 };
  return {
    _id: number,
    job: durableJob.name,
    queue: durableJob.queue,
    v: 1,
    payload: { number },
    key: null,
    about,
    subjects: [`orderId:${about.orderId}`, `memberId:${about.memberId}`],
    dueAt,
    state,
    open,
    ...(open
      ? { openQueue: durableJob.queue, nextLookAt: new Date(dueAt.getTime() - 300_000), share: shareOf(number) }
      : { expireAt: clock.after(days(5)) }),
    looks: 0,
    run: 1,
    requestId: `fill-${number}`,
    endedAt: open ? null : clock.now(),
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
}

async function measure(rows: number): Promise<LedgerPace> {
  const pace: LedgerPace = {
    rows,
    enqueue: [],
    relay: [],
    search: [],
    guarded: [],
    insert: [],
    redisBytes: await redisBytes(),
  };
  for (let number = 1; number <= SAMPLES; number++) {
    const begun = performance.now();
    await enqueue(durableJob, { number: rows + number });
    const enqueued = performance.now();
    await relayIdle();
    const relayed = performance.now();
    await searchJobs({ q: `o-${FIRST_ID + number}` }, { pageNo: 1, pageSize: 20 });
    await searchJobs({ q: `fill-${FIRST_ID + number}` }, { pageNo: 1, pageSize: 20 });
    await searchJobs({ q: String(number % 5_000) }, { pageNo: 1, pageSize: 20 });
    pace.enqueue.push(enqueued - begun);
    pace.relay.push(relayed - enqueued);
    const found = performance.now();
    pace.search.push((found - relayed) / 3);
    await OutboxModel.collection.updateOne({ _id: FIRST_ID + number, run: 1 } as never, { $set: { looks: number } });
    const written = performance.now();
    pace.guarded.push(written - found);
    await OutboxModel.collection.insertOne(rowOf(OTHER_ID + rows + number, "done") as never);
    pace.insert.push(performance.now() - written);
  }
  await walkOutbox();
  for (const list of [pace.enqueue, pace.relay, pace.search, pace.guarded, pace.insert]) list.sort((a, b) => a - b);
  return pace;
}

async function redisBytes(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await producerRedis().info("memory"))?.[1]);
}
