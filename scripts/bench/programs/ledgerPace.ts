/**
 * The cost of an enqueue, its relay and a search in its own ledger: `ledgerPace.js waiting timers ended`. First in a
 * nearly empty one, then beside this many jobs that wait in Redis without a worker, then with twice as many timers as
 * well, then with this many ended jobs.
 */
import { clock, days, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { pageJobs } from "#shared/domains/operations/index.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { ensureCollectionsAndIndexes } from "#shared/kernel/mongo/migrations.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { bullIdOf, relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { shareOf } from "#shared/kernel/outbox/shares.js";
import { beginning } from "#shared/kernel/outbox/times.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { subject, subjectsOf } from "#shared/kernel/queue/subjects.js";
import { producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { orderJob } from "./benchJobs.js";

const [waiting = 0, timers = 0, ended = 0] = process.argv.slice(2).map(Number);
const SAMPLES = 400;
const WARM_UP = 100;
const BATCH = 10_000;
const FILL_AT_MOST_MS = minutes(6);
const MEMBERS = 5_000;
const SEARCHED_MEMBERS = 40;
const FIRST_ID = 1_000_000_000;
const OTHER_ID = 2_000_000_000;
const PAGE = { pageNo: 1, pageSize: 20 };
/** Each searched member has a full page of jobs from the beginning, and no more later: the same search in each ledger. */
const SEARCHED_ROWS = SEARCHED_MEMBERS * PAGE.pageSize;

const measured = [
  "enqueue",
  "relay",
  "byMember",
  "findByMember",
  "byJobId",
  "findByJobId",
  "byRequest",
  "findByRequest",
  "guarded",
  "insert",
] as const;
export type Measured = (typeof measured)[number];
export interface LedgerPace {
  /** Rows in total. */
  rows: number;
  /** What the ledger was filled with for this, how long that took, and the growth of Redis meanwhile. */
  filled: number;
  fillMs: number;
  redisBytes: number;
  /** Rows that a member's search finds. */
  ofMember: number;
  /** Milliseconds, sorted. */
  ms: Record<Measured, number[]>;
  /** The index by which the store finds a page, if it reports one. */
  plans: string[];
}

await connectMongo();
await ensureCollectionsAndIndexes();
await redisReady(producerRedis());
const queue = queueNamed(orderJob.queue);
await queue.waitUntilReady();
await MemberModel.collection.insertMany(
  Array.from({ length: MEMBERS }, (_, number) => ({ _id: number + 1, mobile: `139${10_000_000 + number}` })) as never,
);

let written = 0;
const asEnded = (): Partial<OutboxRow> => ({
  state: "done",
  open: false,
  looks: 0,
  dueAt: clock.after(-hours(30)),
  endedAt: clock.now(),
  expireAt: clock.after(days(5)),
});
const asTimer = (dueAt: Date): Partial<OutboxRow> => ({ ...beginning(dueAt), dueAt });
const asRelayed = (): Partial<OutboxRow> => ({ state: "relayed", looks: 0, nextLookAt: clock.after(minutes(10)) });

const taken: LedgerPace[] = [];
let others = 0;

type FilledRow = Partial<OutboxRow> & Pick<OutboxRow, "_id" | "run" | "payload" | "about" | "requestId">;

/** Writes this many rows, or fewer where the store takes too long; returns how many. */
async function fill(
  count: number,
  how: () => Partial<OutboxRow>,
  then?: (rows: FilledRow[]) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now();
  let done = 0;
  while (done < count && performance.now() - begun < FILL_AT_MOST_MS) {
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, () => rowOf(FIRST_ID + ++written, how()));
    await OutboxModel.collection.insertMany(rows as never, { ordered: false });
    await then?.(rows);
    done += rows.length;
  }
  return done;
}

function rowOf(_id: number, how: Partial<OutboxRow>): FilledRow {
  const about = { orderId: _id, memberId: memberOf(_id) };
  const now = clock.now();
  const row = {
    _id,
    job: orderJob.name,
    queue: orderJob.queue,
    v: orderJob.v,
    payload: about,
    key: null,
    about,
    subjects: subjectsOf(about),
    dueAt: now,
    open: true,
    run: 1,
    requestId: requestOf(_id),
    endedAt: null,
    createdAt: now,
    updatedAt: now,
    ...how,
  };
  return row.open ? { ...row, openQueue: orderJob.queue, share: shareOf(_id) } : row;
}

function memberOf(id: number): number {
  const number = id - FIRST_ID;
  return number <= SEARCHED_ROWS
    ? 1 + (number % SEARCHED_MEMBERS)
    : 1 + SEARCHED_MEMBERS + (number % (MEMBERS - SEARCHED_MEMBERS));
}
const requestOf = (id: number): string => `fill-${id}`;

/** As the relay does (relay.ts). */
const addToRedis = (rows: FilledRow[]): Promise<unknown> =>
  queue.addBulk(
    rows.map((row) => ({
      name: orderJob.name,
      data: {
        payload: row.payload,
        v: orderJob.v,
        requestId: row.requestId,
        about: row.about,
        outboxId: row._id,
        run: row.run,
      },
      opts: { jobId: bullIdOf(row), attempts: orderJob.options.attempts },
    })),
  );

function noTimes(): LedgerPace["ms"] {
  const lists = measured.map((name): [Measured, number[]] => [name, []]);
  return Object.fromEntries(lists) as LedgerPace["ms"];
}

async function measureBeside(fillIt: () => Promise<number>): Promise<void> {
  const [begun, bytesBefore] = [performance.now(), await redisBytes()];
  const filled = await fillIt();
  const fillMs = performance.now() - begun;
  const grown = (await redisBytes()) - bytesBefore;
  const rows = await OutboxModel.estimatedDocumentCount();
  // Compiled, connected, and what the filling left behind is collected: no column is slower for that.
  for (let number = 1; number <= WARM_UP; number++) await measure(number, noTimes());
  const ms = noTimes();
  for (let number = 1; number <= SAMPLES; number++) await measure(number, ms);
  await walkOutbox();
  for (const list of Object.values(ms)) list.sort((a, b) => a - b);
  const rowsOfMember = await OutboxModel.countDocuments({ subjects: ofMember(FIRST_ID + 1) });
  taken.push({
    rows,
    filled,
    fillMs,
    redisBytes: grown,
    ofMember: rowsOfMember,
    ms,
    plans: await plansOf(FIRST_ID + 1).catch(() => []), // a store without explain
  });
}

async function measure(number: number, ms: LedgerPace["ms"]): Promise<void> {
  const time = async (name: Measured, work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await work();
    ms[name].push(performance.now() - begun);
  };
  const id = FIRST_ID + number;
  await time("enqueue", () => enqueue(orderJob, { orderId: id, memberId: memberOf(OTHER_ID + number) }));
  await time("relay", relayIdle);
  const pairs: [Measured, () => Promise<unknown>][][] = [
    [
      ["byMember", () => search(String(memberOf(id)), ({ subjects = [] }) => subjects.includes(ofMember(id)))],
      ["findByMember", () => pageOf(whichRows.byMember(id)).toArray()],
    ],
    [
      ["byJobId", () => search(`o-${id}-1`, ({ _id }) => _id === id)],
      ["findByJobId", () => pageOf(whichRows.byJobId(id)).toArray()],
    ],
    [
      ["byRequest", () => search(requestOf(id), ({ requestId }) => requestId === requestOf(id))],
      ["findByRequest", () => pageOf(whichRows.byRequest(id)).toArray()],
    ],
  ];
  // The second of a pair finds the page in the store's memory, so the order alternates.
  for (const pair of pairs)
    for (const [name, work] of number % 2 === 0 ? pair : pair.toReversed()) await time(name, work);
  await time("guarded", () =>
    OutboxModel.collection.updateOne({ _id: id, run: 1 } as never, { $set: { looks: number } }),
  );
  const other = OTHER_ID + others++;
  await time("insert", () => OutboxModel.collection.insertOne(rowOf(other, asRelayed()) as never));
}

async function search(q: string, isRight: (row: OutboxRow) => boolean): Promise<void> {
  const { list } = await pageJobs({ q }, PAGE);
  if (list.length === 0 || !list.every(isRight)) throw new Error(`the search for ${q} found ${list.length} rows`);
}

const ofMember = (id: number): string => subject("memberId", memberOf(id));
const whichRows = {
  byMember: (id: number): [object, Record<string, 1 | -1>] => [
    { subjects: { $in: [ofMember(id)] } },
    { createdAt: -1 },
  ],
  byJobId: (id: number): [object, Record<string, 1 | -1>] => [{ _id: id }, { _id: 1 }],
  byRequest: (id: number): [object, Record<string, 1 | -1>] => [{ requestId: requestOf(id) }, { createdAt: -1 }],
};
/** The same page by the same index, from the store alone. */
const pageOf = ([which, sort]: [object, Record<string, 1 | -1>]) =>
  OutboxModel.collection.find(which).sort(sort).limit(PAGE.pageSize);

async function plansOf(id: number): Promise<string[]> {
  const plans = [];
  for (const which of Object.values(whichRows)) {
    const text = JSON.stringify(await pageOf(which(id)).explain("queryPlanner"));
    plans.push(/"indexName":"([^"]+)"/.exec(text)?.[1] ?? /"stage":"(IDHACK|\w*SCAN)"/.exec(text)?.[1] ?? "?");
  }
  return plans;
}

async function redisBytes(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await producerRedis().info("memory"))?.[1]);
}

// Rows that the searches find exist from the beginning.
await measureBeside(() => fill(SEARCHED_ROWS, asEnded));
await measureBeside(() => fill(waiting, asRelayed, addToRedis));
await measureBeside(async () => {
  const toPay = await fill(timers, () => asTimer(clock.after(hours(2))));
  const toReceive = await fill(timers, () => asTimer(clock.after(days(14))));
  // Rows that count as due soon go to Redis.
  while (await walkOutbox({ aheadMs: seconds(10) }));
  return toPay + toReceive;
});
await measureBeside(() => fill(ended, asEnded));
process.send!(taken, () => process.exit(0));
