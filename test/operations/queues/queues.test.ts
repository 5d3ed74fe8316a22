import { expect } from "chai";
import { invalidateReads } from "#shared/domains/operations/queues/cachedReads.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { recordDeadLetter, DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { takeableSince } from "#shared/kernel/queue/queueFigures.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, runs } from "#test/support/testJobs.js";

const queue = (verb: string): string => `/admin-api/infra/queue/${verb}`;
const letters = (verb: string): string => `/admin-api/infra/dead-letter/${verb}`;

/** A dead letter of the test job, about an order. */
async function buildLetter(overrides: object = {}): Promise<{ id: number; number: number }> {
  const number = 7_000_000 + (await nextId("testNumbers"));
  const bullId = `o-${number}-1`;
  await recordDeadLetter({
    bullId,
    job: keyedJob.name,
    queue: "maintenance",
    v: 1,
    payload: { number, fail: "never" },
    about: { orderId: number, memberId: number + 1 },
    requestId: "r",
    attempts: 8,
    reason: "Error: away",
    stack: "",
    ...overrides,
  });
  const { _id } = (await DeadLetterModel.findOne({ bullId }).lean())!;
  return { id: _id, number };
}

describe("operators and the queues", () => {
  let reader: BuiltOperator;
  let operator: BuiltOperator;
  let member: Client;
  before(async () => {
    await startService();
    reader = await buildOperator(["infra:queue:read"]);
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
    member = (await buildMember()).client;
  });
  beforeEach(invalidateReads);
  afterEach(async () => {
    await queueNamed("vod").resume();
    await queueNamed("vod").drain(true);
  });

  it("list shows every queue with its counts and the age of its oldest waiting job", async () => {
    await queueNamed("vod").pause();
    await queueNamed("vod").add("test.unknown", {}, { timestamp: Date.now() - 90_000 });
    const { data, code } = await reader.client.get(queue("list"));
    expect(code).to.equal(0);
    expect(data.map((row: { name: string }) => row.name)).to.deep.equal(queueNames);
    const row = data.find(({ name }: { name: string }) => name === "vod");
    expect(row).to.include({ group: "media", waiting: 1, active: 0, paused: true, workers: 0 });
    expect(row.oldestWaitMs).to.be.within(90_000, 120_000);
  });

  it("page cuts the list and finds one by name", async () => {
    const { data } = await reader.client.get(queue("page?pageNo=2&pageSize=5"));
    expect(data.total).to.equal(queueNames.length);
    expect(data.list.map((row: { name: string }) => row.name)).to.deep.equal(queueNames.slice(5, 10));
    expect((await reader.client.get(queue("page?name=notify"))).data).to.deep.include({ total: 1 });
    expect(await reader.client.get(queue("page?name=nothing"))).to.include({ status: 400 });
  });

  it("pause holds a queue and resume lets it go on; each is an audit row", async () => {
    expect(await operator.client.put(queue("pause"), { name: "vod" })).to.include({ code: 0, data: true });
    expect(await queueNamed("vod").isPaused()).to.equal(true);
    expect(await operator.client.put(queue("resume"), { name: "vod" })).to.include({ code: 0, data: true });
    expect(await queueNamed("vod").isPaused()).to.equal(false);
    const rows = await OperationLogModel.find({ operatorId: operator.operator._id, bizId: "vod" })
      .sort({ _id: 1 })
      .lean();
    expect(rows.map(({ action, before, after }) => [action, before, after])).to.deep.equal([
      ["queue.pause", { paused: false }, { paused: true }],
      ["queue.resume", { paused: true }, { paused: false }],
    ]);
  });

  it("a queue that does not exist is 400 and named", async () => {
    for (const name of ["nothing", { $gt: "" }, undefined]) {
      const reply = await operator.client.put(queue("pause"), { name });
      expect(reply).to.include({ status: 400, data: false });
      expect(reply.msg).to.match(/^name/);
    }
  });

  it("strangers and members are 401, readers may not act", async () => {
    for (const nobody of [stranger, member]) {
      for (const path of [queue("list"), queue("page"), letters("page")])
        expect(await nobody.get(path)).to.include({ status: 401 });
      for (const path of [queue("pause"), queue("resume")])
        expect(await nobody.put(path, { name: 1 })).to.include({ status: 401 });
      expect(await nobody.post(letters("replay"), { id: "x" })).to.include({ status: 401 });
    }
    expect(await reader.client.put(queue("pause"), { name: 1 })).to.include({ status: 403 });
    expect(await reader.client.post(letters("replay"), {})).to.include({ status: 403 });
    const other = await buildOperator(["trade:order:query"]);
    expect(await other.client.get(queue("list"))).to.include({ status: 403 });
  });

  it("dead letters are found by queue, job, what they were about and time", async () => {
    const { id, number } = await buildLetter();
    const find = async (filter: string): Promise<number[]> =>
      (await reader.client.get(letters(`page?${filter}`))).data.list.map((row: { id: number }) => row.id);
    expect(await find(`orderId=${number}`)).to.deep.equal([id]);
    expect(await find(`memberId=${number + 1}&queue=maintenance&job=${keyedJob.name}&replayed=false`)).to.include(id);
    expect(await find(`orderId=${number}&queue=notify`)).to.deep.equal([]);
    expect(await find(`orderId=${number}&createTime=0&createTime=1`)).to.deep.equal([]);
    expect(await find(`orderId=${number}&createTime=1`)).to.deep.equal([id]);
    expect(await find(`payOrderId=${number}`)).to.deep.equal([]);
    for (const bad of ["orderId=x", "queue=x", "createTime=x", "replayed=3"])
      expect(await reader.client.get(letters(`page?${bad}`))).to.include({ status: 400 });
  });

  it("a replay runs the job once more, and only once, with an audit row", async () => {
    const { id, number } = await buildLetter();
    const replies = await Promise.all([1, 2, 3].map(() => operator.client.post(letters("replay"), { id })));
    expect(replies.map((reply) => reply.code).sort()).to.deep.equal([0, 1001008001, 1001008001]);
    await runJobs();
    expect(runs.get(number)).to.have.lengthOf(1);
    expect(await OperationLogModel.countDocuments({ action: "dead-letter.replay", bizId: String(id) })).to.equal(1);
    const { data } = await reader.client.get(letters(`page?orderId=${number}`));
    expect(data.list[0].replayTime).to.be.a("number");
  });

  it("several are replayed together, or none of them", async () => {
    const [one, two] = [await buildLetter(), await buildLetter()];
    const unknown = await operator.client.post(letters("replay"), { ids: [one.id, 999_999_999] });
    expect(unknown).to.include({ status: 200, code: 1001008000, data: false });
    expect(await operator.client.post(letters("replay"), { ids: [one.id, two.id] })).to.include({
      code: 0,
      data: true,
    });
    await runJobs();
    expect([runs.get(one.number)?.length, runs.get(two.number)?.length]).to.deep.equal([1, 1]);
  });

  it("a job that this version does not know is refused and stays open", async () => {
    for (const overrides of [{ job: "test.gone" }, { v: 2 }, { payload: { number: "x" } }]) {
      const { id } = await buildLetter(overrides);
      expect(await operator.client.post(letters("replay"), { id })).to.include({ code: 1001008002 });
      expect((await DeadLetterModel.findById(id).lean())?.replayedAt).to.equal(null);
    }
  });

  it("replay wants an id or ids, not both", async () => {
    for (const body of [{}, { id: 1, ids: [2] }, { id: { $gt: "" } }, { ids: [] }, { ids: { $gt: "" } }])
      expect(await operator.client.post(letters("replay"), body)).to.include({ status: 400 });
  });

  it("the age of a waiting job begins after its delay and after the pause between tries", () => {
    const job = { timestamp: 1_000, attemptsMade: 0, processedOn: undefined, opts: {} };
    expect(takeableSince(job as never)).to.equal(1_000);
    expect(takeableSince({ ...job, opts: { delay: 500 } } as never)).to.equal(1_500);
    const exponential = { backoff: { type: "exponential", delay: 100 } };
    expect(takeableSince({ ...job, attemptsMade: 3, processedOn: 2_000, opts: exponential } as never)).to.equal(2_400);
  });
});
