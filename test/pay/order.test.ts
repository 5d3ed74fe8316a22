import { expect } from "chai";
import { changePayOrderPrice, closePayOrder, movePayOrderExpiry, openPayOrder } from "#shared/domains/pay/index.js";
import { syncAttempts } from "#shared/domains/pay/worker.js";
import { syncAttemptsJob, syncAttemptJob } from "#shared/domains/pay/pay.jobs.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { clock, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildMember } from "#test/factories/member.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { atChannel, buildPaid, buildSubmitted, callsTo, fault, noFaults, reload, settle } from "./support.js";

const countAsks = (attemptId: number): Promise<number> =>
  OutboxModel.countDocuments({ job: syncAttemptJob.name, subjects: `attemptId:${attemptId}` });

const get = (id: unknown, more = ""): string => `/app-api/pay/order/get?id=${id}${more}`;

describe("pay order get", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("shows every field of the interface, null where nothing is set yet", async () => {
    const { client, order } = await buildPayOrder({ priceFen: 2_000, isVirtual: true });
    const { code, data } = await client.get(get(order._id));
    expect(code).to.equal(0);
    expect(data).to.deep.equal({
      id: order._id,
      appId: 1,
      channelId: null,
      channelCode: null,
      merchantOrderId: order.merchantOrderId,
      subject: "两件商品",
      body: "two goods",
      notifyUrl: order.notifyUrl,
      price: 2_000,
      channelFeeRate: null,
      channelFeePrice: null,
      status: 0,
      userIp: "127.0.0.1",
      expireTime: order.expireAt.getTime(),
      successTime: null,
      extensionId: null,
      no: null,
      refundPrice: 0,
      channelUserId: null,
      channelOrderNo: null,
      createTime: order.createdAt.getTime(),
      walletCombinationPaymentPrice: 0,
      walletCombinationRefundPrice: 0,
      isVirtualSpuBoolean: true,
    });
  });

  it("finds a payment that no callback told, by asking the channel", async () => {
    const { client, order, no } = await buildSubmitted();
    await settle(no, { notify: false });
    expect((await client.get(get(order._id, "&sync=false"))).data.status).to.equal(0);
    const synced = await client.get(get(order._id));
    expect(synced.data).to.include({ status: 10, no });
    expect(synced.data.successTime).to.be.a("number");
  });

  it("does not ask for what is paid or was never submitted, and asks once for many readers", async () => {
    const fresh = await buildPayOrder();
    await fresh.client.get(get(fresh.order._id));
    const { client, order, no } = await buildSubmitted();
    await Promise.all(Array.from({ length: 8 }, () => client.get(get(order._id))));
    const asked = await callsTo(`/out-trade-no/${no}`);
    expect(asked.length).to.be.within(1, 2); // a new two seconds may begin meanwhile
    const paid = await buildPaid();
    const before = (await callsTo(`/out-trade-no/${paid.no}`)).length;
    await paid.client.get(get(paid.order._id));
    expect((await callsTo(`/out-trade-no/${paid.no}`)).length).to.equal(before);
  });

  it("a channel in trouble or silent: the stored state is answered within its time", async () => {
    const { client, order } = await buildSubmitted();
    await fault({ mode: "error", count: 1, path: "/out-trade-no/" });
    expect((await client.get(get(order._id))).data.status).to.equal(0);
    const other = await buildSubmitted();
    await fault({ mode: "timeout", count: 1, path: "/out-trade-no/" });
    const startedAt = Date.now();
    const silent = await other.client.get(get(other.order._id));
    expect([silent.code, silent.data.status]).to.deep.equal([0, 0]);
    expect(Date.now() - startedAt).to.be.within(2_000, 4_500);
  });

  it("is for its member: a stranger 401, anyone else as if it were not there, bad ids 400", async () => {
    const { order, client } = await buildPayOrder();
    const other = await buildMember();
    expect((await stranger.get(get(order._id))).status).to.equal(401);
    expect((await other.client.get(get(order._id))).code).to.equal(1007002000);
    expect((await client.get(get(99_999_999))).code).to.equal(1007002000);
    for (const bad of ["", "x", "0", "-1", "1.5"]) expect((await client.get(get(bad))).status, bad).to.equal(400);
    expect((await client.get(get(order._id, "&sync=maybe"))).status).to.equal(400);
  });
});

describe("pay order", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("is one for a merchant order, however often it is opened", async () => {
    const { order, member } = await buildPayOrder();
    const again = await openPayOrder({
      appId: 1,
      merchantOrderId: order.merchantOrderId,
      memberId: member._id,
      subject: "x",
      body: "",
      priceFen: 1,
      expireAt: clock.after(1),
      isVirtual: false,
      userIp: "",
    });
    expect(again._id).to.equal(order._id);
    expect(await PayOrderModel.countDocuments({ merchantOrderId: order.merchantOrderId })).to.equal(1);
  });

  it("closes once, and closing a paid one changes nothing", async () => {
    const { order, no } = await buildSubmitted();
    expect([await closePayOrder(order._id), await closePayOrder(order._id)]).to.deep.equal(["closed", "closed"]);
    await runJobs();
    expect((await atChannel(no)).state).to.equal("closed");
    const paid = await buildPaid();
    expect(await closePayOrder(paid.order._id)).to.equal("alreadyPaid");
    expect((await reload(paid.order)).status).to.equal(10);
  });

  it("moves its expiry while it waits, not later", async () => {
    const { order } = await buildPayOrder();
    const expireAt = clock.after(hours(5));
    await movePayOrderExpiry(order._id, expireAt);
    expect((await reload(order)).expireAt.getTime()).to.equal(expireAt.getTime());
    const paid = await buildPaid();
    const error = await movePayOrderExpiry(paid.order._id, expireAt).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 1007002001 });
  });

  it("a new price closes what was submitted for the old one, which counts no more", async () => {
    const { order, no, client } = await buildSubmitted({ priceFen: 2_000 });
    await changePayOrderPrice(order._id, 1_500);
    await runJobs();
    expect((await atChannel(no)).state).to.equal("closed");
    await client.post("/app-api/pay/order/submit", submitBody(order));
    const second = (await reload(order)).no!;
    expect((await atChannel(second)).amount).to.equal(1_500);
    await settle(no, { force: true });
    await settle(second);
    await runJobs();
    expect(await reload(order)).to.include({ status: 10, priceFen: 1_500, no: second });
    expect((await atChannel(no)).refunded).to.equal(2_000);
  });

  it("the schedule finds a payment that nobody told; its jobs run twice", async () => {
    const { order, no } = await buildSubmitted();
    await settle(no, { notify: false });
    await enqueue(syncAttemptsJob, {});
    await enqueue(syncAttemptsJob, {});
    await runJobs();
    const paid = await reload(order);
    expect(paid.status).to.equal(10);
    await enqueue(syncAttemptJob, { attemptId: paid.attemptId! });
    await runJobs();
    expect((await reload(order)).status).to.equal(10);
  });

  it("the schedule asks of all whose turn it is, each minute at first, and nobody waits behind those that were asked", async () => {
    heldClock.hold();
    await PayAttemptModel.updateMany({ open: true }, { $set: { nextAskAt: clock.after(hours(9)) } });
    const { order } = await buildSubmitted();
    const attemptId = (await reload(order)).attemptId!;
    // Before this was kept: no time is known.
    const crowd = await buildSubmitted();
    await PayAttemptModel.collection.updateOne(
      { _id: (await reload(crowd.order)).attemptId! as never },
      { $unset: { nextAskAt: 1 } },
    );
    const asked = async (): Promise<number> => {
      const before = await countAsks(attemptId);
      await syncAttempts();
      return (await countAsks(attemptId)) - before;
    };
    expect(await asked()).to.equal(1);
    await runJobs();
    expect(await asked(), "twice in its minute").to.equal(0);
    for (let minute = 0; minute < 3; minute++) {
      heldClock.advance(minutes(1));
      expect(await asked()).to.equal(1);
      await runJobs();
    }
    heldClock.advance(minutes(10));
    expect(await asked()).to.equal(1);
    await runJobs();
    heldClock.advance(minutes(5));
    expect(await asked(), "an older one").to.equal(0);
    heldClock.advance(minutes(5));
    expect(await asked()).to.equal(1);
    await runJobs();
    const other = (await PayAttemptModel.findById((await reload(crowd.order)).attemptId!).lean())!;
    expect(other.nextAskAt).to.be.instanceOf(Date);
  });

  it("more than the schedule takes at a time are all asked about", async () => {
    const { order } = await buildSubmitted();
    const { _id: _, ...attempt } = (await PayAttemptModel.findById((await reload(order)).attemptId!).lean())!;
    await PayAttemptModel.updateMany({ open: true }, { $set: { nextAskAt: clock.after(hours(9)) } });
    const ids = Array.from({ length: 650 }, (_, index) => 1_000_000_000 + index);
    const rows = ids.map((_id) => ({ ...attempt, _id, no: `crowd-${_id}`, fingerprint: `crowd-${_id}` }));
    await PayAttemptModel.collection.insertMany(
      rows.map((row) => ({ ...row, nextAskAt: clock.after(-1_000) })) as never,
    );
    await queueNamed("pay-sync").pause();
    try {
      await syncAttempts();
      const about = { job: "pay.syncAttempt", subjects: { $in: ids.map((id) => `attemptId:${id}`) } };
      expect(await OutboxModel.countDocuments(about)).to.equal(ids.length);
    } finally {
      await inTransaction(async () => PayAttemptModel.deleteMany({ _id: { $in: ids } }));
      await queueNamed("pay-sync").resume();
      await runJobs();
    }
  });
});
