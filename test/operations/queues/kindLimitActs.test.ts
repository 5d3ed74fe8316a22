import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { invalidateReads } from "#shared/domains/operations/queues/cachedReads.js";
import { refundAtChannelJob } from "#shared/domains/pay/pay.jobs.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { KindLimitModel } from "#shared/kernel/outbox/kindLimits.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { clock, heldClock, seconds } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { held, keyedJob } from "#test/support/testJobs.js";

const base = "/admin-api/infra/queue/";
const reason = "the merchant's system is slow";

describe("an operator who limits a kind of job to a rate", () => {
  let clerk: BuiltOperator;
  before(async () => {
    await startService();
  });
  beforeEach(async () => {
    clerk = await buildOperator(["infra:queue:read", "infra:queue:operate"], { nickname: "Mei Lin" });
    heldClock.hold();
  });
  afterEach(async () => {
    heldClock.release();
    for (const { _id } of await KindLimitModel.find().lean()) await unlimit(_id);
    await eventually("none waits its turn", async () => !(await OutboxModel.exists({ "turn.job": { $gt: "" } })));
    await runJobs();
  });

  const number = async (): Promise<number> => 9_200_000 + (await nextId("testNumbers"));
  async function numbers(count: number): Promise<number[]> {
    return Promise.all(Array.from({ length: count }, number));
  }
  const rowOf = (of: number): Promise<OutboxRow> =>
    OutboxModel.findOne({ "payload.number": of }).sort({ _id: -1 }).orFail().lean<OutboxRow>();
  async function put(path: string, body: object): Promise<void> {
    const reply = await clerk.client.put(base + path, body);
    expect([reply.code, reply.msg, reply.data]).to.deep.equal([0, reply.msg, true]);
  }
  /** Set, and what was open has been brought in line. */
  async function limit(job: string, perMinute: number): Promise<void> {
    await put("limit-kind", { job, perMinute, reason, confirm: true });
    await runJobs();
  }
  const unlimit = (job: string) => put("unlimit-kind", { job, reason: "all is well" });
  it("on which money or orders depend confirms how long they take", async () => {
    const ids = await numbers(12);
    for (const refundId of ids) await enqueue(refundAtChannelJob, { refundId }, { delayMs: seconds(30) });
    await OutboxModel.deleteMany({ job: refundAtChannelJob.name, "payload.refundId": { $nin: ids } });
    heldClock.advance(seconds(30));
    const body = { job: refundAtChannelJob.name, perMinute: 6, reason };
    const warned = await clerk.client.put(`${base}limit-kind`, body);
    expect(warned.code).to.equal(1001008009);
    expect(warned.msg).to.match(/^12 refunds wait; at 6 a minute they take about 2 minutes, /);
    const inChinese = await clerk.client.with({ "accept-language": "zh-CN" }).put(`${base}limit-kind`, body);
    expect(inChinese.msg).to.match(/^12 个退款正在等待；按每分钟 6 个，处理完约需 2 分钟，/);
    expect(await KindLimitModel.countDocuments()).to.equal(0);
    await put("limit-kind", { ...body, confirm: true });
    await put("limit-kind", { ...body, perMinute: 12 });
    expect((await clerk.client.put(`${base}limit-kind`, { ...body, perMinute: 11 })).code).to.equal(1001008009);
    await OutboxModel.deleteMany({ "payload.refundId": { $in: ids } });
  });

  it("is told on its queue's page and by its jobs, and audited with the reasons", async () => {
    await limit(keyedJob.name, 6);
    const all = await numbers(3);
    for (const one of all) {
      await enqueue(keyedJob, { number: one });
      heldClock.advance(1);
    }
    invalidateReads();
    const { data } = await clerk.client.get(`${base}detail?name=${keyedJob.queue}`);
    expect(data.kinds[0]).to.include({ job: keyedJob.name, canBeHeld: true, hold: null });
    expect(data.kinds[0].limit).to.include({ perMinute: 6, operatorName: "Mei Lin", reason, jobs: 3 });
    expect(data.kinds[0].limit.throughTime - clock.ms()).to.be.within(seconds(25), seconds(30));
    const { _id: id } = await rowOf(all[2]!);
    const job = (await clerk.client.get(`/admin-api/infra/job/get?id=${id}`)).data;
    expect(job).to.include({ state: "held", hold: null, inTurn: true });
    expect(job.why.state).to.equal("waits");
    expect(job.why.sentence.en).to.match(
      /^It waits for its turn: Mei Lin limited jobs of kind test\.keyed to 6 a minute at \S+ \("the merchant's system is slow"\); 2 are before it\.$/,
    );
    expect(job.why.acts).to.deep.equal([{ act: "kind.unlimit", id: keyedJob.name, may: true }]);
    await limit(keyedJob.name, 7);
    await unlimit(keyedJob.name);
    await runJobs();
    const acts = await OperationLogModel.find({ bizId: keyedJob.name, operatorId: clerk.operator._id })
      .sort({ _id: 1 })
      .lean();
    expect(
      acts.map(({ action, before, after }: any) => [action, before?.perMinute, after.perMinute, after.reason]),
    ).to.deep.equal([
      ["queue.limitKind", undefined, 6, reason],
      ["queue.limitKind", 6, 7, reason],
      ["queue.unlimitKind", 7, undefined, "all is well"],
    ]);
  });

  it("needs a kind that can wait, a whole number and a reason, and is for who may operate", async () => {
    const good = { job: keyedJob.name, perMinute: 6, reason };
    for (const [wrong, field] of [
      [{ job: "test.nothing" }, "job"],
      [{ job: held.name }, "job"],
      [{ job: "admin.applyKindHold" }, "job"],
      [{ perMinute: 0 }, "perMinute"],
      [{ perMinute: 1.5 }, "perMinute"],
      [{ perMinute: 6_001 }, "perMinute"],
      [{ perMinute: undefined }, "perMinute"],
      [{ reason: undefined }, "reason"],
      [{ confirm: "yes" }, "confirm"],
    ] as const)
      for (const [language, told] of [
        ["en", /^[ -~]+$/],
        ["zh-CN", /[\u4e00-\u9fff]/],
      ] as const) {
        const client = clerk.client.with({ "accept-language": language });
        const reply = await client.put(`${base}limit-kind`, { ...good, ...wrong });
        expect(reply).to.include({ status: 400 });
        expect(reply.msg)
          .to.match(new RegExp(`^${field}`))
          .and.to.match(told);
      }
    const none = { job: keyedJob.name, reason };
    expect((await clerk.client.put(`${base}unlimit-kind`, none)).code).to.equal(1001008022);
    const reader = await buildOperator(["infra:queue:read"]);
    for (const path of ["limit-kind", "unlimit-kind"]) {
      expect(await stranger.put(base + path, {}), path).to.include({ status: 401 });
      expect(await reader.client.put(base + path, {}), path).to.include({ status: 403 });
    }
  });
});
