import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { closePayOrder } from "#shared/domains/pay/index.js";
import { settlePayment } from "#shared/domains/pay/order/settlePayment.js";
import { NotifyTaskModel } from "#shared/domains/pay/notify/notifyTask.model.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { NotifyStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { behave, buildPaid, buildSubmitted, chase, deliveries, settle } from "./support.js";

describe("operators of payments", () => {
  before(async () => {
    await startService();
    // What other tests left would take this one's answers of the merchant.
    const left = { status: NotifyStatus.waiting };
    await NotifyTaskModel.updateMany(left, {
      $set: { status: NotifyStatus.abandoned, nextTryAt: null, inLineSince: null },
    });
  });
  afterEach(async () => {
    heldClock.release();
    await behave("mall", {});
    await NotifyHostModel.deleteMany({});
    await runJobs();
  });

  it("need the permission of each endpoint", async () => {
    const nobody = await buildOperator(["trade:order:query"]);
    const member = await buildMember();
    const reads = [
      "/admin-api/pay/notify/page",
      "/admin-api/pay/notify/get-detail?id=1",
      "/admin-api/pay/app/get?id=1",
      "/admin-api/pay/anomaly/page",
    ];
    for (const path of reads) {
      expect((await stranger.get(path)).status, path).to.equal(401);
      expect((await member.client.get(path)).status, path).to.equal(401);
      expect((await nobody.client.get(path)).status, path).to.equal(403);
    }
    expect((await stranger.post("/admin-api/pay/notify/replay", { id: 1 })).status).to.equal(401);
    expect((await nobody.client.post("/admin-api/pay/notify/replay", { id: 1 })).status).to.equal(403);
  });

  it("see deliveries by merchant order and state, with each try", async () => {
    await behave("mall", { failFirst: 1 });
    heldClock.hold();
    const { order } = await buildPaid();
    heldClock.advance(20_000);
    await runJobs();
    const { client } = await buildOperator(["pay:notify:query"]);
    const page = await client.get(`/admin-api/pay/notify/page?merchantOrderId=${order.merchantOrderId}&status=10`);
    expect(page.code, page.msg).to.equal(0);
    expect(page.data.total).to.equal(1);
    expect(page.data.list[0]).to.include({ payOrderId: order._id, status: 10, notifyTimes: 2, type: "pay.order.paid" });
    const none = await client.get(`/admin-api/pay/notify/page?merchantOrderId=${order.merchantOrderId}&status=20`);
    expect(none.data).to.deep.equal({ list: [], total: 0 });
    const detail = await client.get(`/admin-api/pay/notify/get-detail?id=${page.data.list[0].id}`);
    expect(detail.data.logs.map(({ status }: { status: number }) => status)).to.deep.equal([500, 200]);
    expect(detail.data.logs[0]).to.include.keys("ms", "body", "createTime");
    expect((await client.get("/admin-api/pay/notify/get-detail?id=99999999")).code).to.equal(1007010000);
    expect((await client.get("/admin-api/pay/notify/page?status=5")).status).to.equal(400);
    expect((await client.get("/admin-api/pay/notify/page?pageNo=0")).status).to.equal(400);
  });

  it("replay a delivery: the same message again, audited; twice at once is one try or two, never a second ladder", async () => {
    await behave("mall", { status: 410 });
    const { order } = await buildPaid();
    const { _id } = (await NotifyTaskModel.findOne({ payOrderId: order._id }).lean())!;
    await behave("mall", {});
    const { client, operator } = await buildOperator(["pay:notify:replay"]);
    const [one, two] = await Promise.all([
      client.post("/admin-api/pay/notify/replay", { id: _id }),
      client.post("/admin-api/pay/notify/replay", { id: _id }),
    ]);
    expect([one.code, two.code]).to.deep.equal([0, 0]);
    await runJobs();
    const told = await deliveries("mall", order.merchantOrderId);
    expect(new Set(told.map(({ headers }) => headers["webhook-id"])).size).to.equal(1);
    expect(told.length).to.be.oneOf([2, 3]);
    expect(await NotifyTaskModel.findById(_id).lean()).to.include({ status: 10, tries: told.length });
    const rows = await OperationLogModel.find({ operatorId: operator._id, action: "notify.replay" }).lean();
    expect(rows.length).to.equal(2);
    const absent = await client.post("/admin-api/pay/notify/replay", { id: 99_999_999 });
    expect([absent.code, absent.data]).to.deep.equal([1007010000, false]);
    expect((await client.post("/admin-api/pay/notify/replay", { id: { $gt: "" } })).status).to.equal(400);
  });

  it("read an app with its signing secret", async () => {
    await buildSubmitted();
    const { client } = await buildOperator(["pay:app:query"]);
    const app = await client.get("/admin-api/pay/app/get?id=1");
    expect(app.data).to.include({ id: 1, appKey: "mall", status: 0 });
    expect(app.data.secret).to.match(/^whsec_[\w+/]{43}=$/);
    expect((await client.get("/admin-api/pay/app/get?id=2")).code).to.equal(1007000000);
  });

  it("see anomalies with the refund that was made", async () => {
    const { no, order } = await buildSubmitted();
    await closePayOrder(order._id);
    await runJobs();
    await settle(no, { force: true });
    await runJobs();
    await chase();
    await settlePayment({
      family: "wechatpay",
      no: `P${order._id}X`,
      channelOrderNo: `x${order._id}`,
      paidFen: 7,
      paidAt: new Date(),
      channelUserId: null,
    });
    const { client } = await buildOperator(["pay:anomaly:query"]);
    const mine = await client.get(`/admin-api/pay/anomaly/page?payOrderId=${order._id}`);
    expect(mine.data.total).to.equal(1);
    expect(mine.data.list[0]).to.include({ kind: "afterClose", no, price: order.priceFen, refundStatus: 10 });
    const unknown = await client.get("/admin-api/pay/anomaly/page?kind=unknownOrder");
    expect(unknown.data.list[0]).to.include({ payOrderId: null, price: 7, refundId: null });
    expect((await client.get("/admin-api/pay/anomaly/page?kind=odd")).status).to.equal(400);
  });
});

describe("enabled pay channels", () => {
  before(() => startService());
  const path = "/app-api/pay/channel/get-enable-code-list";

  it("an unknown app is refused by name, a wrong type by field, a stranger by 401", async () => {
    const { client } = await buildMember();
    expect((await client.post(path, { appId: 3 })).code).to.equal(1007000000);
    expect((await client.post(path, { appId: { $gt: "" } })).status).to.equal(400);
    expect((await client.post(path, {})).msg).to.match(/^appId/);
    expect((await stranger.post(path, { appId: 1 })).status).to.equal(401);
  });
});
