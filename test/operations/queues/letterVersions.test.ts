import { expect } from "chai";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { GoodJobModel } from "#shared/kernel/queue/goodJobs.js";
import { causeOf } from "#shared/kernel/queue/letterCause.js";
import { flushCounts } from "#shared/kernel/mongo/growingRows.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { version } from "#shared/kernel/process/build.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { orderJob, plainJob } from "#test/support/testJobs.js";
import { buildLetters, causes, letters, ownWord } from "./causeLetters.js";

const OLD = "1.0.0+aaaaaaaa";
const NEW = "1.1.0+bbbbbbbb";

describe("the versions of the program that dead letters come from", () => {
  let reader: BuiltOperator;
  before(async () => {
    await startService();
    reader = await buildOperator(["infra:queue:read"]);
  });
  let turns = 0;
  // Later each time, as a process writes what went well once a minute.
  beforeEach(() => heldClock.hold(Date.now() + minutes(10) * turns++));
  afterEach(async () => {
    heldClock.release();
    await GoodJobModel.deleteMany({ _id: { $in: [plainJob.name, orderJob.name] } });
  });

  const ownNumber = async (): Promise<number> => 7_000_000 + (await nextId("testNumbers"));
  const get = async (path: string): Promise<any> => (await reader.client.get(path)).data;
  /** The id of a letter of this job with this payload. */
  async function letterWith(payload: unknown, job = plainJob.name): Promise<number> {
    const reason = `${await ownWord()}: away`;
    await buildLetters(1, reason, { payload, job });
    const letter = await DeadLetterModel.findOne({ cause: causeOf({ job, reason }) }).lean();
    return letter!._id;
  }
  const compared = (id: number): Promise<any> => get(letters(`compare?id=${id}`));
  /** A job of this kind goes well, and what is kept of it is written. */
  async function goesWell(): Promise<string> {
    const number = await ownNumber();
    await enqueue(plainJob, { number });
    await runJobs();
    heldClock.advance(minutes(1));
    await flushCounts();
    return `o-${(await OutboxModel.findOne({ "payload.number": number }).lean())!._id}-1`;
  }

  it("are those in which its job was enqueued, and in which it failed", async () => {
    const [fromHere, fromBefore, unknown] = [await ownNumber(), await ownNumber(), await ownNumber()];
    for (const number of [fromHere, fromBefore, unknown])
      await enqueue(plainJob, { number, fail: "refuse" }, { delayMs: minutes(1) });
    await OutboxModel.updateOne({ "payload.number": fromBefore }, { $set: { build: OLD } });
    await OutboxModel.updateOne({ "payload.number": unknown }, { $unset: { build: 1 } });
    heldClock.advance(minutes(1));
    await runJobs();
    for (const [number, enqueuedBuild] of [
      [fromHere, version],
      [fromBefore, OLD],
      [unknown, null],
    ] as const) {
      const letter = await DeadLetterModel.findOne({ "payload.number": number }).lean();
      const shown = await get(letters(`get?id=${letter!._id}`));
      expect(shown).to.include({ enqueuedBuild, failedBuild: version });
    }
  });

  it("are counted at their cause, those with the most letters first", async () => {
    const reason = `${await ownWord()}: {number}`;
    await buildLetters(1, reason);
    await buildLetters(2, reason, { enqueuedBuild: NEW, failedBuild: NEW });
    await buildLetters(3, reason, { enqueuedBuild: OLD, failedBuild: NEW });
    const cause = causeOf({ job: plainJob.name, reason: reason.replace("{number}", "1") });
    const [closed] = await DeadLetterModel.find({ cause, enqueuedBuild: NEW }).lean();
    const operator = await buildOperator(["infra:queue:operate"]);
    const counts = async () => (await get(causes(`get?id=${cause}`))).builds;
    const others = [
      { enqueued: NEW, failed: NEW, count: 2 },
      { enqueued: null, failed: null, count: 1 },
    ];
    expect(await counts()).to.deep.equal([{ enqueued: OLD, failed: NEW, count: 3 }, ...others]);
    await operator.client.post(letters("discard"), { id: closed!._id, reason: "not needed" });
    expect((await counts())[1]).to.deep.equal({ enqueued: NEW, failed: NEW, count: 1 });
    await operator.client.post(letters("discard-all"), { cause, discardReason: "nor are the others" });
    expect(await counts()).to.deep.equal([]);
  });

  describe("a payload, compared with that of the newest job of its kind that went well", () => {
    it("differs in nothing where it has the same fields of the same types", async () => {
      const jobId = await goesWell();
      const { good, differences } = await compared(await letterWith({ number: 17, fail: "always" }));
      expect(good).to.include({ jobId, version: plainJob.v, build: version });
      expect(good.endTime).to.be.a("number");
      expect(differences).to.deep.equal([]);
    });

    it("is told with the fields that it lacks, has besides or has as another type", async () => {
      await goesWell();
      const { differences } = await compared(await letterWith({ number: "17", note: { text: "x" } }));
      expect(differences).to.have.deep.members([
        {
          path: "number",
          kind: "type",
          letter: { types: ["string"], value: "17" },
          good: { types: ["number"], value: differences.find(({ path }: any) => path === "number").good.value },
        },
        { path: "fail", kind: "missing", letter: null, good: { types: ["string"], value: "never" } },
        { path: "note", kind: "added", letter: { types: ["object"], value: { text: "x" } }, good: null },
      ]);
    });

    it("with the newer of two jobs that went well", async () => {
      await goesWell();
      const newer = await goesWell();
      expect((await compared(await letterWith({ number: 1 }))).good).to.include({ jobId: newer });
    });

    it("looks into lists, whose elements count together, and into what they hold", async () => {
      const good = { items: [{ skuId: 1, count: 2 }, { skuId: 2 }], ids: [1, 2], none: [], whole: { deep: { id: 1 } } };
      await GoodJobModel.create([
        { _id: orderJob.name, bullId: "o-1-1", v: 1, payload: good, build: NEW, endedAt: new Date() },
      ]);
      const of = async (payload: object) =>
        (await compared(await letterWith(payload, orderJob.name))).differences.map(
          ({ path, kind, letter, good: other }: any) => [path, kind, letter?.types ?? null, other?.types ?? null],
        );
      expect(await of({ items: [{ skuId: 9 }], ids: [], none: [1], whole: { deep: { id: 2 } } })).to.deep.equal([]);
      expect(await of({ items: [{ count: 1 }], ids: [1], none: [], whole: { deep: { id: 1 } } })).to.deep.equal([
        ["items[].skuId", "missing", null, ["number"]],
      ]);
      expect(
        await of({ items: [{ skuId: "9", at: null }], ids: [1, "2"], none: [], whole: { deep: [] } }),
      ).to.have.deep.members([
        ["items[].skuId", "type", ["string"], ["number"]],
        ["items[].at", "added", ["null"], null],
        ["ids[]", "type", ["number", "string"], ["number"]],
        ["whole.deep", "type", ["list"], ["object"]],
      ]);
      expect(await of([] as object)).to.deep.equal([["", "type", ["list"], ["object"]]]);
    });

    it("never shows what is secret, by its name or by what it looks like", async () => {
      await GoodJobModel.create([
        { _id: orderJob.name, bullId: "o-1-1", v: 1, payload: { to: 1, password: 1 }, build: NEW, endedAt: new Date() },
      ]);
      const id = await letterWith(
        { to: "mei@shop.example", password: { plain: "hunter2" }, token: "hunter3", phone: "13900001234" },
        orderJob.name,
      );
      const text = JSON.stringify(await compared(id));
      for (const secret of ["mei@", "hunter", "13900001234", "plain"]) expect(text).not.to.include(secret);
      expect(text).to.include("[mail]").and.include("[mobile]").and.include('"password"');
    });

    it("is compared with nothing where no such job is known", async () => {
      expect(await compared(await letterWith({ number: 1 }))).to.deep.equal({ good: null, differences: [] });
    });

    it("is for who may see queues, and 404 for a letter that is none", async () => {
      const other = await buildOperator(["trade:order:query"]);
      expect(await stranger.get(letters("compare?id=1"))).to.include({ status: 401 });
      expect(await other.client.get(letters("compare?id=1"))).to.include({ status: 403 });
      expect(await reader.client.get(letters("compare?id=999999999"))).to.include({ code: 1001008000 });
      expect(await reader.client.get(letters("compare"))).to.include({ status: 400 });
    });
  });
});
