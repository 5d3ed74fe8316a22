import { expect } from "chai";
import { DateTime } from "luxon";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { DifferenceModel, ReconciliationModel } from "#shared/domains/pay/reconciliation/reconciliation.model.js";
import { clock, days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { beginAsOperator } from "../channel/channelSupport.js";
import {
  again,
  base,
  differencesOf,
  forgetLater,
  newShop,
  paid,
  reconcile,
  refunded,
  rowOf,
  tick,
  today,
  tomorrowAt,
  zone,
} from "./reconciliationSupport.js";
import { fault, noFaults } from "../support.js";

describe("the reconciliation with a provider's statement", () => {
  before(beginAsOperator);
  after(forgetLater);
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  for (const provider of ["wechatpay", "alipay"] as const)
    it(`${provider}: opens at half past ten for the day before, and a day that is equal says so`, async () => {
      const shop = await newShop(provider);
      const first = await paid(shop, 1_000);
      await paid(shop, 2_500);
      await refunded(first, 300);
      tomorrowAt(10, 20);
      await tick(shop);
      expect(await ReconciliationModel.countDocuments({ merchantId: shop.merchantId, day: today() })).to.equal(0);
      await reconcile(shop);
      const { client } = await buildOperator(["pay:reconciliation:query"]);
      const page = await client.get(`${base}/page?channelId=${shop.channelId}&day=${today()}&day=${today()}`);
      expect(page.code, page.msg).to.equal(0);
      expect(page.data.total).to.equal(1);
      expect(page.data.list[0]).to.include({
        platform: provider === "alipay" ? "payplat" : "wechatpay",
        merchantId: shop.merchantId,
        day: today(),
        status: 10,
        channelPaymentCount: 2,
        channelPaymentPrice: 3_500,
        channelRefundCount: 1,
        channelRefundPrice: 300,
        channelFeePrice: 6 + 15 - 2,
        paymentCount: 2,
        paymentPrice: 3_500,
        refundCount: 1,
        refundPrice: 300,
        equalCount: 3,
        differenceCount: 0,
        nextRunTime: null,
      });
      expect(page.data.list[0].channelIds).to.deep.equal([shop.channelId]);
      const before = await rowOf(shop);
      await again(shop);
      const { updatedAt: _u, comparedAt: _c, ...after } = await rowOf(shop);
      expect(before).to.deep.include(after);
      expect(await differencesOf(shop)).to.deep.equal([]);
    });

  it("a provider that is away, or a file that is not the announced one, changes nothing and is tried again, rarer and rarer", async () => {
    const shop = await newShop();
    await paid(shop);
    const begin = async (): Promise<number> => {
      await tick(shop);
      const { status, tries, nextRunAt } = await rowOf(shop);
      expect(status).to.equal(0);
      const waitMs = nextRunAt!.getTime() - clock.ms();
      heldClock.advance(waitMs);
      expect(waitMs).to.equal(Math.min(minutes(10) * 2 ** (tries - 1), hours(2)));
      return tries;
    };
    tomorrowAt(10, 40);
    await fault({ mode: "error", count: 1_000, path: "/v3/bill/tradebill" });
    expect(await begin()).to.equal(1);
    await fault({ mode: "badSignature", count: 1_000, path: "/v3/bill/tradebill" });
    expect(await begin()).to.equal(2);
    expect((await rowOf(shop)).failureCode).to.equal("BAD_SIGNATURE");
    await noFaults();
    await fault({ mode: "badSignature", count: 1_000, path: "/v3/billdownload" });
    expect(await begin()).to.equal(3);
    expect((await rowOf(shop)).failureCode).to.equal("BAD_HASH");
    expect(await differencesOf(shop)).to.deep.equal([]);
    await noFaults();
    await tick(shop);
    expect(await rowOf(shop)).to.include({ status: 10, tries: 0, failureCode: null, equalLines: 1 });
  });

  it("no statement for a day with payments is one that is not there yet; after a week it is one without them", async () => {
    const shop = await newShop();
    const { no } = await paid(shop);
    const day = DateTime.now().setZone(zone).minus({ days: 1 });
    await PayAttemptModel.updateOne({ no }, { $set: { paidAt: day.toJSDate() } });
    const { client } = await buildOperator(["pay:reconciliation:run"]);
    const dayText = day.toFormat("yyyy-MM-dd");
    const { data } = await client.post(`${base}/run`, { channelId: shop.channelId, day: dayText });
    await runJobs();
    const row = async () => (await ReconciliationModel.findById(data[0]).lean())!;
    expect(await row()).to.include({ status: 0, failureCode: "NO_STATEMENT" });
    heldClock.advance(days(8));
    await tick(shop);
    expect(await row()).to.include({ status: 20, therePayments: 0, herePayments: 1, nextRunAt: null });
    const listed = await DifferenceModel.find({ reconciliationId: data[0] }).lean();
    expect(listed.map(({ kind }) => kind)).to.deep.equal(["paymentAbsent"]);
  });

  it("a day on which nothing happened is equal, and looked at once more the day after", async () => {
    const shop = await newShop("alipay");
    await reconcile(shop);
    expect(await rowOf(shop)).to.include({ status: 10, therePayments: 0, equalLines: 0 });
    expect((await rowOf(shop)).nextRunAt).to.be.instanceOf(Date);
    heldClock.advance(hours(25));
    await tick(shop);
    expect(await rowOf(shop)).to.include({ status: 10, nextRunAt: null });
  });

  it("a schedule that stood for a day misses none", async () => {
    const shop = await newShop();
    await paid(shop);
    tomorrowAt(9);
    heldClock.advance(days(1));
    await tick(shop);
    expect((await rowOf(shop)).status).to.equal(10);
  });
});

describe("operators of reconciliations", () => {
  before(beginAsOperator);
  after(forgetLater);
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  it("need the permission of each endpoint", async () => {
    await startService();
    const nobody = await buildOperator(["pay:order:query"]);
    const member = await buildMember();
    const calls = [
      ["get", "/page"],
      ["get", "/get-detail?id=1"],
      ["post", "/run"],
    ] as const;
    for (const [method, path] of calls)
      for (const [client, status] of [
        [stranger, 401],
        [member.client, 401],
        [nobody.client, 403],
      ] as const)
        expect((await client[method](base + path, {})).status, `${method} ${path}`).to.equal(status);
  });

  it("have a day compared, audited; a day that is not over, an unknown channel and the wallet are refused", async () => {
    const shop = await newShop();
    await paid(shop);
    tomorrowAt(8);
    const { client, operator } = await buildOperator(["pay:reconciliation:run", "pay:channel:query"]);
    const reply = await client.post(`${base}/run`, { channelId: shop.channelId, day: today() });
    expect(reply.data).to.deep.equal([(await rowOf(shop))._id]);
    await runJobs();
    expect((await rowOf(shop)).status).to.equal(10);
    const rows = await OperationLogModel.find({ operatorId: operator._id, action: "reconciliation.run" }).lean();
    expect(rows.map(({ bizId, after }) => [bizId, after])).to.deep.equal([
      [String(reply.data[0]), { channelId: shop.channelId, day: today(), merchantId: shop.merchantId }],
    ]);
    const next = DateTime.fromISO(today()).plus({ days: 1 }).toFormat("yyyy-MM-dd");
    const run = (body: object) => client.post(`${base}/run`, body);
    for (const day of [next, "2020-01-01", "2026-13-01", "x", "", null, { $gt: "" }]) {
      const bad = await run({ channelId: shop.channelId, day });
      expect([bad.status, bad.msg.startsWith("day")], String(day)).to.deep.equal([400, true]);
    }
    expect((await run({ channelId: { $gt: "" }, day: today() })).msg).to.match(/^channelId/);
    expect((await run({ channelId: 99_999_999, day: today() })).code).to.equal(1007001000);
    const wallet = (await client.get("/admin-api/pay/channel/get?appId=1&code=wallet")).data.id;
    expect((await run({ channelId: wallet, day: today() })).code).to.equal(1007001001);
  });

  it("search by channel, days and state, and an absent one is refused by name", async () => {
    const shop = await newShop();
    await paid(shop);
    await reconcile(shop);
    const { client } = await buildOperator(["pay:reconciliation:query"]);
    const total = async (query: string): Promise<number> =>
      (await client.get(`${base}/page?channelId=${shop.channelId}${query}`)).data.total;
    expect(await total("")).to.equal(1);
    expect(await total("&status=10")).to.equal(1);
    expect(await total("&status=20")).to.equal(0);
    expect(await total(`&day=${today()}`)).to.equal(1);
    expect(await total("&day=2020-01-01&day=2020-12-31")).to.equal(0);
    for (const query of ["status=5", "day=x", "day=2026-02-02&day=2026-02-01", "channelId=x", "pageNo=0"])
      expect((await client.get(`${base}/page?${query}`)).status, query).to.equal(400);
    expect((await client.get(`${base}/get-detail?id=99999999`)).code).to.equal(1007012000);
    expect((await client.get(`${base}/get-detail?id=1&kind=odd`)).status).to.equal(400);
  });
});
