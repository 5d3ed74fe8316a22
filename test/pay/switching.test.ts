import { expect } from "chai";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import {
  atChannel,
  buildPaid,
  buildSubmitted,
  byApp,
  byPage,
  chase,
  control,
  fault,
  noFaults,
  reload,
  settle,
} from "./support.js";

const path = "/app-api/pay/order/submit";
const byCode = { channelCode: "social_native", displayMode: "qr_code" };
const pairs = [
  { first: byCode, firstPlatform: "wechatpay", second: byPage },
  { first: byPage, firstPlatform: "alipay", second: byCode },
];

describe("switching between channels", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  for (const { first, firstPlatform, second } of pairs) {
    const from = `${first.channelCode} to ${second.channelCode}`;

    it(`from ${from} closes the first one there and here`, async () => {
      const { client, order, no } = await buildSubmitted({}, first);
      const reply = await client.post(path, submitBody(order, second));
      expect(reply.code, reply.msg).to.equal(0);
      expect((await atChannel(no)).state).to.equal("closed");
      const attempts = await PayAttemptModel.find({ payOrderId: order._id }).sort({ _id: 1 }).lean();
      expect(attempts.map(({ status }) => status)).to.deep.equal([30, 0]);
      expect((await reload(order)).no).to.equal(attempts[1]!.no);
    });

    it(`from ${from} when the first is paid there settles it: 1007003002`, async () => {
      const { client, order, no } = await buildSubmitted({}, first);
      await settle(no, { notify: false });
      expect((await client.post(path, submitBody(order, second))).code).to.equal(1007003002);
      expect(await reload(order)).to.include({ status: 10, no, channelCode: first.channelCode });
    });

    it(`from ${from}, both paid: one order, one refund, one line for the operators`, async () => {
      const { client, order, no } = await buildSubmitted({ priceFen: 1_000 }, first);
      await fault({ platform: firstPlatform, mode: "error", count: 1 });
      expect((await client.post(path, submitBody(order, second))).code).to.equal(0);
      const newer = (await reload(order)).no!;
      await Promise.all([settle(no, { times: 5 }), settle(newer, { times: 5 })]);
      await runJobs();
      await chase();
      const paid = await reload(order);
      expect(paid).to.include({ status: 10, priceFen: 1_000, refundFen: 0 });
      const lost = paid.no === no ? newer : no;
      expect([(await atChannel(paid.no!)).refunded, (await atChannel(lost)).refunded]).to.deep.equal([0, 1_000]);
      expect(await PayAnomalyModel.countDocuments({ payOrderId: order._id, kind: "secondPayment" })).to.equal(1);
      const refunds = await PayRefundModel.find({ payOrderId: order._id }).lean();
      expect(refunds.map(({ kind, status, refundFen }) => [kind, status, refundFen])).to.deep.equal([
        ["late", 10, 1_000],
      ]);
      expect(await PayAttemptModel.countDocuments({ payOrderId: order._id, status: 10 })).to.equal(1);
    });
  }

  it("a refund through Alipay is given once, and its job run twice changes nothing", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 }, byApp);
    await fault({ platform: "alipay", mode: "error", after: true, count: 1 });
    const merchantRefundId = `a-${order._id}`;
    await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 400, reason: "不想要了" });
    await runJobs();
    await chase();
    expect(await reload(order)).to.include({ status: 20, refundFen: 400, refundingId: null });
    expect((await atChannel(order.no!)).refunded).to.equal(400);
  });
});

describe("what Alipay tells and gives again", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("a refund that takes its time is ended by its notice", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 }, byPage);
    await fault({ platform: "alipay", mode: "hold", count: 1 });
    const merchantRefundId = `n-${order._id}`;
    const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 400, reason: "" });
    await runJobs();
    const { no, status } = (await PayRefundModel.findById(id).lean())!;
    expect(status).to.equal(0);
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "success" });
    await runJobs();
    expect(await PayRefundModel.findById(id).lean()).to.include({ status: 10 });
    expect(await reload(order)).to.include({ status: 20, refundFen: 400 });
  });

  it("after its stored content ran out, a submit signs the same trade again", async () => {
    const { client, order, no } = await buildSubmitted({}, byPage);
    heldClock.advance(11 * 60_000);
    const again = await client.post(path, submitBody(order, byPage));
    expect(again.code, again.msg).to.equal(0);
    expect(again.data.displayContent).to.contain(no);
    expect(await PayAttemptModel.countDocuments({ payOrderId: order._id })).to.equal(1);
  });
});

describe("operators look at payments", () => {
  before(() => startService());

  const paths = ["/admin-api/pay/order/page", "/admin-api/pay/order/get-detail?id=1", "/admin-api/pay/refund/page"];

  it("only with the permission", async () => {
    const nobody = await buildOperator(["trade:order:query"]);
    const member = await buildMember();
    for (const one of paths) {
      expect((await stranger.get(one)).status, one).to.equal(401);
      expect((await member.client.get(one)).status, one).to.equal(401);
      expect((await nobody.client.get(one)).status, one).to.equal(403);
    }
  });

  it("by what they know of it, with each try and refund", async () => {
    const { client: member, order } = await buildSubmitted({ priceFen: 1_000 }, byCode);
    await member.post(path, submitBody(order, byPage));
    await settle((await reload(order)).no!);
    await runJobs();
    const merchantRefundId = `op-${order._id}`;
    await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 100, reason: "坏了" });
    await runJobs();
    const { client } = await buildOperator(["pay:order:query", "pay:refund:query"]);
    const { no, channelOrderNo, createdAt, memberId } = await reload(order);
    const at = createdAt.getTime();
    for (const filter of [
      `merchantOrderId=${order.merchantOrderId}`,
      `no=${no}`,
      `channelOrderNo=${channelOrderNo}`,
      `userId=${memberId}&status=20&appId=1&channelCode=payplat_pc&createTime=${at}&createTime=${at}`,
    ]) {
      const { data, msg } = await client.get(`/admin-api/pay/order/page?${filter}`);
      expect(data?.total, `${filter} ${msg}`).to.equal(1);
      expect(data.list[0]).to.include({ id: order._id, userId: memberId, status: 20, price: 1_000, refundPrice: 100 });
    }
    const none = await client.get(`/admin-api/pay/order/page?userId=${memberId}&createTime=${at + 1}`);
    expect(none.data).to.deep.equal({ list: [], total: 0 });
    const { data: detail } = await client.get(`/admin-api/pay/order/get-detail?id=${order._id}`);
    expect(detail.extensions.map((one: { status: number }) => one.status)).to.deep.equal([30, 10]);
    expect(detail.refunds.map((one: { status: number }) => one.status)).to.deep.equal([10]);
    expect((await client.get("/admin-api/pay/order/get-detail?id=99999999")).code).to.equal(1007002000);
    const refunds = await client.get(`/admin-api/pay/refund/page?merchantRefundId=${merchantRefundId}&status=10`);
    expect(refunds.data.list[0]).to.include({ payOrderId: order._id, refundPrice: 100, kind: "order", reason: "坏了" });
    for (const bad of [
      "order/page?status=5",
      "order/page?createTime=x",
      "refund/page?payOrderId=a",
      "order/get-detail",
    ])
      expect((await client.get(`/admin-api/pay/${bad}`)).status, bad).to.equal(400);
  });
});
