import { expect } from "chai";
import { actOnAll } from "#shared/domains/operations/jobs/actOnAll.js";
import { pageJobs, type JobSearch } from "#shared/domains/operations/jobs/job.queries.js";
import { timelineOf } from "#shared/domains/operations/jobs/timeline.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { actOnRow } from "#shared/kernel/outbox/acts.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { endRuns } from "#shared/kernel/outbox/ending.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { readOutboxFigures } from "#shared/kernel/outbox/figures.js";
import { lookAtAllRelayed } from "#shared/kernel/outbox/lookUp.js";
import { releaseParked } from "#shared/kernel/outbox/parking.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { shareOf } from "#shared/kernel/outbox/shares.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { clock, days, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, plainJob, wakingJob } from "#test/support/testJobs.js";
import { kindOf, partsByIndex, questionsDuring, rowsRead, type Question } from "../storeQuestions.js";

const ENDED = 20_000;
const OPEN = 2_000;
/** Of these the time of the walk has come: more than it looks at together. */
const DUE = 600;
/** Rows about one member, and of one request. */
const OF_MEMBER = 40;
const OF_REQUEST = 5;
const REQUEST = "request-of-five";
const IN_MAIL = OPEN / 4;
const queues: readonly QueueName[] = ["maintenance", "mail", "trade", "vod"];
const ALL_SHARES = Array.from({ length: 16 }, (_, share) => share);
const lookedFor = { page: { pageNo: 1, pageSize: 20 }, by: { operatorId: 1, reason: "as it is measured" } };

describe("what is asked of the outbox", () => {
  let firstId: number;
  let memberId: number;
  let number: number;

  const rowAt = (index: number): object => {
    const _id = firstId + index;
    const queue = queues[index % queues.length]!;
    const createdAt = clock.after(-minutes(index));
    const isOpen = index >= ENDED;
    const openIndex = index - ENDED;
    const nextLookAt = openIndex < DUE ? clock.after(-seconds(90)) : clock.after(hours(1) + seconds(openIndex));
    return {
      _id,
      job: plainJob.name,
      queue,
      share: shareOf(_id),
      v: 1,
      payload: { number: _id, fail: "never" },
      key: null,
      about: {},
      subjects: [index % (ENDED / OF_MEMBER) === 1 ? `memberId:${memberId}` : `orderId:${_id}`],
      requestId: index % (ENDED / OF_REQUEST) === 2 ? REQUEST : `request-${_id}`,
      dueAt: createdAt,
      run: 1,
      looks: 0,
      createdAt,
      updatedAt: createdAt,
      ...(isOpen
        ? { state: "relayed", open: true, openQueue: queue, nextLookAt, endedAt: null }
        : { state: "done", open: false, endedAt: createdAt, expireAt: clock.after(days(7)) }),
    };
  };
  /** In Redis like what waits there behind many others, so that the walk does no more than look. */
  const dueKeys = (): string[] =>
    Array.from({ length: DUE }, (_, index) => {
      const _id = firstId + ENDED + index;
      return queueNamed(plainJob.queue).toKey(bullIdOf({ _id, run: 1 }));
    });

  before(async function () {
    await startService();
    await runJobs();
    await loseJobs({ open: true });
    memberId = (await buildMember()).member._id;
    firstId = 3_000_000_000 + (await nextId("indexRows")) * 100_000;
    number = firstId + 50_000;
    for (let at = 0; at < ENDED + OPEN; at += 2_000)
      await OutboxModel.collection.insertMany(Array.from({ length: 2_000 }, (_, index) => rowAt(at + index)) as never);
    const there = producerRedis().pipeline();
    for (const key of dueKeys()) there.hset(key, "timestamp", Date.now());
    await there.exec();
  });
  after(async function () {
    await producerRedis().del(dueKeys());
    await loseJobs({ open: true });
    await OutboxModel.deleteMany({ _id: { $gte: firstId, $lt: firstId + ENDED + OPEN } });
  });

  /**
   * The rows that are read for it. The stand-in for MongoDB looks nothing up by a condition that says more than an index
   * has: there it is asked for what each index answers of it, of which MongoDB takes one.
   */
  async function readFor(question: Question): Promise<number> {
    const whole = await rowsRead("outbox", question);
    if (whole < ENDED) return whole;
    const indexes = (await OutboxModel.collection.indexes()).map(({ key }) => key as Record<string, unknown>);
    const parts = await Promise.all(partsByIndex(question, indexes).map((part) => rowsRead("outbox", part)));
    return Math.min(whole, ...parts);
  }

  const search = (what: JobSearch) => () => pageJobs(what, lookedFor.page);
  beforeEach(async () => {
    const due = { _id: { $gte: firstId + ENDED, $lt: firstId + ENDED + DUE } };
    await OutboxModel.collection.updateMany(due as never, { $set: { nextLookAt: clock.after(-seconds(90)) } });
  });
  const openRow = () => OutboxModel.findOne({ "payload.number": number, open: true }).orFail().lean<OutboxRow>();

  /** By whom, and the most rows that one question of it may read. */
  const asking: [who: string, most: number, run: () => Promise<unknown>][] = [
    ["the walk", DUE, () => walkOutbox()],
    ["the walk over a part of the rows", DUE, () => walkOutbox({ shares: ALL_SHARES })],
    ["the walk for a new Redis", OPEN, lookAtAllRelayed],
    ["the figures of the walk", DUE, readOutboxFigures],
    ["who knows what was parked", 0, releaseParked],
    ["the search for what is open", OPEN, search({})],
    ["the search for what is open of a queue", IN_MAIL, search({ queue: "mail" })],
    ["the search for what is open by more", IN_MAIL, search({ queue: "mail", job: plainJob.name, state: "relayed" })],
    ["the search by a state", OPEN, search({ state: "unknown" })],
    ["the search for what is kept back", 1, search({ kept: true })],
    ["the search for what is kept back of a queue", 1, search({ kept: true, queue: "mail" })],
    ["the search for what is not kept back", IN_MAIL, search({ kept: false, queue: "mail" })],
    ["the search by a request", OF_REQUEST + 1, search({ q: REQUEST })],
    ["the search by a request and more", OF_REQUEST + 1, search({ q: REQUEST, queue: "mail", state: "done" })],
    ["the search by a row", 1, search({ q: `o-${ENDED}` })],
    ["a timeline", OF_MEMBER + 10, () => timelineOf("member", memberId)],
    ["the search by a subject", OF_MEMBER + 10, () => pageJobs({ q: String(memberId) }, lookedFor.page)],
    [
      "the search by a subject and more",
      OF_MEMBER + 10,
      () => pageJobs({ q: String(memberId), queue: "mail", job: plainJob.name, state: "dead" }, lookedFor.page),
    ],
    [
      "an act on all that is about something",
      OF_MEMBER + 10,
      () => actOnAll("release", { q: String(memberId) }, lookedFor.by),
    ],
    ["an act on all of a queue", IN_MAIL, () => actOnAll("release", { queue: "mail", state: "held" }, lookedFor.by)],
    [
      "who enqueues, moves, wakes, keeps back and cancels",
      1,
      async () => {
        await enqueue(keyedJob, { number }, { delayMs: hours(1) });
        await enqueue(keyedJob, { number }, { delayMs: hours(2), replace: true });
        await inTransaction(async () => actOnRow(await openRow(), "hold", lookedFor.by));
        await enqueue(keyedJob, { number }, { delayMs: hours(2), replace: true });
        await inTransaction(() => cancelJob(keyedJob, { number }));
        await enqueue(wakingJob, { number }, { delayMs: hours(1) });
        await enqueue(wakingJob, { number }, { delayMs: hours(1) });
      },
    ],
    [
      "who ends a run",
      1,
      async () => {
        const { _id, run, openKey } = await openRow();
        await endRuns([{ _id, run, state: "done", openKey }]);
        await endRuns([{ _id, run: run + 1, state: "done", openKey, again: 1 }]);
      },
    ],
  ];

  for (const [who, most, run] of asking)
    it(`by ${who}, reads about what it answers, whatever history lies there`, async function () {
      const questions = (await questionsDuring("outbox", run)).filter(({ filter }) => !("payload.number" in filter));
      expect(questions, "something is asked").not.to.deep.equal([]);
      const read = await Promise.all(questions.map(async (one) => [kindOf(one), await readFor(one)] as const));
      expect(read.filter(([, count]) => count > most)).to.deep.equal([]);
    });

  for (const [who, which, share] of [
    ["alone", {}, ""],
    ["beside others", { shares: ALL_SHARES }, "share$in "],
  ] as const)
    it(`is told of a walk ${who}: all rows that are due, and those of each queue when there are many`, async () => {
      const kinds = (await questionsDuring("outbox", () => walkOutbox(which))).map(kindOf);
      const due = `${share}nextLookAt$lte by nextLookAt`;
      expect(kinds).to.include.members([due, `openQueue ${due}`]);
    });

  it("for the store itself: what has to go is found by its time", async () => {
    const gone: Question = { filter: { expireAt: { $lt: clock.now() } } };
    expect(await readFor(gone)).to.be.below(ENDED / 10);
  });
});
