import { expect } from "chai";
import { clock, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { flushCounts } from "#shared/kernel/mongo/growingRows.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { buildOperator } from "#test/factories/operator.js";
import type { Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { runJobs } from "#test/support/runJobs.js";
import { holdReaders, keyedJob, plainJob, readers, wakingJob } from "#test/support/testJobs.js";
import { BASE, freshNumber, rowOf, useClerk } from "./jobSupport.js";

interface Figures {
  queue: string;
  overdue: number;
  overdueSeconds: number;
  walkedPerMinute: number;
  unknown: number;
  kept: number;
  keptSeconds: number;
  healed: number;
  ranAgain: number;
}

describe("how the way of jobs to their queues does", () => {
  let client: Client;
  const { acted, search } = useClerk((clerk) => ({ client } = clerk));
  beforeEach(() => runJobs());
  afterEach(async () => {
    heldClock.release();
    await loseJobs({ open: true });
  });

  const figures = async (queue = "maintenance"): Promise<Figures> => {
    await flushCounts();
    const { data } = await client.get(`${BASE}/figures`);
    expect(data.map((one: Figures) => one.queue)).to.have.members(queueNames);
    return data.find((one: Figures) => one.queue === queue) as Figures;
  };

  it("tells what is late and since when, and how fast the walk is", async () => {
    const before = await figures();
    expect([before.overdue, before.overdueSeconds]).to.deep.equal([0, 0]);
    const at = clock.after(-minutes(2));
    const ids = await Promise.all([1, 2, 3].map(() => nextId("outbox")));
    await OutboxModel.collection.insertMany(
      ids.map((_id, index) => ({
        _id,
        job: plainJob.name,
        queue: plainJob.queue,
        openQueue: plainJob.queue,
        v: 1,
        payload: { number: 700_000_000 + _id, fail: "never" },
        key: null,
        about: {},
        dueAt: at,
        nextLookAt: new Date(at.getTime() + index * 1_000),
        state: "waiting",
        open: true,
        looks: 0,
        run: 1,
        requestId: "late",
        endedAt: null,
        createdAt: at,
        updatedAt: at,
      })) as never,
    );
    const late = await figures();
    expect(late.overdue).to.equal(3);
    expect(late.overdueSeconds).to.be.within(120, 150);
    expect((await figures("vod")).overdue).to.equal(0);
    await walkOutbox();
    await runJobs();
    const after = await figures();
    expect([after.overdue, after.overdueSeconds]).to.deep.equal([0, 0]);
    expect(after.walkedPerMinute).to.be.greaterThan(0);
  });

  it("tells what operators keep back, and since when; a search finds it, and all of it is let go", async () => {
    heldClock.hold();
    const [kept, open] = [await freshNumber(), await freshNumber()];
    for (const number of [kept, open]) await enqueue(keyedJob, { number }, { delayMs: minutes(20) });
    const [keptRow, openRow] = [await rowOf(kept), await rowOf(open)];
    await acted("hold", keptRow._id);
    heldClock.advance(hours(3));
    const told = await figures();
    expect([told.kept, told.keptSeconds]).to.deep.equal([1, 3 * 3_600]);
    const ids = async (words: string): Promise<number[]> => (await search(words)).list.map(({ id }) => id);
    expect(await ids("kept=true")).to.deep.equal([keptRow._id]);
    expect(await ids("kept=true&queue=vod")).to.deep.equal([]);
    expect(await ids(`kept=true&q=${kept}`)).to.deep.equal([]);
    expect(await ids(`kept=true&q=o-${keptRow._id}`)).to.deep.equal([keptRow._id]);
    expect(await ids(`kept=false&job=${keyedJob.name}`))
      .to.include(openRow._id)
      .and.not.include(keptRow._id);
    const said = { act: "release", reason: "the supplier has called back" };
    // What is not kept back is nearly everything: that is no search.
    expect((await client.post(`${BASE}/act-all`, { ...said, kept: false })).code).to.equal(400);
    const { data } = await client.post(`${BASE}/act-all`, { ...said, kept: true });
    expect(data).to.include({ acted: 1, skipped: 0, running: false });
    expect((await figures()).kept).to.equal(0);
  });

  it("tells what ran once more", async () => {
    const number = await freshNumber();
    const before = await figures();
    holdReaders.add(number);
    await enqueue(wakingJob, { number });
    await eventually("it has read", async () => readers.has(number));
    await enqueue(wakingJob, { number });
    holdReaders.delete(number);
    readers.get(number)!();
    await runJobs();
    expect((await figures()).ranAgain - before.ranAgain).to.equal(1);
  });

  it("is for those who read queues", async () => {
    const { client: stranger } = await buildOperator([]);
    expect((await stranger.get(`${BASE}/figures`)).code).to.equal(403);
  });
});
