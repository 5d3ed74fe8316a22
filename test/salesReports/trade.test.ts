import { expect } from "chai";
import { countShopDay } from "#shared/domains/salesReports/countShopDay.js";
import { countTradeDay } from "#shared/domains/salesReports/countTradeDay.js";
import { countTradeDays } from "#shared/domains/salesReports/worker.js";
import { ProductDayModel } from "#shared/domains/salesReports/productDay.model.js";
import { TradeDayModel } from "#shared/domains/salesReports/tradeDay.model.js";
import { clock, days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { buildAfterSale, buildAfterSaleOperator, decide } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildWallet } from "#test/factories/wallet.js";
import { buildPaidRecharge, reload } from "#test/recharge/support.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { COUNTED_AFTER_MS } from "./support.js";

const BASE = "/admin-api/statistics/trade";
const dayOf = (ms: number): string => new Date(ms + hours(8)).toISOString().slice(0, 10);

describe("the trade numbers of a day", () => {
  before(startService);
  beforeEach(() => TradeDayModel.deleteMany({}));
  afterEach(() => heldClock.release());

  /** Noon of a day in the shop's zone in which no other test does anything. */
  const goTo = (daysAhead: number): string => {
    heldClock.hold();
    const toNoon = hours(4) - (clock.ms() % days(1));
    heldClock.advance(days(daysAhead) + toNoon);
    return dayOf(clock.ms());
  };

  it("are counted from what happened in it, as often as wanted, and end at midnight of Asia/Shanghai", async () => {
    const day = goTo(500);
    await buildUnpaidOrder();
    const { order } = await buildPaidOrder();
    heldClock.advance(hours(12) - 1); // the last millisecond of the day
    await buildUnpaidOrder();
    heldClock.advance(1);
    await buildUnpaidOrder();
    heldClock.advance(COUNTED_AFTER_MS);
    const row = await countTradeDay(day);
    expect(row).to.include({
      orderCreateCount: 3,
      orderPayCount: 1,
      orderPayPriceFen: order.payPriceFen,
      afterSaleCount: 0,
      rechargePayCount: 0,
      walletPayPriceFen: 0,
    });
    expect(await countTradeDay(day)).to.deep.equal(row);
    expect(await countTradeDay(dayOf(clock.ms()))).to.include({ orderCreateCount: 1, orderPayCount: 0 });
  });

  it("tell after-sales and what was paid from wallets", async () => {
    const day = goTo(550);
    const owner = await buildWallet(20_000);
    const built = await buildUnpaidOrder({ owner });
    const waiting = (await findPayOrder(built.payOrderId))!;
    const wallet = { channelCode: "wallet", displayMode: "url" };
    const paid = await built.client.post("/app-api/pay/order/submit", submitBody(waiting, wallet));
    expect(paid.code, paid.msg).to.equal(0);
    await runJobs();
    const operator = await buildAfterSaleOperator();
    const id = await buildAfterSale(built, { refundPrice: 900 });
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await runJobs();
    heldClock.advance(COUNTED_AFTER_MS);
    expect(await countTradeDay(day)).to.include({
      orderPayCount: 1,
      walletPayPriceFen: built.order.payPriceFen,
      afterSaleCount: 1,
      afterSaleRefundPriceFen: 900,
      rechargePayCount: 0,
    });
  });

  it("tell what an operator gave back of an order, in its trade and its products, once", async () => {
    const day = goTo(560);
    const built = await buildUnpaidOrder({ owner: await buildWallet(20_000) });
    const waiting = (await findPayOrder(built.payOrderId))!;
    const wallet = { channelCode: "wallet", displayMode: "url" };
    expect((await built.client.post("/app-api/pay/order/submit", submitBody(waiting, wallet))).code).to.equal(0);
    await runJobs();
    const { client } = await buildAfterSaleOperator();
    for (const refundPrice of [900, built.order.payPriceFen - 900]) {
      const body = { id: built.order._id, refundPrice, reason: "缺货" };
      expect((await client.put("/admin-api/trade/order/refund", body)).code).to.equal(0);
      await runJobs();
    }
    const fen = built.order.payPriceFen;
    heldClock.advance(COUNTED_AFTER_MS);
    expect(await countTradeDay(day)).to.include({ afterSaleCount: 0, afterSaleRefundPriceFen: fen });
    await countShopDay(day);
    const product = await ProductDayModel.findOne({ day, spuId: built.items[0]!.spuId }).lean();
    expect(product).to.include({ orderPayPriceFen: fen, afterSaleRefundPriceFen: fen });
  });

  it("tell recharges by the moment that the channel says", async () => {
    const { rechargeId } = await buildPaidRecharge({ payPrice: 5_000 });
    const recharge = await reload(rechargeId);
    const day = dayOf(recharge.payAt!.getTime());
    heldClock.advance(COUNTED_AFTER_MS);
    const first = await countTradeDay(day);
    heldClock.release();
    const again = await reload((await buildPaidRecharge({ payPrice: 7_000 })).rechargeId);
    heldClock.advance(COUNTED_AFTER_MS);
    expect(await countTradeDay(dayOf(again.payAt!.getTime()))).to.include({
      rechargePayCount: first.rechargePayCount + 1,
      rechargePayPriceFen: first.rechargePayPriceFen + 7_000,
    });
  });

  it("of missed days are caught up on, back to the last settled one, which is not counted again", async () => {
    const first = goTo(600);
    await countTradeDays();
    expect(await TradeDayModel.countDocuments()).to.equal(32);
    heldClock.advance(days(3));
    await TradeDayModel.updateOne({ _id: dayOf(clock.ms() - days(4)) }, { $set: { orderCreateCount: 77 } });
    await countTradeDays();
    const rows = await TradeDayModel.find({ _id: { $gte: first } }).lean();
    expect(rows).to.have.length(4);
    expect(rows.every(({ countedAt }) => countedAt.getTime() === clock.ms())).to.equal(true);
    const settled = await TradeDayModel.findById(dayOf(clock.ms() - days(4))).lean();
    expect(settled).to.include({ orderCreateCount: 77 });
  });

  it("stand beside those of the same length right before; days without a row have nothing", async () => {
    const today = goTo(700);
    const at = (ago: number): string => dayOf(clock.ms() - days(ago));
    const countedAt = clock.now();
    await TradeDayModel.create([
      { _id: at(0), orderPayPriceFen: 500, orderCreateCount: 3, countedAt },
      { _id: at(1), orderPayPriceFen: 200, orderCreateCount: 2, countedAt },
      { _id: at(3), orderPayPriceFen: 100, orderCreateCount: 1, countedAt },
    ]);
    const { client } = await buildOperator(["statistics:trade:query"]);
    const times = `times=${clock.ms() - days(1)}&times=${clock.ms()}`;
    const analysis = (await client.get(`${BASE}/analyse?${times}`)).data;
    expect(analysis.value).to.include({ orderPayPrice: 700, orderCreateCount: 5 });
    expect(analysis.reference).to.include({ orderPayPrice: 100, orderCreateCount: 1 });
    const list = (await client.get(`${BASE}/list?times=${clock.ms() - days(3)}&times=${clock.ms()}`)).data;
    expect(
      list.map(({ time, orderPayPrice }: { time: string; orderPayPrice: number }) => [time, orderPayPrice]),
    ).to.deep.equal([
      [at(3), 100],
      [at(2), 0],
      [at(1), 200],
      [today, 500],
    ]);
    const { today: now } = (await client.get(`${BASE}/summary`)).data;
    expect([now.value.orderPayPrice, now.reference.orderPayPrice]).to.deep.equal([500, 200]);
    expect((await client.get(`${BASE}/list`)).data).to.have.length(30);
    for (const query of ["times=x", "times=2&times=1", `times=0&times=${clock.ms()}`])
      expect((await client.get(`${BASE}/list?${query}`)).msg, query).to.match(/^times/);
  });

  it("and what waits for an operator now are read with the permission alone", async () => {
    const { client: other } = await buildOperator(["trade:order:query"]);
    const { client: member } = await buildMember();
    const { client } = await buildOperator(["statistics:trade:query"]);
    const before = (await client.get(`${BASE}/order-count`)).data;
    await buildPaidOrder();
    const after = (await client.get(`${BASE}/order-count`)).data;
    expect(after).to.deep.equal({ ...before, undelivered: before.undelivered + 1 });
    for (const path of ["summary", "analyse", "list", "order-count"]) {
      expect((await stranger.get(`${BASE}/${path}`)).status).to.equal(401);
      expect((await member.get(`${BASE}/${path}`)).status).to.equal(401);
      expect((await other.get(`${BASE}/${path}`)).status).to.equal(403);
    }
  });
});
