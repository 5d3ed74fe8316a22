import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { expirePayOrderJob } from "#shared/domains/pay/pay.jobs.js";
import { cancelClosedOrder } from "#shared/domains/trade/worker.js";
import { cancelClosedOrderJob, closeUnpaidOrderJob, sweepUnpaidOrdersJob } from "#shared/domains/trade/trade.jobs.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { clock, days, heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, payOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { stranger, type Client } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const statusOf = async ({ order }: BuiltOrder): Promise<number> => (await reloadOrder(order._id)).order.status;

/** As if the job had been lost on its way: only the sweep is left. */
async function loseCloseJob({ order }: BuiltOrder): Promise<void> {
  await loseJobs({ job: "trade.closeUnpaidOrder", "payload.orderId": order._id });
}

describe("an order that is not paid in time", () => {
  before(() => startService());
  beforeEach(() => heldClock.hold());
  afterEach(async () => {
    heldClock.release();
    // What the next test builds must not meet what this one left waiting.
    await loseJobs({ open: true });
  });

  it("is cancelled at its deadline, not before; its stock comes back", async () => {
    const skuId = (await buildSpu({ stock: 3 })).skuIds[0]!;
    const built = await buildUnpaidOrder({ skuId, count: 2 });
    heldClock.advance(hours(2) - seconds(1));
    await runJobs();
    expect(await statusOf(built)).to.equal(0);
    heldClock.advance(seconds(1));
    await runJobs();
    const { order } = await reloadOrder(built.order._id);
    expect(order).to.include({ status: 40, cancelType: 10 });
    expect(order.cancelAt?.getTime()).to.be.at.least(built.order.payExpireAt.getTime());
    expect((await findPayOrder(built.payOrderId))?.status).to.equal(30);
    expect(await readSku(skuId)).to.include({ stock: 3, reserved: 0, sold: 0 });
    const logged = await OrderLogModel.findOne({ orderId: order._id, operateType: 41 }).lean();
    expect(logged).to.include({ userId: 0, userType: 0, beforeStatus: 0, afterStatus: 40 });
  });

  it("is cancelled once, however often its jobs run", async () => {
    const skuId = (await buildSpu({ stock: 3 })).skuIds[0]!;
    const built = await buildUnpaidOrder({ skuId });
    heldClock.advance(hours(2));
    await runJobs();
    for (let round = 0; round < 2; round++) {
      await enqueue(closeUnpaidOrderJob, { orderId: built.order._id });
      await enqueue(sweepUnpaidOrdersJob, {});
      await enqueue(cancelClosedOrderJob, { payOrderId: built.payOrderId });
      await runJobs();
    }
    await cancelClosedOrder(built.payOrderId);
    expect(await statusOf(built)).to.equal(40);
    expect(await readSku(skuId)).to.include({ stock: 3, reserved: 0 });
    expect(await OrderLogModel.countDocuments({ orderId: built.order._id, operateType: 41 })).to.equal(1);
  });

  it("is found by the sweep when its own job was lost, each of several", async () => {
    const due = [await buildUnpaidOrder(), await buildUnpaidOrder(), await buildUnpaidOrder()];
    for (const built of due) await loseCloseJob(built);
    heldClock.advance(hours(1));
    const later = await buildUnpaidOrder();
    heldClock.advance(hours(1));
    await enqueue(sweepUnpaidOrdersJob, {});
    await enqueue(sweepUnpaidOrdersJob, {});
    await runJobs();
    for (const built of due) expect(await statusOf(built)).to.equal(40);
    expect(await statusOf(later)).to.equal(0);
  });

  it("leads to one open job at pay, whoever announces it", async () => {
    const built = await buildUnpaidOrder();
    heldClock.advance(hours(2));
    const jobs = () => OutboxModel.countDocuments({ job: "pay.expireOrder", "payload.payOrderId": built.payOrderId });
    // A due row that was announced already and still waits, as while its channel is away.
    await enqueue(expirePayOrderJob, { payOrderId: built.payOrderId }, { delayMs: minutes(5) });
    await enqueue(sweepUnpaidOrdersJob, {});
    await enqueue(closeUnpaidOrderJob, { orderId: built.order._id });
    await runJobs();
    expect(await jobs()).to.equal(1);
    heldClock.advance(minutes(5));
    await runJobs();
    expect(await statusOf(built)).to.equal(40);
  });

  it("counts as paid when the channel says so at the deadline", async () => {
    const built = await buildUnpaidOrder();
    const payRow = (await findPayOrder(built.payOrderId))!;
    expect((await built.client.post("/app-api/pay/order/submit", submitBody(payRow))).code).to.equal(0);
    const { no } = (await findPayOrder(built.payOrderId))!;
    await fetch(`${sandbox.url}/sandbox/pay/orders/${no}/settle`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ outcome: "success", notify: false }),
    });
    expect(await statusOf(built)).to.equal(0);
    heldClock.advance(hours(2));
    await runJobs();
    expect(await statusOf(built)).to.equal(10);
  });

  it("is told again to an order that missed it: paid or closed at pay, unpaid here", async () => {
    const paid = await buildUnpaidOrder();
    await payOrder(paid);
    const closed = await buildUnpaidOrder();
    heldClock.advance(hours(2));
    await loseJobs({ job: "trade.markOrderPaid" });
    // pay closes by its own sweep; the reaction to it is lost.
    await enqueue(closeUnpaidOrderJob, { orderId: closed.order._id });
    await enqueue(sweepUnpaidOrdersJob, {});
    await runJobs();
    expect([await statusOf(paid), await statusOf(closed)]).to.deep.equal([10, 40]);
  });
});

describe("an operator who moves a payment deadline", () => {
  const UPDATE = "/admin-api/trade/order/update-expire";
  before(() => startService());
  beforeEach(() => heldClock.hold());
  afterEach(async () => {
    heldClock.release();
    await loseJobs({ open: true });
  });

  it("gives the member more time: order, pay order and job follow, and the audit log says who did it", async () => {
    const operator = await buildOperator(["trade:order:update"]);
    const built = await buildUnpaidOrder();
    const later = built.order.payExpireAt.getTime() + hours(1);
    const { code, data } = await operator.client.put(UPDATE, { id: built.order._id, payExpireTime: later });
    expect([code, data]).to.deep.equal([0, true]);
    expect((await reloadOrder(built.order._id)).order.payExpireAt.getTime()).to.equal(later);
    expect((await findPayOrder(built.payOrderId))?.expireAt.getTime()).to.equal(later);
    heldClock.advance(hours(2));
    await enqueue(sweepUnpaidOrdersJob, {});
    await runJobs();
    expect(await statusOf(built)).to.equal(0);
    heldClock.advance(hours(1));
    await runJobs();
    expect(await statusOf(built)).to.equal(40);
    const audit = await OperationLogModel.find({ operatorId: operator.operator._id }).lean();
    expect(audit.map(({ operatorId, before, after }) => ({ operatorId, before, after }))).to.deep.equal([
      {
        operatorId: operator.operator._id,
        before: { payExpireTime: built.order.payExpireAt.getTime() },
        after: { payExpireTime: later },
      },
    ]);
  });

  it("stands in the order's history, with both moments", async () => {
    heldClock.hold(Date.UTC(2031, 4, 6, 1, 2, 3));
    const operator = await buildOperator(["trade:order:update", "trade:order:query"]);
    const built = await buildUnpaidOrder();
    await operator.client.put(UPDATE, { id: built.order._id, payExpireTime: clock.ms() + hours(5) });
    const path = `/admin-api/trade/order/get-detail?id=${built.order._id}`;
    const row = (await operator.client.get(path)).data.logs.at(-1);
    expect(row).to.include({
      userId: operator.operator._id,
      userType: 2,
      beforeStatus: 0,
      afterStatus: 0,
      operateType: 3,
      content: "To be paid by 2031-05-06 14:02:03, before by 2031-05-06 11:02:03",
    });
    const chinese = (await operator.client.with({ "accept-language": "zh" }).get(path)).data.logs.at(-1);
    expect(chinese.content).to.equal("支付截止时间改为 2031-05-06 14:02:03，原为 2031-05-06 11:02:03");
  });

  it("is at most 30 days ahead", async () => {
    const operator = await buildOperator(["trade:order:update"]);
    const built = await buildUnpaidOrder();
    const move = (client: Client, ms: number) => client.put(UPDATE, { id: built.order._id, payExpireTime: ms });
    const far = await move(operator.client, clock.ms() + days(30) + 1);
    expect([far.status, far.msg]).to.deep.equal([400, "payExpireTime: must be at most 30 days ahead"]);
    const chinese = await move(operator.client.with({ "accept-language": "zh" }), 253_402_300_799_000);
    expect([chinese.status, chinese.msg]).to.deep.equal([400, "payExpireTime：最晚为 30 天后"]);
    expect((await move(operator.client, clock.ms() + days(30))).code).to.equal(0);
    expect((await reloadOrder(built.order._id)).order.payExpireAt.getTime()).to.equal(clock.ms() + days(30));
  });

  it("waits again when the job runs before the moved deadline", async () => {
    const operator = await buildOperator(["trade:order:update"]);
    const built = await buildUnpaidOrder();
    const later = built.order.payExpireAt.getTime() + hours(1);
    await operator.client.put(UPDATE, { id: built.order._id, payExpireTime: later });
    await enqueue(closeUnpaidOrderJob, { orderId: built.order._id }, { replace: true });
    await runJobs();
    expect(await statusOf(built)).to.equal(0);
    const job = await OutboxModel.findOne({
      job: "trade.closeUnpaidOrder",
      "payload.orderId": built.order._id,
      open: true,
    }).lean();
    expect(job?.dueAt.getTime()).to.equal(later);
  });

  it("can end an order now", async () => {
    const operator = await buildOperator(["*"]);
    const built = await buildUnpaidOrder();
    await operator.client.put(UPDATE, { id: built.order._id, payExpireTime: clock.ms() - 1 });
    await runJobs();
    expect(await statusOf(built)).to.equal(40);
  });

  it("is refused when the order is not unpaid any more, also when it only does not know yet", async () => {
    const operator = await buildOperator(["trade:order:update"]);
    const move = (built: BuiltOrder) =>
      operator.client.put(UPDATE, { id: built.order._id, payExpireTime: clock.ms() + hours(5) });
    const cancelled = await buildUnpaidOrder();
    await cancelled.client.post("/app-api/trade/order/cancel", { id: cancelled.order._id });
    const refused = await move(cancelled);
    expect([refused.status, refused.code, refused.data]).to.deep.equal([200, 1011000040, false]);
    const paid = await buildUnpaidOrder();
    await payOrder(paid);
    expect((await move(paid)).code).to.equal(1011000040);
    expect((await operator.client.put(UPDATE, { id: 987_654_321, payExpireTime: Date.now() })).code).to.equal(
      1011000011,
    );
    expect(await OperationLogModel.countDocuments({ operatorId: operator.operator._id })).to.equal(0);
  });

  it("needs the permission, an operator's token and sound fields", async () => {
    const built = await buildUnpaidOrder();
    const body = { id: built.order._id, payExpireTime: clock.ms() };
    expect((await stranger.put(UPDATE, body)).status).to.equal(401);
    expect((await built.client.put(UPDATE, body)).status).to.equal(401);
    const other = await buildOperator(["trade:order:ship"]);
    expect((await other.client.put(UPDATE, body)).status).to.equal(403);
    const operator = await buildOperator(["trade:order:update"]);
    for (const [wrong, field] of [
      [{ id: { $gt: "" } }, "id"],
      [{ id: undefined }, "id"],
      [{ payExpireTime: { $gt: "" } }, "payExpireTime"],
      [{ payExpireTime: undefined }, "payExpireTime"],
      [{ payExpireTime: -5 }, "payExpireTime"],
    ] as const) {
      const { status, msg } = await operator.client.put(UPDATE, { ...body, ...wrong });
      expect([status, msg.split(/[:：]/)[0]], JSON.stringify(wrong)).to.deep.equal([400, field]);
    }
    expect(await statusOf(built)).to.equal(0);
  });
});
