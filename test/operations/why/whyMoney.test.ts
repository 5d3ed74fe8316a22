import { expect } from "chai";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { NotifyTaskModel, type NotifyTaskDoc } from "#shared/domains/pay/notify/notifyTask.model.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { buildAfterSale, buildOrderPaidAtChannel } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { behave, buildPaid, buildSubmitted, control, fault, noFaults } from "#test/pay/support.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { TIME, whyAt, whyIn } from "./whySupport.js";

const ORDER = "/admin-api/trade/order/get-detail";
const PAYMENT = "/admin-api/pay/order/get-detail";
const REFUND = "/admin-api/pay/refund/get-detail";
let counter = 0;

/** A refund of 400 of 1,000 fen that the channel keeps under way. */
async function buildRefund(): Promise<{ payOrderId: number; id: number; no: string }> {
  const { order } = await buildPaid({ priceFen: 1_000 });
  await fault({ mode: "hold", count: 1 });
  const merchantRefundId = `why-${process.pid}-${++counter}`;
  const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 400, reason: "" });
  await runJobs();
  const { no } = (await PayRefundModel.findById(id).lean())!;
  return { payOrderId: order._id, id, no };
}
async function settleRefund(no: string, outcome: string, more: object = {}): Promise<void> {
  await control("POST", `/pay/refunds/${no}/settle`, { outcome, ...more });
  await runJobs();
}

describe("why, of orders, payments and refunds", () => {
  let clerk: BuiltOperator;
  let stopReporting: () => Promise<void>;
  before(async () => {
    await startService();
    clerk = await buildOperator(["*"]);
    stopReporting = await startReporting("worker", queueNames);
  });
  after(() => stopReporting());
  afterEach(async () => {
    await noFaults();
    await runJobs();
  });

  const ofOrder = (id: number, by = clerk) => whyAt(by, `${ORDER}?id=${id}`);
  const ofPayment = (id: number, by = clerk) => whyAt(by, `${PAYMENT}?id=${id}`);
  const ofRefund = (id: number, by = clerk) => whyAt(by, `${REFUND}?id=${id}`);

  it("an unpaid order waits for its member until its deadline, and so does its payment", async () => {
    const { order, payOrderId } = await buildUnpaidOrder();
    const { state, en, zh, acts } = await ofOrder(order._id);
    expect(state).to.equal("waits");
    const until = order.payExpireAt.toISOString();
    expect([en, zh]).to.deep.equal([
      `It waits for the member, who can pay until ${until}.`,
      `等待会员支付，截止 ${until}。`,
    ]);
    expect(acts).to.deep.equal([
      { act: "order.expire", id: order._id, may: true },
      { act: "order.cancel", id: order._id, may: true },
    ]);
    const reader = await buildOperator(["trade:order:query"]);
    expect((await ofOrder(order._id, reader)).acts.map(({ may }) => may)).to.deep.equal([false, false]);
    expect(await ofPayment(payOrderId)).to.deep.include({ state: "waits", en, zh, acts: [] });
    expect(await clerk.client.put("/admin-api/trade/order/cancel", { id: order._id, reason: "asked" })).to.include({
      code: 0,
    });
    await runJobs();
    const cancelled = await ofOrder(order._id);
    expect([cancelled.state, cancelled.acts]).to.deep.equal(["done", []]);
    expect(cancelled.en).to.match(new RegExp(`^An operator cancelled it at ${TIME}\\.$`));
    expect((await ofPayment(payOrderId)).en).to.equal("It was closed without a payment that counts.");
  });

  it("a payment that was begun names the channel, and when it is asked", async () => {
    const { order } = await buildSubmitted();
    const { state, en, zh, acts } = await ofPayment(order._id);
    expect(state).to.equal("waits");
    expect(acts).to.deep.equal([{ act: "payment.query", id: order._id, may: true }]);
    expect(en).to.match(
      new RegExp(
        `^It waits for the member, who can pay until ${TIME}; a payment through \\w+ is open, last begun at ${TIME}`,
      ),
    );
    expect(zh).to.match(/^等待会员支付，截止 .+；已发起 \w+ 支付（/);
  });

  it("a paid order waits for the shop; its merchant's notice that hangs is told with it, and helped from there", async () => {
    await NotifyHostModel.deleteMany({});
    await behave("mall", { status: 500 });
    try {
      const { order, payOrderId } = await buildOrderPaidAtChannel();
      const task = (await NotifyTaskModel.findOne({ payOrderId }).lean<NotifyTaskDoc>())!;
      const { state, en, zh, acts } = await ofOrder(order._id);
      expect(state).to.equal("stands");
      expect(en).to.match(
        new RegExp(
          `^It waits for the shop to ship it, paid since ${TIME}; the merchant's notice ${task._id}: it waits for ${task.host}.+"HTTP 500 .+next try`,
        ),
      );
      expect(zh).to.match(new RegExp(`^等待商户发货，${TIME} 已支付；商户通知 ${task._id}：等待 ${task.host}`));
      expect(acts).to.deep.equal([
        { act: "order.ship", id: order._id, may: true },
        { act: "notify.replay", id: task._id, may: true },
      ]);
      const payment = await ofPayment(payOrderId);
      expect([payment.state, payment.acts.map(({ act }) => act)]).to.deep.equal(["waits", ["notify.replay"]]);
      expect(payment.en).to.match(
        new RegExp(`^It was paid at ${TIME} through \\w+; the merchant's notice ${task._id}: `),
      );
      await behave("mall", {});
      expect(await clerk.client.post("/admin-api/pay/notify/replay", { id: task._id })).to.include({ code: 0 });
      await NotifyHostModel.deleteMany({});
      await runJobs();
      expect(await ofPayment(payOrderId)).to.deep.include({ state: "done", acts: [] });
      expect((await ofOrder(order._id)).en).to.match(
        new RegExp(`^It waits for the shop to ship it, paid since ${TIME}\\.$`),
      );
    } finally {
      await behave("mall", {});
      await NotifyHostModel.deleteMany({});
    }
  });

  it("an order with an open after-sale waits for who has to decide it", async () => {
    const built = await buildPaidOrder();
    const afterSaleId = await buildAfterSale(built);
    const { state, en, zh, acts } = await ofOrder(built.order._id);
    expect([state, acts]).to.deep.equal(["stands", [{ act: "afterSale.view", id: afterSaleId, may: true }]]);
    expect(en).to.match(/^It waits for the shop to decide on its after-sales case \w+\.$/);
    expect(zh).to.match(/^等待商户审核售后单 \w+。$/);
  });

  it("a refund that the channel has waits for it; one that needs the merchant says so, with the channel's words", async () => {
    const { payOrderId, id, no } = await buildRefund();
    const under = await ofRefund(id);
    expect([under.state, under.acts]).to.deep.equal(["waits", [{ act: "refund.query", id, may: true }]]);
    expect(under.en).to.match(
      new RegExp(
        `^It waits for the channel, which has it since ${TIME}; the channel is asked again ${TIME}; no other refund of this payment`,
      ),
    );
    await settleRefund(no, "abnormal");
    const { state, en, zh, acts } = await ofRefund(id);
    expect(state).to.equal("stands");
    expect(en).to.match(/^It waits for the shop: the payer's account cannot receive it \("ABNORMAL /);
    expect(zh).to.match(/^等待商户：付款账户无法收款（“ABNORMAL /);
    expect(acts).to.deep.equal([
      { act: "refund.redirect", id, may: true },
      { act: "refund.payOutside", id, may: true },
      { act: "refund.query", id, may: true },
    ]);
    const { data } = await clerk.client.get(`${PAYMENT}?id=${payOrderId}`);
    expect(whyIn(data.refunds[0])).to.deep.equal({ state, en, zh, acts });
    expect(whyIn(data).en).to.match(new RegExp(`through \\w+; its refund ${no}: it waits for the shop: `));
    const paid = { id, amount: 400, reason: "bank transfer 77" };
    expect(await clerk.client.put("/admin-api/pay/refund/pay-outside", paid)).to.include({ code: 0 });
    expect(await ofRefund(id)).to.deep.include({
      state: "done",
      en: 'The member was paid outside ("bank transfer 77").',
      acts: [],
    });
  });

  it("a refund in doubt says that the channel contradicts, and what to do if it stays so", async () => {
    const { id, no } = await buildRefund();
    await settleRefund(no, "success");
    const before = await ofRefund(id);
    expect(before.state).to.equal("done");
    expect(before.en).to.match(
      new RegExp(
        `^The channel gave it back at ${TIME}; the channel is asked 3 more times whether that stands, next ${TIME}\\.$`,
      ),
    );
    await settleRefund(no, "closed", { force: true });
    const { state, en, zh, acts } = await ofRefund(id);
    expect([state, acts]).to.deep.equal([
      "stands",
      [
        { act: "refund.payOutside", id, may: true },
        { act: "refund.query", id, may: true },
      ],
    ]);
    expect(en).to.match(/^It is booked as refunded, but the channel's latest news say otherwise; it is asked again /);
    expect(zh).to.match(/^已记为退款成功，但渠道最新结果相反；/);
  });

  it("a refund is for who may see refunds", async () => {
    const { id } = await PayRefundModel.findOne({})
      .lean()
      .then((row) => ({ id: row!._id }));
    const path = `${REFUND}?id=${id}`;
    expect((await stranger.get(path)).status).to.equal(401);
    expect((await (await buildMember()).client.get(path)).status).to.equal(401);
    expect((await (await buildOperator(["pay:order:query"])).client.get(path)).status).to.equal(403);
    expect((await clerk.client.get(`${REFUND}?id=999999999`)).code).to.equal(1007006004);
  });
});
