import { randomInt } from "node:crypto";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { closePayOrder, refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { dropWalletPart } from "#shared/domains/pay/attempt/walletPart.js";
import { adjustBalance } from "#shared/domains/wallet/index.js";
import { clock, heldClock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildWallet } from "#test/factories/wallet.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import {
  atChannel,
  buildPaid,
  buildSubmitted,
  byPage,
  chase,
  control,
  fault,
  noFaults,
  reload,
  settle,
  withWalletPart,
  type Submitted,
} from "../support.js";

const base = "/admin-api/pay/anomaly";
const page = async (query: string) => {
  const { client } = await buildOperator(["pay:anomaly:query"]);
  const reply = await client.get(`${base}/page?${query}`);
  expect(reply.code, reply.msg).to.equal(0);
  return reply.data as { list: Record<string, unknown>[]; total: number };
};
const submitPath = "/app-api/pay/order/submit";
/** Another attempt while the first one's channel cannot be asked: both stay open. */
async function openSecond({ client, order }: Submitted, body: Record<string, unknown>): Promise<string> {
  await fault({ mode: "error", count: 1, path: "/out-trade-no/" });
  const reply = await client.post(submitPath, submitBody(order, body));
  expect(reply.code, reply.msg).to.equal(0);
  return (await reload(order)).no!;
}

/** How money comes as it should not; answers the number of the payment that must not count. */
const ways: { kind: string; price: number; expected: number; make: () => Promise<Submitted> }[] = [
  {
    kind: "wrongAmount",
    price: 1_500,
    expected: 2_000,
    make: async () => {
      const built = await buildSubmitted({ priceFen: 2_000 });
      await settle(built.no, { amount: 1_500, times: 3 });
      return built;
    },
  },
  {
    kind: "wrongAmount",
    price: 2_500,
    expected: 2_000,
    make: async () => {
      const built = await buildSubmitted({ priceFen: 2_000 }, byPage);
      await settle(built.no, { amount: 2_500 });
      return built;
    },
  },
  {
    kind: "afterClose",
    price: 2_000,
    expected: 2_000,
    make: async () => {
      const built = await buildSubmitted({ priceFen: 2_000 }, byPage);
      await closePayOrder(built.order._id);
      await runJobs();
      await settle(built.no, { force: true, times: 3 });
      return built;
    },
  },
  {
    kind: "secondPayment",
    price: 2_000,
    expected: 2_000,
    make: async () => {
      const built = await buildSubmitted({ priceFen: 2_000 });
      await settle(await openSecond(built, byPage));
      await runJobs();
      expect((await reload(built.order)).status).to.equal(10);
      await settle(built.no, { force: true, times: 3 });
      return built;
    },
  },
  {
    kind: "walletShort",
    price: 1_700,
    expected: 1_700,
    make: async () => {
      const owner = await buildWallet(300);
      const built = await buildSubmitted({ priceFen: 2_000 }, withWalletPart(300), owner);
      const second = await openSecond(built, withWalletPart(300, byPage));
      const attempt = (await PayAttemptModel.findOne({ no: second }).lean())!;
      await inTransaction(async () =>
        PayAttemptModel.updateOne({ _id: attempt._id }, { $set: { status: 30, open: false } }),
      );
      await dropWalletPart(attempt);
      await adjustBalance({ memberId: owner.member._id, changeFen: -300, reason: "spent elsewhere" });
      await settle(built.no, { times: 3 });
      return built;
    },
  },
];

describe("money that came as it should not have", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  for (const { kind, price, expected, make } of ways)
    it(`${kind} of ${price}: a callback of it is listed once, given back once, and ends with that`, async () => {
      const { order, no } = await make();
      await runJobs();
      await chase();
      const { list, total } = await page(`payOrderId=${order._id}`);
      expect(total).to.equal(1);
      const [row] = list;
      expect(row).to.include({
        kind,
        no,
        payOrderId: order._id,
        merchantOrderId: order.merchantOrderId,
        price,
        expectedPrice: expected,
        refundStatus: 10,
        status: 10,
        endedBy: "refund",
        operatorId: null,
      });
      expect(row!["endTime"]).to.be.a("number");
      expect((await atChannel(no)).refunded).to.equal(price);
      const { _id } = (await PayAttemptModel.findOne({ no }).lean())!;
      expect(await PayRefundModel.countDocuments({ attemptId: _id })).to.equal(1);
      const { client } = await buildOperator(["pay:anomaly:query"]);
      expect((await client.get(`${base}/get?id=${row!["id"]}`)).data).to.deep.equal(row);
    });

  it("stays open while its refund is under way, or when that fails", async () => {
    const { order, no } = await buildSubmitted({ priceFen: 2_000 });
    await fault({ mode: "hold", count: 1 });
    await settle(no, { amount: 1 });
    await runJobs();
    const open = await page(`payOrderId=${order._id}&status=0`);
    expect(open.list.map(({ kind, refundStatus }) => [kind, refundStatus])).to.deep.equal([["wrongAmount", 0]]);
    await control("POST", `/pay/refunds/${open.list[0]!["refundNo"]}/settle`, { outcome: "closed" });
    await runJobs();
    const after = await page(`payOrderId=${order._id}&status=0`);
    expect(after.list.map(({ kind, refundStatus }) => [kind, refundStatus])).to.have.deep.members([
      ["wrongAmount", 20],
      ["refundFailed", 20],
    ]);
  });

  for (const [name, body] of [
    ["WeChat Pay", {}],
    ["Alipay", byPage],
  ] as const)
    it(`an unknown order in a callback of ${name} is answered as taken, and listed once`, async () => {
      const { no, order } = await buildSubmitted({ priceFen: 777 }, body);
      await inTransaction(async () => PayAttemptModel.deleteOne({ no }));
      const { deliveries } = await settle(no, { times: 3 });
      for (const { status } of deliveries) expect(status).to.be.oneOf([200, 204]);
      await runJobs();
      expect((await reload(order)).status).to.equal(0);
      const listed = await PayAnomalyModel.find({ no }).lean();
      expect(listed.map(({ kind, paidFen, payOrderId }) => [kind, paidFen, payOrderId])).to.deep.equal([
        ["unknownOrder", 777, null],
      ]);
      expect(listed[0]!.channelOrderNo).to.be.a("string");
    });

  it("a refund that failed is listed with its reason", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    await fault({ mode: "hold", count: 1 });
    const merchantRefundId = `an-${order._id}-${randomInt(1_000_000)}`;
    const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 400, reason: "" });
    await runJobs();
    const { no } = (await PayRefundModel.findById(id).lean())!;
    await control("POST", `/pay/refunds/${no}/settle`, { outcome: "closed" });
    await runJobs();
    const { list } = await page(`payOrderId=${order._id}&kind=refundFailed`);
    expect(list).to.have.length(1);
    expect(list[0]).to.include({ no, price: 400, refundId: id, refundStatus: 20, status: 0 });
    expect(list[0]!["note"]).to.match(/^CLOSED/);
  });
});

/** One that nothing ends by itself. */
async function buildAnomaly(): Promise<number> {
  const _id = await nextId("payAnomalies");
  await PayAnomalyModel.create([{ _id, kind: "unknownOrder", key: `t-${_id}`, no: `P${_id}`, paidFen: 5 }]);
  return _id;
}

describe("operators of payment anomalies", () => {
  before(() => startService());
  afterEach(() => heldClock.release());

  it("need the permission of each endpoint", async () => {
    const reader = await buildOperator(["pay:order:query"]);
    const member = await buildMember();
    const calls = [
      ["get", "/page"],
      ["get", "/get?id=1"],
      ["put", "/close"],
    ] as const;
    for (const [method, path] of calls)
      for (const [client, status] of [
        [stranger, 401],
        [member.client, 401],
        [reader.client, 403],
      ] as const)
        expect((await client[method](base + path, {})).status, `${method} ${path}`).to.equal(status);
  });

  it("close one with a remark, once, audited; of two at once one does", async () => {
    const id = await buildAnomaly();
    const { client, operator } = await buildOperator(["pay:anomaly:query", "pay:anomaly:close"]);
    const close = () => client.put(`${base}/close`, { id, remark: " returned by bank transfer " });
    const replies = await Promise.all([close(), close()]);
    expect(replies.map(({ code }) => code).sort((a, b) => a - b)).to.deep.equal([0, 1007011001]);
    const { data } = await client.get(`${base}/get?id=${id}`);
    expect(data).to.include({
      id,
      status: 20,
      endedBy: "operator",
      operatorId: operator._id,
      operatorName: operator.nickname,
      remark: "returned by bank transfer",
    });
    const rows = await OperationLogModel.find({ action: "anomaly.close", bizId: String(id) }).lean();
    expect(rows.map(({ before, after }) => [before, after])).to.deep.equal([
      [{ status: 0 }, { status: 20, remark: "returned by bank transfer" }],
    ]);
  });

  it("an absent one is refused by name, a wrong field by 400 with its name", async () => {
    const { client } = await buildOperator(["pay:anomaly:query", "pay:anomaly:close"]);
    expect((await client.get(`${base}/get?id=99999999`)).code).to.equal(1007011000);
    const absent = await client.put(`${base}/close`, { id: 99_999_999, remark: "x" });
    expect([absent.code, absent.data]).to.deep.equal([1007011000, false]);
    const id = await buildAnomaly();
    for (const remark of [undefined, "", " ", 5, { $gt: "" }, "x".repeat(501)]) {
      const bad = await client.put(`${base}/close`, { id, remark });
      expect([bad.status, bad.msg.startsWith("remark")], String(remark)).to.deep.equal([400, true]);
    }
    expect((await client.put(`${base}/close`, { id: { $gt: "" }, remark: "x" })).msg).to.match(/^id/);
  });

  it("search by kind, state, pay order and time; rows from before there was a state are open", async () => {
    const id = await buildAnomaly();
    await PayAnomalyModel.collection.updateOne({ _id: id as never }, { $unset: { status: 1, remark: 1, endedBy: 1 } });
    const ids = async (query: string) => (await page(`pageSize=100&${query}`)).list.map((row) => row["id"]);
    const now = clock.ms();
    expect(await ids("kind=unknownOrder&status=0")).to.include(id);
    expect(await ids("status=10")).to.not.include(id);
    expect(await ids(`createTime=${now - 60_000}&createTime=${now + 60_000}`)).to.include(id);
    expect(await ids(`createTime=${now - 120_000}&createTime=${now - 60_000}`)).to.not.include(id);
    const { client } = await buildOperator(["pay:anomaly:query", "pay:anomaly:close"]);
    for (const query of ["kind=odd", "status=5", "createTime=x", "createTime=2&createTime=1", "payOrderId=x"])
      expect((await client.get(`${base}/page?${query}`)).status, query).to.equal(400);
    expect((await client.put(`${base}/close`, { id, remark: "seen" })).data).to.equal(true);
  });
});
