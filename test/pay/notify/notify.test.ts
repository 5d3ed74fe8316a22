import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { deliverNotify } from "#shared/domains/pay/worker.js";
import { deliverNotifyJob, reviveNotifyJob, startNotifyJob } from "#shared/domains/pay/pay.jobs.js";
import { JITTER, nextDelayMs, notifyDelaysMs, retryAfterMs } from "#shared/kernel/webhooks/notifyLadder.js";
import { payAppWithSecret, refundPayOrder } from "#shared/domains/pay/index.js";
import { releaseSlot, pauseMs, takeSlot } from "#shared/kernel/webhooks/notifyHost.js";
import { NotifyTaskModel, NotifyTryModel, type NotifyTaskDoc } from "#shared/domains/pay/notify/notifyTask.model.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { PayAppModel } from "#shared/domains/pay/channel/payApp.model.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { clock, heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { behave, buildPaid, buildSubmitted, chase, deliveries, settle } from "../support.js";

const taskOf = async (payOrderId: number): Promise<NotifyTaskDoc> =>
  (await NotifyTaskModel.findOne({ payOrderId, type: "pay.order.paid" }).lean<NotifyTaskDoc>())!;

/** Moves on to the task's next try and makes it. */
async function nextTry(payOrderId: number): Promise<void> {
  const { nextTryAt } = await taskOf(payOrderId);
  heldClock.advance(Math.max(0, nextTryAt!.getTime() - clock.ms()) + minutes(31)); // past any pause of the host
  await runJobs();
}

describe("notifyUrl", () => {
  before(() => startService());
  beforeEach(async () => {
    // What other tests left behind would stand in line before the same host.
    await NotifyTaskModel.updateMany({ status: 0 }, { $set: { status: 20, nextTryAt: null } });
    await NotifyHostModel.deleteMany({});
  });
  afterEach(async () => {
    heldClock.release();
    await behave("mall", {});
    await NotifyHostModel.deleteMany({});
  });

  it("is told of a payment once, signed as Standard Webhooks are", async () => {
    const { order } = await buildPaid({ priceFen: 1_999 });
    const told = await deliveries("mall", order.merchantOrderId);
    expect(told).to.have.length(1);
    const { secret } = await payAppWithSecret(1);
    const message = new Webhook(secret).verify(told[0]!.body, told[0]!.headers) as Record<string, unknown>;
    expect(message).to.include({ type: "pay.order.paid", id: told[0]!.headers["webhook-id"] });
    expect(message["createdAt"]).to.be.a("number");
    expect(message["data"]).to.deep.equal({
      payOrderId: order._id,
      merchantOrderId: order.merchantOrderId,
      price: 1_999,
      walletCombinationPaymentPrice: 0,
      channelCode: "social_native",
      no: order.no,
      successTime: order.successAt!.getTime(),
    });
    expect(() => new Webhook(secret).verify(`${told[0]!.body} `, told[0]!.headers)).to.throw();
    expect(await taskOf(order._id)).to.include({ status: 10, tries: 1, lastStatus: 200 });
  });

  it("is told of a refund", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    const refundId = await refundPayOrder({
      payOrderId: order._id,
      merchantRefundId: `n-${order._id}`,
      refundFen: 300,
      reason: "",
    });
    await runJobs();
    await chase();
    const told = (await deliveries("mall", order.merchantOrderId)).map(({ body }) => JSON.parse(body));
    expect(told.map(({ type }) => type)).to.deep.equal(["pay.refund.succeeded", "pay.order.paid"]);
    expect(told[0].data).to.include({ refundId, refundPrice: 300, payOrderId: order._id });
  });

  it("of the app hears of refunds too, unless the app has another address for them", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    const { refundNotifyUrl } = (await PayAppModel.findById(1).lean())!;
    try {
      for (const [address, expected] of [
        ["", "mall"],
        [`${sandbox.url}/sandbox/merchant/refunds`, "refunds"],
      ] as const) {
        await PayAppModel.updateOne({ _id: 1 }, { $set: { refundNotifyUrl: address } });
        const merchantRefundId = `u-${order._id}-${expected}`;
        await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 100, reason: "" });
        await runJobs();
        await chase();
        const told = (await deliveries(expected, order.merchantOrderId)).map(({ body }) => JSON.parse(body).type);
        expect(told[0], expected).to.equal("pay.refund.succeeded");
      }
    } finally {
      await PayAppModel.updateOne({ _id: 1 }, { $set: { refundNotifyUrl } });
    }
  });

  it("its jobs run twice tell once", async () => {
    const { order } = await buildPaid();
    const { _id } = await taskOf(order._id);
    await enqueue(startNotifyJob, { payOrderId: order._id, refundId: null });
    await enqueue(deliverNotifyJob, { notifyId: _id, tryNumber: 1 });
    await runJobs();
    expect(await NotifyTaskModel.countDocuments({ payOrderId: order._id })).to.equal(1);
    expect(await deliveries("mall", order.merchantOrderId)).to.have.length(1);
    expect(await NotifyTryModel.countDocuments({ notifyId: _id })).to.equal(1);
  });

  it("that fails is tried thirteen times on the ladder with one message id, then shown as failed", async () => {
    heldClock.hold();
    await behave("mall", { status: 503 });
    const { order } = await buildPaid();
    for (let done = 1; done < notifyDelaysMs.length; done++) {
      const { tries, nextTryAt, lastTryAt } = await taskOf(order._id);
      expect(tries).to.equal(done);
      const waitMs = nextTryAt!.getTime() - lastTryAt!.getTime();
      expect(waitMs).to.be.within(notifyDelaysMs[done]!, notifyDelaysMs[done]! * (1 + JITTER) + 1);
      await nextTry(order._id);
    }
    expect(await taskOf(order._id)).to.include({ status: 20, tries: 13, nextTryAt: null, lastStatus: 503 });
    const told = await deliveries("mall", order.merchantOrderId);
    expect(told).to.have.length(13);
    expect(new Set(told.map(({ headers }) => headers["webhook-id"])).size).to.equal(1);
    const { _id } = await taskOf(order._id);
    const logged = await NotifyTryModel.find({ notifyId: _id }).sort({ tryNumber: 1 }).lean();
    expect(logged.map(({ tryNumber }) => tryNumber)).to.deep.equal(Array.from({ length: 13 }, (_, index) => index + 1));
    expect(logged.every(({ status, body }) => status === 503 && body.includes("received"))).to.equal(true);
  });

  it("is not tried before its time", async () => {
    heldClock.hold();
    await behave("mall", { failFirst: 1 });
    const { order } = await buildPaid();
    heldClock.advance(seconds(14));
    await runJobs();
    expect((await taskOf(order._id)).tries).to.equal(1);
    heldClock.advance(seconds(2));
    await runJobs();
    expect(await taskOf(order._id)).to.include({ status: 10, tries: 2 });
  });

  it("ends at 410 and at a redirect goes on without following it", async () => {
    await behave("mall", { status: 410 });
    const gone = await buildPaid();
    expect(await taskOf(gone.order._id)).to.include({ status: 20, tries: 1, lastStatus: 410 });
    await behave("mall", { status: 302 });
    const moved = await buildPaid();
    expect(await taskOf(moved.order._id)).to.include({ status: 0, tries: 1, lastStatus: 302 });
    expect(await deliveries("mall", moved.order.merchantOrderId)).to.have.length(1);
  });

  it("on a private or plain address is refused for good, without a call", async () => {
    for (const url of [
      "http://10.0.0.1/hook",
      "https://169.254.169.254/latest",
      "http://example.com/hook",
      "nonsense",
    ]) {
      const built = await buildSubmitted();
      await PayOrderModel.updateOne({ _id: built.order._id }, { $set: { notifyUrl: url } });
      await settle(built.no);
      await runJobs();
      expect(await taskOf(built.order._id), url).to.include({ status: 20, tries: 1, lastStatus: null });
    }
  });

  it("that answers without end is cut off, and the first KiB is logged", async function () {
    const server = await listen((response) => {
      response.writeHead(500);
      response.write("x".repeat(100_000));
    });
    const built = await buildSubmitted();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await PayOrderModel.updateOne({ _id: built.order._id }, { $set: { notifyUrl: url } });
    await settle(built.no);
    await runJobs();
    server.closeAllConnections();
    server.close();
    const { _id, tries } = await taskOf(built.order._id);
    expect(tries).to.equal(1);
    const logged = (await NotifyTryModel.findOne({ notifyId: _id }).lean())!;
    expect(logged).to.include({ status: 500 });
    expect(logged.body).to.have.length(1_024);
  });

  it("obeys Retry-After, never sooner than the ladder", async () => {
    heldClock.hold();
    const server = await listen((response) => response.writeHead(429, { "retry-after": "120" }).end());
    const built = await buildSubmitted();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await PayOrderModel.updateOne({ _id: built.order._id }, { $set: { notifyUrl: url } });
    await settle(built.no);
    await runJobs();
    server.close();
    const { nextTryAt, lastTryAt } = await taskOf(built.order._id);
    expect(nextTryAt!.getTime() - lastTryAt!.getTime()).to.equal(seconds(120));
    expect(retryAfterMs("120", 0)).to.equal(120_000);
    expect(retryAfterMs(new Date(5_000).toUTCString(), 2_000)).to.equal(3_000);
    expect([retryAfterMs(undefined, 0), retryAfterMs("soon", 0), nextDelayMs(13)]).to.deep.equal([0, 0, undefined]);
    expect(nextDelayMs(1, hours(100))).to.equal(hours(24));
  });

  it("has at most four tries in flight a host; a fifth is put off without counting", async () => {
    const host = "example.test:1";
    const taken = await Promise.all(Array.from({ length: 6 }, () => takeSlot(host)));
    expect(taken.filter((slot) => "token" in slot)).to.have.length(4);
    const first = taken.find((slot) => "token" in slot) as { token: string };
    await releaseSlot(host, first.token, { ended: "works", ms: 20 });
    expect(await takeSlot(host)).to.have.property("token");
    heldClock.advance(seconds(31)); // what a crash left behind runs out
    expect(await takeSlot(host)).to.have.property("token");
  });

  it("pauses a host after five failures in a row, 60 s doubling to 30 min, and forgets them after a success", async () => {
    heldClock.hold();
    const host = "failing.test";
    for (let count = 0; count < 5; count++) {
      const slot = (await takeSlot(host)) as { token: string };
      await releaseSlot(host, slot.token, { ended: "fails", ms: 20 });
    }
    const paused = (await takeSlot(host)) as { waitMs: number };
    expect(paused.waitMs).to.be.within(60_000, 61_000);
    heldClock.advance(seconds(60));
    const again = (await takeSlot(host)) as { token: string };
    await releaseSlot(host, again.token, { ended: "fails", ms: 20 });
    expect((await takeSlot(host)) as { waitMs: number })
      .to.have.property("waitMs")
      .within(120_000, 121_000);
    heldClock.advance(seconds(120));
    await releaseSlot(host, ((await takeSlot(host)) as { token: string }).token, { ended: "works", ms: 20 });
    expect(await NotifyHostModel.findById(host).lean()).to.include({ failures: 0, pausedUntil: null });
    expect([5, 6, 7, 10, 60].map(pauseMs)).to.deep.equal([60_000, 120_000, 240_000, 1_800_000, 1_800_000]);
  });

  it("a paused host's try waits and is made then", async () => {
    heldClock.hold();
    const host = new URL(sandbox.url).host;
    await takeSlot(host);
    await NotifyHostModel.updateOne({ _id: host }, { $set: { failures: 5, pausedUntil: clock.after(seconds(60)) } });
    const { order } = await buildPaid();
    expect(await taskOf(order._id)).to.include({ status: 0, tries: 0 });
    heldClock.advance(seconds(75)); // and some for those in line before it
    await runJobs();
    expect(await taskOf(order._id)).to.include({ status: 10, tries: 1 });
  });

  it("a try whose job died is found again", async () => {
    heldClock.hold();
    await behave("mall", { failFirst: 1 });
    const { order } = await buildPaid();
    const { _id } = await taskOf(order._id);
    await loseJobs({ job: "pay.deliverNotify", "payload.notifyId": _id, open: true });
    heldClock.advance(minutes(15));
    await enqueue(reviveNotifyJob, {});
    await runJobs();
    expect(await taskOf(order._id)).to.include({ status: 10, tries: 2 });
    await deliverNotify(_id, 2);
    expect(await deliveries("mall", order.merchantOrderId)).to.have.length(2);
  });
});

/** A merchant's server that misbehaves as told. */
async function listen(answer: (response: ServerResponse) => void): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
