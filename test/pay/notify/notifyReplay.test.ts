import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { createPayApp } from "#shared/domains/pay/index.js";
import { ensurePayApps } from "#shared/domains/pay/channel/ensurePayApps.js";
import { deliverNotifyJob } from "#shared/domains/pay/pay.jobs.js";
import { PayAppModel } from "#shared/domains/pay/channel/payApp.model.js";
import { hostOf } from "#shared/kernel/webhooks/notifyHost.js";
import { type NotifyTaskDoc, NotifyTaskModel, NotifyTryModel } from "#shared/domains/pay/notify/notifyTask.model.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { eventually } from "#test/support/eventually.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { behave, deliveries } from "../support.js";

const PATH = "/admin-api/pay/notify/replay-all";
const PAGE = "/admin-api/pay/notify/page";
/** Deliveries that were given up after three tries, of an app of their own. */
async function buildGivenUp(count: number, overrides: Partial<NotifyTaskDoc> = {}) {
  // No order of a test has it, so that a filter by it finds these alone.
  const key = `again-${await nextId("payApps")}`;
  const appId = await createPayApp({ key, name: key, status: 0, orderNotifyUrl: "", refundNotifyUrl: "" });
  const rows: NotifyTaskDoc[] = [];
  for (let made = 0; made < count; made++) {
    const _id = await nextId("notifyTasks");
    const url = `${sandbox.url}/sandbox/merchant/mall`;
    const now = clock.now();
    rows.push({
      _id,
      type: "pay.order.paid",
      appId,
      payOrderId: 800_000_000 + _id,
      refundId: null,
      merchantOrderId: `again-${_id}`,
      url,
      host: hostOf(url),
      body: JSON.stringify({ id: `msg_${_id}`, data: { merchantOrderId: `again-${_id}` } }),
      status: 20,
      tries: 3,
      ladderFrom: 0,
      nextTryAt: null,
      inLineSince: null,
      tryingUntil: null,
      lastTryAt: now,
      lastStatus: 410,
      createdAt: now,
      updatedAt: now,
      ...overrides,
    });
  }
  await NotifyTaskModel.insertMany(rows);
  return { appId, ids: rows.map(({ _id }) => _id), rows };
}

describe("deliveries that an operator has made again", () => {
  before(async () => {
    await startService();
    await ensurePayApps();
  });
  beforeEach(() => NotifyHostModel.deleteMany({}));
  afterEach(async () => {
    await behave("mall", {});
    await runJobs();
    await NotifyTaskModel.deleteMany({ merchantOrderId: /^again-/ });
    // What still stands in line before a host comes up again and again: the next test would wait for it.
    await loseJobs({ job: deliverNotifyJob.name, open: true });
  });

  it("all of a filter need the permission", async () => {
    const { client: member } = await buildMember();
    const { client: other } = await buildOperator(["pay:notify:query"]);
    expect((await stranger.post(PATH, {})).status).to.equal(401);
    expect((await member.post(PATH, {})).status).to.equal(401);
    expect((await other.post(PATH, {})).status).to.equal(403);
  });

  it("all of a filter go again with their message id, on a new ladder; nobody else's", async () => {
    const { appId, ids } = await buildGivenUp(5);
    const others = await buildGivenUp(2);
    const { client, operator } = await buildOperator(["pay:notify:replay"]);
    const createTime = [clock.ms() - 60_000, clock.ms()];
    const reply = await client.post(PATH, { appId, status: 20, createTime });
    expect([reply.code, reply.data], reply.msg).to.deep.equal([0, { replayed: 5, left: 0 }]);
    // Some wait in the line before the host.
    const delivered = async (): Promise<boolean> => {
      await runJobs();
      return (await NotifyTaskModel.countDocuments({ _id: { $in: ids }, status: 10 })) === ids.length;
    };
    await eventually("all are delivered", delivered, 15);
    for (const id of ids) {
      const told = await deliveries("mall", `again-${id}`);
      expect(told.map(({ headers }) => headers["webhook-id"])).to.deep.equal([`msg_${id}`]);
      expect(await NotifyTaskModel.findById(id).lean()).to.include({ status: 10, tries: 4, ladderFrom: 3 });
      expect(await NotifyTryModel.countDocuments({ notifyId: id, tryNumber: 4 })).to.equal(1);
    }
    expect(await NotifyTaskModel.countDocuments({ appId: others.appId, status: 20 })).to.equal(2);
    const rows = await OperationLogModel.find({ operatorId: operator._id, action: "notify.replayAll" }).lean();
    expect(rows).to.have.length(1);
    expect(rows[0]!.after).to.deep.include({ ids });
    const again = await client.post(PATH, { appId });
    expect(again.data).to.deep.equal({ replayed: 0, left: 0 });
  });

  it("those under way are left alone, and delivered ones are asked for by their status", async () => {
    const { appId, ids } = await buildGivenUp(3);
    await NotifyTaskModel.updateOne({ _id: ids[0]! }, { $set: { status: 0 } });
    await NotifyTaskModel.updateOne({ _id: ids[1]! }, { $set: { status: 10 } });
    const { client } = await buildOperator();
    const merchantOrderId = `again-${ids[1]}`;
    expect((await client.post(PATH, { appId, merchantOrderId })).data.replayed).to.equal(0);
    expect((await client.post(PATH, { appId, merchantOrderId, status: 10 })).data.replayed).to.equal(1);
    expect((await client.post(PATH, { appId, payOrderId: 800_000_000 + ids[2]! })).data.replayed).to.equal(1);
    expect((await client.post(PATH, { appId, type: "pay.refund.succeeded" })).data.replayed).to.equal(0);
    expect(await NotifyTaskModel.findById(ids[0]).lean()).to.include({ status: 0, ladderFrom: 0 });
  });

  it("more than a batch are made again, each once, by two operators at once too", async function () {
    const { appId, ids, rows: built } = await buildGivenUp(120);
    await NotifyHostModel.create([
      { _id: built[0]!.host, failures: 5, pausedUntil: clock.after(minutes(30)), slots: [] },
    ]);
    const { client } = await buildOperator();
    const ends = await Promise.all([client.post(PATH, { appId }), client.post(PATH, { appId })]);
    // Two that always want the same rows: one may be told to come again.
    for (const { code, msg } of ends) expect(code, msg).to.be.oneOf([0, 503]);
    expect(ends.map(({ code }) => code)).to.include(0);
    expect((await client.post(PATH, { appId })).data.left).to.equal(0);
    expect(await NotifyTaskModel.countDocuments({ _id: { $in: ids }, status: 0, ladderFrom: 3, tries: 3 })).to.equal(
      120,
    );
    const jobs = await OutboxModel.find({ job: "pay.deliverNotify", "about.notifyId": { $in: ids } } as object).lean();
    expect(new Set(jobs.map(({ key }) => key)).size).to.equal(120);
    expect(jobs).to.have.length(120);
  });

  it("are found in the page by each filter, and a filter of the wrong form is 400 naming it", async () => {
    const { appId, rows } = await buildGivenUp(2);
    const { client } = await buildOperator();
    const [first] = rows;
    const at = first!.createdAt.getTime();
    const total = async (query: string): Promise<number> =>
      (await client.get(`${PAGE}?appId=${appId}${query}`)).data.total;
    expect(await total("")).to.equal(2);
    expect(await total(`&payOrderId=${first!.payOrderId}`)).to.equal(1);
    expect(await total(`&merchantOrderId=${first!.merchantOrderId}&status=20&type=pay.order.paid`)).to.equal(1);
    expect(await total("&type=pay.refund.succeeded")).to.equal(0);
    expect(await total("&status=10")).to.equal(0);
    expect(await total(`&createTime=${at}&createTime=${at + 60_000}`)).to.be.at.least(1);
    expect(await total(`&createTime=${at + 60_000}`)).to.equal(0);
    const shown = (await client.get(`${PAGE}?appId=${appId}&pageSize=1`)).data.list[0];
    expect(shown).to.include({ notifyTimes: 3, maxNotifyTimes: 13, lastStatus: 410, status: 20, refundId: null });
    for (const query of ["type=odd", "appId=x", "payOrderId=-1", "createTime=2&createTime=1", "status=5"])
      expect((await client.get(`${PAGE}?${query}`)).msg, query).to.match(new RegExp(`^${query.split("=")[0]}`));
    for (const body of [{ status: 0 }, { appId: { $gt: "" } }, { type: 1 }, { createTime: { $gt: 1 } }]) {
      const reply = await client.post(PATH, body);
      expect([reply.status, reply.msg.split(":")[0]?.split(".")[0]]).to.deep.equal([400, Object.keys(body)[0]]);
    }
  });

  /** A delivery whose try number 4 waits for an hour. */
  async function buildOnLadder() {
    const built = await buildGivenUp(1, { status: 0, lastStatus: 500, nextTryAt: clock.after(hours(1)) });
    const notifyId = built.ids[0]!;
    await enqueue(deliverNotifyJob, { notifyId, tryNumber: 4 }, { delayMs: hours(1) });
    return { ...built, notifyId };
  }
  const ONE = "/admin-api/pay/notify/replay";
  const jobsOf = (notifyId: number) =>
    OutboxModel.find({ job: "pay.deliverNotify", "about.notifyId": notifyId } as object)
      .sort({ _id: 1 })
      .lean();

  it("one that waits on its ladder goes at once, and goes on from there: its waiting try is the one that is made", async () => {
    const { notifyId } = await buildOnLadder();
    await behave("mall", { status: 500 });
    const { client, operator } = await buildOperator(["pay:notify:replay"]);
    const begunAt = clock.ms();
    const reply = await client.post(ONE, { id: notifyId });
    expect([reply.code, reply.data], reply.msg).to.deep.equal([0, true]);
    await runJobs();
    const task = (await NotifyTaskModel.findById(notifyId).lean())!;
    expect(task).to.include({ status: 0, tries: 4, ladderFrom: 0, lastStatus: 500 });
    // The fifth step of the ladder.
    expect(task.nextTryAt!.getTime() - begunAt).to.be.within(minutes(3), minutes(4));
    const jobs = await jobsOf(notifyId);
    expect(jobs.map(({ key, open }) => [key, open])).to.deep.equal([
      [`pay.deliverNotify:${notifyId}-4`, false],
      [`pay.deliverNotify:${notifyId}-5`, true],
    ]);
    expect(await deliveries("mall", `again-${notifyId}`)).to.have.length(1);
    expect(await OperationLogModel.countDocuments({ operatorId: operator._id, action: "notify.replay" })).to.equal(1);
  });

  it("tapped eight times at once it is one ladder with one waiting try", async () => {
    const { notifyId } = await buildOnLadder();
    await behave("mall", { status: 500 });
    const { client } = await buildOperator();
    const ends = await Promise.all(Array.from({ length: 8 }, () => client.post(ONE, { id: notifyId })));
    for (const { code, msg } of ends) expect(code, msg).to.be.oneOf([0, 503]);
    await eventually("every try was made", async () => {
      await runJobs();
      return (await deliveries("mall", `again-${notifyId}`)).length > 0;
    });
    const { tries } = (await NotifyTaskModel.findById(notifyId).lean())!;
    // Runs that met one under way look again later, and find their try made.
    const ahead = (await jobsOf(notifyId)).filter(
      ({ payload }) => (payload as { tryNumber: number }).tryNumber > tries,
    );
    expect(ahead.map(({ key, open }) => [key, open])).to.deep.equal([
      [`pay.deliverNotify:${notifyId}-${tries + 1}`, true],
    ]);
    expect(await NotifyTryModel.countDocuments({ notifyId })).to.equal(tries - 3);
  });

  it("goes to the address that its app has now, where that is asked for; without one it is refused by name", async () => {
    const { notifyId, appId } = await buildOnLadder();
    const { client } = await buildOperator();
    const none = await client.post(ONE, { id: notifyId, url: "current" });
    expect([none.status, none.code, none.data]).to.deep.equal([200, 1007010002, false]);
    expect(await NotifyTaskModel.findById(notifyId).lean()).to.include({ tries: 3, status: 0 });
    const now = `${sandbox.url}/sandbox/merchant/moved`;
    await PayAppModel.updateOne({ _id: appId }, { $set: { orderNotifyUrl: now } });
    expect((await client.post(ONE, { id: notifyId, url: "current" })).code).to.equal(0);
    await runJobs();
    expect(await NotifyTaskModel.findById(notifyId).lean()).to.include({ status: 10, tries: 4, url: now });
    expect(await deliveries("moved", `again-${notifyId}`)).to.have.length(1);
    expect(await deliveries("mall", `again-${notifyId}`)).to.have.length(0);
    const odd = await client.post(ONE, { id: notifyId, url: "http://elsewhere.example" });
    expect([odd.status, odd.msg.split(":")[0]]).to.deep.equal([400, "url"]);
  });
});
