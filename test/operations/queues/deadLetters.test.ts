import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { DeadLetterReplayModel } from "#shared/domains/operations/deadLetters/deadLetterReplay.model.js";
import { continueReplay } from "#shared/domains/operations/deadLetters/index.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { DeadLetterModel, recordDeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildUnpaidOrder } from "#test/factories/order.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, plainJob, runs } from "#test/support/testJobs.js";

const letters = (verb: string): string => `/admin-api/infra/dead-letter/${verb}`;

async function buildLetter(overrides: object = {}): Promise<{ id: number; number: number; jobId: string }> {
  const number = 7_000_000 + (await nextId("testNumbers"));
  const jobId = `o-${number}-1`;
  const letter = { bullId: jobId, job: plainJob.name, queue: "maintenance", v: 1, payload: { number, fail: "never" } };
  const about = { orderId: number };
  const why = { attempts: 8, error: "Away", reason: "Away: nobody answered", stack: "" };
  await recordDeadLetter({ ...letter, about, requestId: "r", ...why, ...overrides });
  const { _id } = (await DeadLetterModel.findOne({ bullId: jobId }).lean())!;
  return { id: _id, number, jobId };
}

/** Many at once, of one job name that no other test uses as their error. */
async function buildLetters(count: number, error: string): Promise<number[]> {
  const numbers: number[] = [];
  for (let at = 0; at < count; at++) numbers.push((await buildLetter({ error })).number);
  return numbers;
}

describe("dead letters", () => {
  let reader: BuiltOperator;
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    reader = await buildOperator(["infra:queue:read"]);
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
  });
  afterEach(() => heldClock.release());
  const find = async (filter: string): Promise<number[]> => {
    const { data, msg } = await reader.client.get(letters(`page?${filter}`));
    expect(data, msg).not.to.equal(null);
    return data.list.map((row: { id: number }) => row.id);
  };

  it("are found by the job's id, the error, a part of the reason, and their state", async () => {
    const { id, jobId, number } = await buildLetter({ reason: "Away: (a+b) $100?" });
    expect(await find(`jobId=${jobId}`)).to.deep.equal([id]);
    expect(await find(`orderId=${number}&error=Away`)).to.deep.equal([id]);
    expect(await find(`orderId=${number}&error=Awa`)).to.deep.equal([]);
    expect(await find(`orderId=${number}&reason=${encodeURIComponent("(a+b) $100?")}`)).to.deep.equal([id]);
    expect(await find(`orderId=${number}&reason=${encodeURIComponent("a.b")}`)).to.deep.equal([]);
    expect(await find(`orderId=${number}&status=0`)).to.deep.equal([id]);
    expect(await find(`orderId=${number}&status=10`)).to.deep.equal([]);
    for (const bad of ["status=5", "status=x", "reason=a&reason=b", "jobId=a&jobId=b", "error=a&error=b", "no=a&no=b"])
      expect(await reader.client.get(letters(`page?${bad}`)), bad).to.include({ status: 400 });
  });

  it("are found by the number of an order, with those about its pay order", async () => {
    const { order } = await buildUnpaidOrder();
    const ofOrder = await buildLetter({ about: { orderId: order._id } });
    const ofPay = await buildLetter({ about: { payOrderId: order.payOrderId } });
    expect(await find(`no=${order.no}`)).to.deep.equal([ofPay.id, ofOrder.id]);
    expect(await find("no=o999")).to.deep.equal([]);
  });

  it("a job that fails for good is one, under the error's own name", async () => {
    const number = 7_000_000 + (await nextId("testNumbers"));
    await enqueue(keyedJob, { number, fail: "refuse" });
    await runJobs();
    const [id] = await find(`orderId=${number}&error=Refused`);
    const { data } = await reader.client.get(letters(`get?id=${id}`));
    expect(data).to.include({ job: keyedJob.name, status: 0, error: "Refused", reason: "Refused: refused: always" });
    expect(data.discardReason).to.equal(null);
  });

  it("one that does not exist has a code, and strangers none", async () => {
    expect(await reader.client.get(letters("get?id=999999999"))).to.include({ code: 1001008000, data: null });
    expect(await reader.client.get(letters("get?id=x"))).to.include({ status: 400 });
    for (const path of ["get?id=x", "replay-status?id=x"])
      expect(await stranger.get(letters(path))).to.include({ status: 401 });
    for (const path of ["replay-all", "discard", "discard-all"]) {
      expect(await stranger.post(letters(path))).to.include({ status: 401 });
      expect(await reader.client.post(letters(path))).to.include({ status: 403 });
    }
  });

  it("a discarded one says why, is not run again and counts as open no more", async () => {
    const { id, number } = await buildLetter();
    const discard = () => operator.client.post(letters("discard"), { id, reason: "the order was made by hand" });
    expect(await discard()).to.include({ code: 0, data: true });
    expect(await discard()).to.include({ code: 1001008003, data: false });
    expect(await operator.client.post(letters("replay"), { id })).to.include({ code: 1001008003 });
    const { data } = await reader.client.get(letters(`get?id=${id}`));
    expect(data).to.include({ status: 20, discardReason: "the order was made by hand" });
    expect(await find(`orderId=${number}&status=0`)).to.deep.equal([]);
    expect(await find(`orderId=${number}&status=20`)).to.deep.equal([id]);
    await runJobs();
    expect(runs.get(number)).to.equal(undefined);
    expect(await OperationLogModel.countDocuments({ action: "dead-letter.discard", bizId: String(id) })).to.equal(1);
  });

  it("several are discarded, or none; without a reason it is 400", async () => {
    const [one, two] = [await buildLetter(), await buildLetter()];
    await operator.client.post(letters("replay"), { id: two.id });
    expect(await operator.client.post(letters("discard"), { ids: [one.id, two.id], reason: "no" })).to.include({
      code: 1001008001,
    });
    expect((await DeadLetterModel.findById(one.id).lean())?.discardedAt).to.equal(null);
    for (const body of [{ id: one.id }, { id: one.id, reason: " " }, { id: { $gt: "" }, reason: "x" }, { reason: "x" }])
      expect(await operator.client.post(letters("discard"), body)).to.include({ status: 400 });
  });

  it("all of a filter are replayed once; those of another version are left", async () => {
    const numbers = await buildLetters(5, "ReplayedFew");
    const strange = await buildLetter({ error: "ReplayedFew", v: 9 });
    const { data } = await operator.client.post(letters("replay-all"), { error: "ReplayedFew" });
    expect(data).to.include({ replayed: 5, skipped: 1, running: false });
    const again = await operator.client.post(letters("replay-all"), { error: "ReplayedFew" });
    expect(again.data).to.include({ replayed: 0, skipped: 1, running: false });
    await runJobs();
    expect(numbers.map((number) => runs.get(number)?.length)).to.deep.equal([1, 1, 1, 1, 1]);
    expect(await find("error=ReplayedFew&status=0")).to.deep.equal([strange.id]);
    const rows = await OperationLogModel.find({ action: "dead-letter.replay-all", bizId: String(data.id) }).lean();
    expect(rows.map(({ operatorId }) => operatorId)).to.deep.equal([operator.operator._id]);
  });

  it("of many the first 200 go at once and a job goes on, in the operator's name, whatever runs twice", async () => {
    await buildLetters(230, "ReplayedMany");
    const { data } = await operator.client.post(letters("replay-all"), { error: "ReplayedMany" });
    expect(data).to.include({ replayed: 200, skipped: 0, running: true });
    await Promise.all([continueReplay(data.id), continueReplay(data.id)]);
    await runJobs();
    await continueReplay(data.id);
    const status = (await reader.client.get(letters(`replay-status?id=${data.id}`))).data;
    expect(status).to.include({ id: data.id, replayed: 230, skipped: 0, running: false });
    expect(await DeadLetterModel.countDocuments({ error: "ReplayedMany", replayedAt: null })).to.equal(0);
    const rows = await OperationLogModel.find({ action: "dead-letter.replay-all", bizId: String(data.id) }).lean();
    expect(rows.flatMap(({ after }) => (after as { ids: number[] }).ids)).to.have.lengthOf(230);
    expect(rows.every(({ operatorId }) => operatorId === operator.operator._id)).to.equal(true);
  });

  it("all open ones of a filter are discarded with a reason, told by their count before and after, and not run", async () => {
    const numbers = await buildLetters(3, "DiscardedFew");
    const replayed = await buildLetter({ error: "DiscardedFew" });
    await operator.client.post(letters("replay"), { id: replayed.id });
    const other = await buildLetter({ error: "DiscardedOther" });
    const body = { error: "DiscardedFew", discardReason: "a test's" };
    const { data } = await operator.client.post(letters("discard-all"), body);
    expect(data).to.deep.equal({ found: 3, discarded: 3, left: 0 });
    const again = (await operator.client.post(letters("discard-all"), { ...body, discardReason: "again" })).data;
    expect(again).to.deep.equal({ found: 0, discarded: 0, left: 0 });
    const discarded = await find("error=DiscardedFew&status=20");
    expect(discarded).to.have.lengthOf(3);
    expect(await find("error=DiscardedFew&status=10")).to.deep.equal([replayed.id]);
    expect(await find("error=DiscardedOther&status=0")).to.deep.equal([other.id]);
    expect((await DeadLetterModel.findById(discarded[0]).lean())?.discardReason).to.equal("a test's");
    await runJobs();
    expect(numbers.map((number) => runs.get(number))).to.deep.equal([undefined, undefined, undefined]);
    const [row, ...more] = await OperationLogModel.find({
      action: "dead-letter.discard-all",
      "after.reason": "a test's",
    }).lean();
    expect(more).to.deep.equal([]);
    expect(row).to.deep.include({ operatorId: operator.operator._id });
    expect(row?.before).to.deep.equal({ filter: { error: "DiscardedFew" }, open: 3 });
    expect(row?.after).to.deep.include({ open: 0, discarded: 3, ids: discarded.toReversed() });
  });

  it("two who discard the same at once discard each of them once", async () => {
    const same = { queue: "maintenance", job: plainJob.name, error: "DiscardedMany", about: {} };
    const rows = Array.from({ length: 230 }, (_, at) => ({
      _id: 50_000_000 + at,
      bullId: `discarded-many-${at}`,
      ...same,
    }));
    await DeadLetterModel.insertMany(rows as never[]);
    const discard = () =>
      operator.client.post(letters("discard-all"), { error: "DiscardedMany", discardReason: "at once" });
    const counts = (await Promise.all([discard(), discard()])).map(({ data }) => data.discarded as number);
    expect(counts[0]! + counts[1]!).to.equal(230);
    const told = await OperationLogModel.find({
      action: "dead-letter.discard-all",
      "after.reason": "at once",
    }).lean();
    const ids = told.flatMap(({ after }) => (after as { ids: number[] }).ids);
    expect(new Set(ids).size).to.equal(230);
    expect(ids).to.have.lengthOf(230);
  });

  it("letters of later are not part of a replay that is under way", async () => {
    const { id } = await buildLetter({ error: "ReplayedThen" });
    const { data } = await operator.client.post(letters("replay-all"), { error: "ReplayedThen" });
    await DeadLetterReplayModel.updateOne({ _id: data.id }, { $set: { status: 0 } });
    heldClock.advance(1_000);
    const later = await buildLetter({ error: "ReplayedThen" });
    await continueReplay(data.id);
    expect(await find("error=ReplayedThen&status=10")).to.deep.equal([id]);
    expect(await find("error=ReplayedThen&status=0")).to.deep.equal([later.id]);
  });

  it("everything is replayed or discarded by a word alone, never by an empty body", async () => {
    for (const body of [{}, { all: false }, { all: "yes" }, { queue: "x" }, { error: { $gt: "" } }, { orderId: {} }])
      expect(await operator.client.post(letters("replay-all"), body)).to.include({ status: 400 });
    for (const body of [{}, { all: false }, { error: { $gt: "" } }, { queue: "maintenance" }, { reason: "x" }])
      expect(await operator.client.post(letters("discard-all"), body)).to.include({ status: 400 });
    for (const which of [{}, { all: false }, { orderId: {} }, { discardReason: " ", all: true }])
      expect(await operator.client.post(letters("discard-all"), { discardReason: "why", ...which })).to.include({
        status: 400,
      });
    expect((await operator.client.get(letters("replay-status?id=999999999"))).code).to.equal(1001008004);
  });
});
