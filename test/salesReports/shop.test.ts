import { expect } from "chai";
import { AddressModel } from "#shared/domains/member/address/address.model.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { BuyerDayModel } from "#shared/domains/salesReports/buyerDay.model.js";
import { countShopDay } from "#shared/domains/salesReports/countShopDay.js";
import { countShopDays } from "#shared/domains/salesReports/worker.js";
import { flushVisits } from "#shared/domains/salesReports/index.js";
import { MemberDayModel } from "#shared/domains/salesReports/memberDay.model.js";
import { PayDayModel } from "#shared/domains/salesReports/payDay.model.js";
import { ProductDayModel } from "#shared/domains/salesReports/productDay.model.js";
import { clock, days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildAfterSale, buildAfterSaleOperator, decide } from "#test/factories/afterSale.js";
import { buildAddress } from "#test/factories/address.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import {
  buildPaidOrder,
  buildUnpaidOrder,
  reloadOrder,
  type BuiltOrder,
  type OrderOverrides,
} from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildSpu } from "#test/factories/spu.js";
import { buildWallet } from "#test/factories/wallet.js";
import { stranger, type Client } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { COUNTED_AFTER_MS } from "./support.js";

const BASE = "/admin-api/statistics";
const dayOf = (ms: number): string => new Date(ms + hours(8)).toISOString().slice(0, 10);

async function buildOrderPaidByWallet(overrides: OrderOverrides): Promise<BuiltOrder> {
  const built = await buildUnpaidOrder({ ...overrides, owner: await buildWallet(100_000) });
  const waiting = (await findPayOrder(built.payOrderId))!;
  const wallet = { channelCode: "wallet", displayMode: "url" };
  const paid = await built.client.post("/app-api/pay/order/submit", submitBody(waiting, wallet));
  expect(paid.code, paid.msg).to.equal(0);
  await runJobs();
  return { ...built, ...(await reloadOrder(built.order._id)) };
}

describe("the numbers of products, members and payments", () => {
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator(["statistics:product:query", "statistics:member:query", "statistics:pay:query"]))
      .client;
  });
  beforeEach(async () => {
    await Promise.all(
      [ProductDayModel, BuyerDayModel, PayDayModel, MemberDayModel].map((model) =>
        (model as typeof ProductDayModel).deleteMany({}),
      ),
    );
  });
  afterEach(() => heldClock.release());

  /** Noon of a day in the shop's zone in which no other test does anything. */
  const goTo = (daysAhead: number): string => {
    heldClock.hold();
    heldClock.advance(days(daysAhead) + hours(4) - (clock.ms() % days(1)));
    return dayOf(clock.ms());
  };
  /** Signed in on the very day: a token of today is over in the year after. */
  const readerNow = async (): Promise<Client> =>
    (await buildOperator(["statistics:product:query", "statistics:member:query", "statistics:pay:query"])).client;
  const timesOf = (from: number, to = from): string => `times=${from}&times=${to}`;

  it("of products equal the sum over what was ordered, paid and given back", async () => {
    const day = goTo(900);
    const [one, two] = [await buildSpu(), await buildSpu()];
    const unpaid = await buildUnpaidOrder({ skuId: one.skuIds[0]!, count: 3 });
    const paid = await buildOrderPaidByWallet({ skuId: one.skuIds[0]!, count: 2 });
    const other = await buildPaidOrder({ skuId: two.skuIds[0]! });
    const operator = await buildAfterSaleOperator();
    const id = await buildAfterSale(paid, { refundPrice: 700 });
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await runJobs();
    heldClock.advance(COUNTED_AFTER_MS);
    await countShopDay(day);
    await countShopDay(day);

    const reader = await readerNow();
    const { data } = await reader.get(`${BASE}/product/analyse?${timesOf(clock.ms())}`);
    const items = [...unpaid.items, ...paid.items, ...other.items];
    const paidItems = [...paid.items, ...other.items];
    const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
    expect(data.value).to.include({
      orderCount: sum(items.map(({ count }) => count)),
      orderPayCount: sum(paidItems.map(({ count }) => count)),
      orderPayPrice: sum(paidItems.map(({ payPriceFen }) => payPriceFen)),
      afterSaleCount: 1,
      afterSaleRefundPrice: 700,
    });
    expect(data.reference).to.include({ orderCount: 0, orderPayPrice: 0 });
    expect(data.list).to.deep.equal([{ time: day, ...data.value }]);

    const ranked = (await reader.get(`${BASE}/product/rank-page?${timesOf(clock.ms())}`)).data;
    expect(ranked.total).to.equal(2);
    expect(ranked.list[0]).to.include({
      spuId: one.spuId,
      orderCount: 5,
      orderPayCount: 2,
      orderPayPrice: paid.order.payPriceFen,
      afterSaleCount: 1,
    });
    const byOrders = await reader.get(
      `${BASE}/product/rank-page?${timesOf(clock.ms())}&sortBy=orderCount&pageSize=1&pageNo=2`,
    );
    expect(byOrders.data.list.map(({ spuId }: { spuId: number }) => spuId)).to.deep.equal([two.spuId]);
    expect((await reader.get(`${BASE}/product/rank-page?sortBy=name`)).msg).to.match(/^sortBy/);
  });

  it("of products tell who looked at them and who put them into the cart, each member once a day", async () => {
    const day = goTo(925);
    const { spuId, skuIds } = await buildSpu();
    const [first, second] = [await buildMember(), await buildMember()];
    const open = (client: Client) => client.post("/app-api/product/spu/getSpuDetail", { id: spuId });
    for (const { client: visitor } of [first, first, second, first]) expect((await open(visitor)).code).to.equal(0);
    await flushVisits();
    expect((await open(first.client)).code).to.equal(0);
    expect((await open(second.client)).code).to.equal(0);
    for (let times = 0; times < 2; times++)
      expect((await first.client.post("/app-api/trade/cart/add", { skuId: skuIds[0], count: 1 })).code).to.equal(200);
    expect((await first.client.post("/app-api/trade/cart/add", { skuId: 999_999_999, count: 1 })).code).not.to.equal(
      200,
    );
    expect((await first.client.post("/app-api/product/spu/getSpuDetail", { id: 999_999_999 })).code).not.to.equal(0);
    await flushVisits();
    await buildPaidOrder({ owner: first, skuId: skuIds[0]! });
    heldClock.advance(COUNTED_AFTER_MS);
    await countShopDay(day);
    await countShopDay(day);
    const reader = await readerNow();
    const { data } = await reader.get(`${BASE}/product/rank-page?${timesOf(clock.ms())}&sortBy=browseCount`);
    expect(data.list[0]).to.include({
      spuId,
      browseCount: 6,
      browseUserCount: 2,
      cartCount: 1,
      orderPayCount: 1,
      browseConvertPercent: 50,
    });
    expect(data.list[0].name).not.to.equal("");
    // Many orders of few visitors: nobody is converted more than once.
    for (let times = 0; times < 3; times++) await buildPaidOrder({ owner: first, skuId: skuIds[0]! });
    heldClock.advance(COUNTED_AFTER_MS);
    await countShopDay(day);
    const more = await reader.get(`${BASE}/product/rank-page?${timesOf(clock.ms())}&sortBy=browseCount`);
    expect(more.data.list[0]).to.include({ spuId, browseUserCount: 2, orderPayCount: 4, browseConvertPercent: 100 });
  });

  it("of payments equal the sum over pay orders and refunds, by channel", async () => {
    const day = goTo(950);
    const byWallet = await buildOrderPaidByWallet({ count: 2 });
    const byChannel = [await buildPaidOrder(), await buildPaidOrder()];
    const operator = await buildAfterSaleOperator();
    const id = await buildAfterSale(byWallet, { refundPrice: 900 });
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await runJobs();
    heldClock.advance(COUNTED_AFTER_MS);
    await countShopDay(day);
    await countShopDay(day);
    const reader = await readerNow();
    const { data } = await reader.get(`${BASE}/pay/summary?${timesOf(clock.ms())}`);
    const fen = byChannel[0]!.order.payPriceFen + byChannel[1]!.order.payPriceFen;
    const { channels, ...sums } = data.value;
    expect(sums).to.include({ orderCount: 3, refundCount: 1, lateRefundPrice: 0 });
    expect(sums.orderPrice + sums.walletPrice).to.equal(fen + byWallet.order.payPriceFen);
    expect(sums.refundPrice + sums.walletRefundPrice).to.equal(900);
    const code = (await reloadOrder(byChannel[0]!.order._id)).order.payChannelCode;
    const of = (name: string | null) =>
      channels.find(({ channelCode }: { channelCode: string }) => channelCode === name);
    expect(of(code)).to.include({ orderCount: 2, orderPrice: fen, refundCount: 0 });
    expect(of("wallet")).to.include({ orderCount: 1, refundCount: 1 });
    expect(channels).to.have.length(2);
    expect(data.reference).to.include({ orderCount: 0, orderPrice: 0 });
  });

  it("of members count who joined, ordered and paid, each of them once", async () => {
    const day = goTo(1_000);
    const joined = await buildMember();
    await buildMember({ registerTerminal: 20 });
    const buyer = await buildPaidOrder();
    await buildPaidOrder({ owner: buyer });
    await buildUnpaidOrder({ owner: joined });
    await inTransaction(async () => AddressModel.deleteMany({ memberId: joined.member._id }));
    await buildAddress(joined.member._id, { areaId: 330106, isDefault: true });
    heldClock.advance(COUNTED_AFTER_MS);
    await countShopDay(day);

    const reader = await readerNow();
    const { data } = await reader.get(`${BASE}/member/summary?${timesOf(clock.ms())}`);
    expect(data.value).to.include({ registerCount: 3, orderUserCount: 2, payUserCount: 1 });
    expect(data.value.orderPayPrice).to.equal(buyer.order.payPriceFen * 2);
    expect(data.value.atv).to.equal(data.value.orderPayPrice);
    expect(data.reference).to.include({ registerCount: 0, orderUserCount: 0 });
    expect(data.value.userCount - data.reference.userCount).to.equal(3);

    const told = (await reader.get(`${BASE}/member/analyse?${timesOf(clock.ms())}`)).data;
    expect(told.list).to.deep.equal([{ time: day, registerCount: 3 }]);
    expect(told.terminals).to.deep.equal([
      { terminal: 0, userCount: 2 },
      { terminal: 20, userCount: 1 },
    ]);
    expect(told.areas.find(({ areaId }: { areaId: number }) => areaId === 330000)).to.include({ areaName: "浙江省" });
    expect(told.areas.reduce((sum: number, row: { userCount: number }) => sum + row.userCount, 0)).to.equal(3);
  });

  it("of a day follow what was counted last: rows that are no more go, other days stay", async () => {
    const day = goTo(1_050);
    await ProductDayModel.create([
      { _id: `${day} 1`, day, spuId: 1, orderCount: 9, countedAt: clock.now() },
      { _id: "2000-01-01 1", day: "2000-01-01", spuId: 1, orderCount: 9, countedAt: clock.now() },
    ]);
    await countShopDay(day);
    expect(await ProductDayModel.find().distinct("day")).to.deep.equal(["2000-01-01"]);
  });

  it("of missed days are caught up on, back to the last settled one", async () => {
    goTo(1_100);
    await countShopDays();
    expect(await MemberDayModel.countDocuments()).to.equal(32);
    heldClock.advance(days(2));
    const settled = dayOf(clock.ms() - days(3));
    await MemberDayModel.updateOne({ _id: settled }, { $set: { registerCount: 77 } });
    await countShopDays();
    expect(await MemberDayModel.countDocuments()).to.equal(34);
    expect(await MemberDayModel.findById(settled).lean()).to.include({ registerCount: 77 });
  });

  it("are read with the right of each alone, for 366 days at most", async () => {
    const { client: other } = await buildOperator(["statistics:trade:query"]);
    for (const path of ["product/analyse", "product/rank-page", "member/summary", "member/analyse", "pay/summary"]) {
      expect((await stranger.get(`${BASE}/${path}`)).status).to.equal(401);
      expect((await other.get(`${BASE}/${path}`)).status).to.equal(403);
      expect((await client.get(`${BASE}/${path}`)).code, path).to.equal(0);
      expect((await client.get(`${BASE}/${path}?times=0&times=${clock.ms()}`)).msg, path).to.match(/^times/);
    }
  });
});
