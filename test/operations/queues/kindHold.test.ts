import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { invalidateReads } from "#shared/domains/operations/queues/cachedReads.js";
import { refundAtChannelJob } from "#shared/domains/pay/pay.jobs.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { invalidateHeldKinds, KindHoldModel } from "#shared/kernel/outbox/kindHolds.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { held, holdReaders, keyedJob, orderJob, plainJob, readers, runs, wakingJob } from "#test/support/testJobs.js";

const HOLD = "/admin-api/infra/queue/hold-kind";
const RELEASE = "/admin-api/infra/queue/release-kind";

describe("a kind of job that is held", () => {
  let clerk: BuiltOperator;
  before(async () => {
    await startService();
  });
  beforeEach(async () => {
    clerk = await buildOperator(["infra:queue:read", "infra:queue:operate"], { nickname: "Mei Lin" });
  });
  afterEach(async () => {
    for (const { _id } of await KindHoldModel.find().lean()) await release(_id);
    await queueNamed("trade").resume();
    await runJobs();
  });

  const reason = "the goods are being counted";
  const number = async (): Promise<number> => 9_100_000 + (await nextId("testNumbers"));
  const rowOf = (of: number): Promise<OutboxRow> =>
    OutboxModel.findOne({ "payload.number": of }).sort({ _id: -1 }).orFail().lean<OutboxRow>();
  const isHeld = async (of: number): Promise<boolean> => (await rowOf(of)).hold?.ofKind === true;
  async function put(path: string, body: object): Promise<void> {
    const reply = await clerk.client.put(path, body);
    expect([reply.code, reply.msg, reply.data]).to.deep.equal([0, reply.msg, true]);
  }
  const hold = (job: string) => put(HOLD, { job, reason, confirm: true });
  const release = (job: string) => put(RELEASE, { job, reason: "all is well" });

  it("waits in the outbox, whether it was in Redis, is due later or comes new, while others of its queue go on", async () => {
    const [queued, later, fresh] = [await number(), await number(), await number()];
    await queueNamed("trade").pause();
    await enqueue(orderJob, { number: queued });
    await enqueue(orderJob, { number: later }, { delayMs: hours(1) });
    const inRedis = bullIdOf(await rowOf(queued));
    await eventually("it is in Redis", async () => (await queueNamed("trade").getJob(inRedis)) !== undefined);
    await hold(orderJob.name);
    await eventually("both are held", async () => (await isHeld(queued)) && (await isHeld(later)));
    expect(await queueNamed("trade").getJob(inRedis)).to.equal(undefined);
    await enqueue(orderJob, { number: fresh });
    expect(await rowOf(fresh)).to.deep.include({ state: "held", run: 1 });
    await queueNamed("trade").resume();
    const other = await number();
    await enqueue(plainJob, { number: other });
    await runJobs();
    expect(runs.has(other)).to.equal(true);
    expect([queued, later, fresh].filter((one) => runs.has(one))).to.deep.equal([]);

    await release(orderJob.name);
    await eventually("none is held", async () => !(await isHeld(queued)) && !(await isHeld(fresh)));
    await runJobs();
    expect([runs.get(queued)?.length, runs.get(fresh)?.length]).to.deep.equal([1, 1]);
    await eventually("the later one waits for its time", async () => !(await isHeld(later)));
    expect(await rowOf(later)).to.deep.include({ state: "held" });
    expect(runs.has(later)).to.equal(false);
  });

  it("goes back to the outbox when a worker takes it from Redis all the same", async () => {
    const one = await number();
    await queueNamed("trade").pause();
    await enqueue(orderJob, { number: one });
    const jobId = bullIdOf(await rowOf(one));
    await eventually("it is in Redis", async () => (await queueNamed("trade").getJob(jobId)) !== undefined);
    await KindHoldModel.create([{ _id: orderJob.name, operatorId: clerk.operator._id, reason, at: clock.now() }]);
    invalidateHeldKinds();
    await queueNamed("trade").resume();
    await eventually("it is held", () => isHeld(one));
    expect(await rowOf(one)).to.deep.include({ state: "held", run: 2 });
    expect(runs.has(one)).to.equal(false);
    await release(orderJob.name);
    await runJobs();
    await eventually("it ran", async () => (await rowOf(one)).state === "done");
    expect(runs.get(one)).to.have.lengthOf(1);
  });

  it("is let run where it runs when the hold begins", async () => {
    const [runsNow, next] = [await number(), await number()];
    holdReaders.add(runsNow);
    await enqueue(wakingJob, { number: runsNow });
    await eventually("it runs", async () => readers.has(runsNow));
    await hold(wakingJob.name);
    await enqueue(wakingJob, { number: next });
    expect(await isHeld(next)).to.equal(true);
    // The job that holds the others is of the same queue, and has been there.
    await eventually("the rows were looked at", async () => {
      const pass = {
        job: "admin.applyKindHold",
        "payload.job": wakingJob.name,
        "payload.pass": 0,
        state: "done" as const,
      };
      return (await OutboxModel.countDocuments(pass)) > 0;
    });
    expect(await isHeld(runsNow)).to.equal(false);
    holdReaders.delete(runsNow);
    readers.get(runsNow)!();
    await eventually("it ended", async () => (await rowOf(runsNow)).state === "done");
    expect(await isHeld(next)).to.equal(true);
  });

  it("on which money or orders depend is held once the operator confirms what will wait", async () => {
    const refundId = await number();
    await enqueue(refundAtChannelJob, { refundId }, { delayMs: hours(1) });
    const body = { job: refundAtChannelJob.name, reason };
    const count = await OutboxModel.countDocuments({ job: refundAtChannelJob.name, open: true });
    const warned = await clerk.client.put(HOLD, body);
    expect(warned.code).to.equal(1001008006);
    expect(warned.msg).to.include(`${count} ${count === 1 ? "refund" : "refunds"} will wait`);
    expect(await KindHoldModel.countDocuments()).to.equal(0);
    await put(HOLD, { ...body, confirm: true });
    expect(await KindHoldModel.findById(body.job).lean()).to.include({ reason, operatorId: clerk.operator._id });
    await release(body.job);
    await OutboxModel.deleteMany({ "payload.refundId": refundId });
  });

  it("is told on its queue's page, by its jobs and in the flow, and audited with the reasons", async () => {
    // What another test left to wait for its time would be held and counted too.
    await OutboxModel.deleteMany({ job: keyedJob.name, open: true });
    const one = await number();
    await hold(keyedJob.name);
    await enqueue(keyedJob, { number: one });
    invalidateReads();
    const { data } = await clerk.client.get(`/admin-api/infra/queue/detail?name=${keyedJob.queue}`);
    expect(data.kinds[0]).to.include({ job: keyedJob.name, canBeHeld: true });
    expect(data.kinds[0].hold).to.include({ operatorName: "Mei Lin", reason, jobs: 1 });
    const { _id: id } = await rowOf(one);
    const { why } = (await clerk.client.get(`/admin-api/infra/job/get?id=${id}`)).data;
    expect(why.state).to.equal("stands");
    expect(why.sentence.en).to.match(
      /^It waits until jobs of kind test\.keyed are released: Mei Lin held all of them at \S+ \("the goods are being counted"\)\.$/,
    );
    expect(why.acts).to.deep.equal([{ act: "kind.release", id: keyedJob.name, may: true }]);
    for (const act of ["release", "retry"]) {
      const refused = await clerk.client.post("/admin-api/infra/job/act", { act, id, reason });
      expect(refused.code, act).to.equal(1001001010);
    }
    await release(keyedJob.name);
    await runJobs();
    expect(runs.get(one)).to.have.lengthOf(1);
    const acts = await OperationLogModel.find({ bizId: keyedJob.name, operatorId: clerk.operator._id }).lean();
    expect(acts.map(({ action, after }: any) => [action, after.reason])).to.have.deep.members([
      ["queue.holdKind", reason],
      ["queue.releaseKind", "all is well"],
    ]);
  });

  it("needs a kind that can wait and a reason, is held once, and is for who may operate", async () => {
    for (const [body, field] of [
      [{ job: "test.nothing", reason }, "job"],
      [{ job: held.name, reason }, "job"],
      [{ job: "admin.applyKindHold", reason }, "job"],
      [{ job: keyedJob.name }, "reason"],
      [{ job: keyedJob.name, reason, confirm: "yes" }, "confirm"],
    ] as const) {
      const reply = await clerk.client.put(HOLD, body);
      expect(reply).to.include({ status: 400 });
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
    expect((await clerk.client.put(RELEASE, { job: keyedJob.name, reason })).code).to.equal(1001008008);
    await hold(keyedJob.name);
    expect((await clerk.client.put(HOLD, { job: keyedJob.name, reason })).code).to.equal(1001008007);
    const reader = await buildOperator(["infra:queue:read"]);
    for (const path of [HOLD, RELEASE]) {
      expect(await stranger.put(path, {}), path).to.include({ status: 401 });
      expect(await reader.client.put(path, {}), path).to.include({ status: 403 });
    }
  });
});
