import { expect } from "chai";
import { payFromWallet, refundToWallet } from "#shared/domains/wallet/index.js";
import { clock, heldClock, hours } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildMember } from "#test/factories/member.js";
import { buildWallet } from "#test/factories/wallet.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const PAGE = "/app-api/pay/wallet-transaction/page";
const SUMMARY = "/app-api/pay/wallet-transaction/get-summary";
const prices = (list: { price: number }[]): number[] => list.map(({ price }) => price);

/** 1,000 in, an hour later 300 out, an hour later 50 back. The clock is held on the last. */
async function buildHistory() {
  heldClock.hold();
  const start = clock.ms();
  const built = await buildWallet(1_000);
  const memberId = built.member._id;
  heldClock.advance(hours(1));
  await payFromWallet({ memberId, amountFen: 300, payOrderId: await nextId("payOrders") });
  heldClock.advance(hours(1));
  await refundToWallet({ memberId, amountFen: 50, refundId: await nextId("payRefunds") });
  return { ...built, start };
}

describe("the wallet as its member sees it", () => {
  before(() => startService());
  afterEach(() => heldClock.release());

  it("is for members who are signed in", async () => {
    expect((await stranger.get("/app-api/pay/wallet/get")).status).to.equal(401);
    expect((await stranger.post(PAGE)).status).to.equal(401);
    expect((await stranger.post(SUMMARY)).status).to.equal(401);
  });

  it("is there from the first look on, empty", async () => {
    const { client } = await buildMember();
    const first = await client.get("/app-api/pay/wallet/get");
    expect([first.code, first.data]).to.deep.equal([0, { balance: 0, totalExpense: 0, totalRecharge: 0 }]);
    expect((await client.post(PAGE, {})).data).to.deep.equal({ list: [], total: 0 });
    expect((await client.post(SUMMARY, {})).data).to.deep.equal({ totalExpense: 0, totalIncome: 0 });
  });

  it("tells what came and what went, newest first, titled in the reader's language", async () => {
    const { client, token } = await buildHistory();
    const { code, data } = await client.post(PAGE, { pageNo: 1, pageSize: 10, createTime: [] });
    expect(code).to.equal(0);
    expect(data.total).to.equal(3);
    expect(prices(data.list)).to.deep.equal([50, -300, 1_000]);
    expect(data.list[0]).to.deep.equal({
      bizType: 4,
      price: 50,
      title: "Payment refund",
      createTime: data.list[0].createTime,
    });
    expect(token).to.be.a("string");
    const zh = await client.with({ "accept-language": "zh-CN" }).post(PAGE, {});
    expect(zh.data.list.map(({ title }: { title: string }) => title)).to.deep.equal(["支付退款", "支付", "更新余额"]);
    expect((await client.get("/app-api/pay/wallet/get")).data).to.include({ balance: 750, totalExpense: 250 });
  });

  it("filters by income and expense, as number or as text", async () => {
    const { client } = await buildHistory();
    expect(prices((await client.post(PAGE, { type: 1 })).data.list)).to.deep.equal([50, 1_000]);
    expect(prices((await client.post(PAGE, { type: "2" })).data.list)).to.deep.equal([-300]);
    expect((await client.post(PAGE, { type: null })).data.total).to.equal(3);
  });

  it("filters by a span of time, its ends included, and sums it up", async () => {
    const { client, start } = await buildHistory();
    const middle = [start + hours(1), start + hours(1) + 60_000];
    const page = await client.post(PAGE, { createTime: middle });
    expect(prices(page.data.list)).to.deep.equal([-300]);
    const exactly = [page.data.list[0].createTime, page.data.list[0].createTime];
    expect((await client.post(PAGE, { createTime: exactly })).data.total).to.equal(1);
    expect((await client.post(SUMMARY, { createTime: middle })).data).to.deep.equal({
      totalExpense: -300,
      totalIncome: 0,
    });
    expect((await client.post(SUMMARY, { createTime: middle.map(String) })).data.totalExpense).to.equal(-300);
    for (const all of [{}, { createTime: [] }, { createTime: null }])
      expect((await client.post(SUMMARY, all)).data).to.deep.equal({ totalExpense: -300, totalIncome: 1_050 });
  });

  it("pages ten at a time by default, or gives all for -1", async () => {
    const { client } = await buildHistory();
    const second = await client.post(PAGE, { pageNo: 2, pageSize: 2 });
    expect([prices(second.data.list), second.data.total]).to.deep.equal([[1_000], 3]);
    expect((await client.post(PAGE, { pageNo: 1, pageSize: -1 })).data.list).to.have.length(3);
  });

  it("shows nobody else's rows", async () => {
    await buildHistory();
    const { client } = await buildMember();
    expect((await client.post(PAGE, { userId: 1 })).status).to.be.oneOf([200, 403]);
    expect((await client.post(PAGE, {})).data.total).to.equal(0);
  });

  it("refuses what has the wrong form, naming the field", async () => {
    const { client } = await buildMember();
    const bad: [object, string][] = [
      [{ type: 3 }, "type"],
      [{ type: { $gt: "" } }, "type"],
      [{ createTime: { $gt: "" } }, "createTime"],
      [{ createTime: [1] }, "createTime"],
      [{ createTime: [1, { $gt: "" }] }, "createTime.1"],
      [{ createTime: [1, 9_000_000_000_000_000] }, "createTime.1"],
      [{ pageNo: 0 }, "pageNo"],
      [{ pageSize: 0 }, "pageSize"],
      [{ pageSize: 101 }, "pageSize"],
      [{ pageSize: { $gt: "" } }, "pageSize"],
    ];
    for (const [body, field] of bad) {
      const reply = await client.post(PAGE, body);
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(body)).to.deep.equal([400, field]);
    }
    expect((await client.post(SUMMARY, { createTime: "yesterday" })).status).to.equal(400);
  });
});
