import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { AfterSaleModel, itemLeft, OrderItemModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import {
  applyBody,
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  decide,
  reloadAfterSale,
  ship,
} from "#test/factories/afterSale.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const CREATE = "/app-api/trade/after-sale/create";
const RECEIVE = "/admin-api/trade/after-sale/receive";
const STOCK = 20;

interface Five extends BuiltOrder {
  skuId: number;
  itemId: number;
}

describe("an after-sale of some pieces of an item", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    operator = await buildAfterSaleOperator();
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });

  /** Five pieces of 10.01, shipped unless told otherwise. */
  async function buildFive({ isShipped = true, price = 1_001 } = {}): Promise<Five> {
    const skuId = (await buildSpu({ price, stock: STOCK })).skuIds[0]!;
    const built = await buildOrderPaidAtChannel({ skuId, count: 5 });
    if (isShipped) await ship(operator, built.order._id);
    return { ...built, skuId, itemId: built.items[0]!._id };
  }
  const code = async (built: BuiltOrder, overrides: object): Promise<number> =>
    (await built.client.post(CREATE, applyBody(built, { ...overrides }))).code;
  async function buildSent(built: BuiltOrder, overrides: object): Promise<number> {
    const id = await buildAfterSale(built, { way: 20, ...overrides });
    await decide(operator, "agree", id);
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await built.client.post("/app-api/trade/after-sale/delivery", parcel)).code).to.equal(0);
    return id;
  }
  async function receive(id: number, body: object = {}): Promise<void> {
    const reply = await operator.client.put(RECEIVE, { id, ...body });
    expect(reply.code, reply.msg).to.equal(0);
  }
  async function refund(id: number): Promise<void> {
    await decide(operator, "refund", id);
    await arrive();
    expect(await reloadAfterSale(id)).to.include({ status: 50 });
  }
  async function payFor(built: BuiltOrder, overrides: object): Promise<number> {
    const id = await buildAfterSale(built, { ...overrides });
    await decide(operator, "agree", id);
    await refund(id);
    return id;
  }
  const left = async ({ order }: BuiltOrder) => itemLeft((await reloadOrder(order._id)).items[0]!);
  const held = async ({ skuId }: Five): Promise<number[]> => {
    const { stock, sold } = await readSku(skuId);
    return [stock, sold];
  };
  async function holds({ order, itemId, skuId }: Five): Promise<void> {
    const abouts = [`order ${order._id}`, `order item ${itemId}`, `SKU ${skuId}`];
    const { violations } = await checkInvariants();
    expect(violations.filter(({ about }) => abouts.includes(about))).to.deep.equal([]);
  }

  it("takes two of five back: they alone are for sale again, and the three others can be returned later", async () => {
    const built = await buildFive();
    const first = await buildSent(built, { count: 2, refundPrice: 2_002 });
    expect(await reloadAfterSale(first)).to.include({ count: 2, isCounted: true });
    expect(await held(built)).to.deep.equal([15, 5]);
    await receive(first);
    expect(await held(built)).to.deep.equal([17, 3]);
    await refund(first);
    expect(await left(built)).to.deep.equal({ count: 3, fen: 3_003 });
    const { data } = await built.client.post("/app-api/trade/order/item/get", { id: built.itemId });
    expect(data).to.include({ count: 5, leftCount: 3, refundPrice: 2_002, afterSaleStatus: 0 });
    await holds(built);
    expect(await code(built, { way: 20, count: 4, refundPrice: 100 })).to.equal(1011000119);
    const second = await buildSent(built, { refundPrice: 3_003 });
    expect(await reloadAfterSale(second)).to.include({ count: 3, isCounted: true });
    await receive(second);
    await refund(second);
    expect(await held(built)).to.deep.equal([STOCK, 0]);
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 40, refundStatus: 20 });
    await holds(built);
  });

  it("asks for the share of its pieces at most, and the last ones get what is left", async () => {
    const skuId = (await buildSpu({ price: 999, stock: STOCK })).skuIds[0]!;
    const built = { ...(await buildOrderPaidAtChannel({ skuId, count: 3 })), skuId };
    await ship(operator, built.order._id);
    // Compensated for all three: the pieces are worth less now.
    await payFor(built, { refundPrice: 300 });
    expect(await left(built)).to.deep.equal({ count: 3, fen: 2_697 });
    expect(await code(built, { count: 1, refundPrice: 900 })).to.equal(1011000101);
    expect(await code(built, { count: 1, refundPrice: 0 })).to.equal(1011000101);
    const one = await buildSent(built, { count: 1, refundPrice: 800 });
    await receive(one);
    await refund(one);
    expect(await left(built)).to.deep.equal({ count: 2, fen: 1_897 });
    // Half of what is left, though a third of the price is more.
    expect(await code(built, { count: 1, refundPrice: 949 })).to.equal(1011000101);
    const last = await buildSent(built, { count: 2, refundPrice: 1_897 });
    await receive(last);
    await refund(last);
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 40, refundPriceFen: 2_997 });
  });

  it("receives the pieces that came: fewer are paid with their share, and the others stay returnable", async () => {
    const built = await buildFive();
    const id = await buildSent(built, { refundPrice: 5_005 });
    const wrong = await operator.client.put(RECEIVE, { id, count: 6 });
    expect([wrong.code, wrong.data]).to.deep.equal([1011000119, false]);
    for (const count of [0, -1, 1.5, "2"]) {
      const reply = await operator.client.put(RECEIVE, { id, count });
      expect([reply.status, reply.msg.split(":")[0]], `${count}`).to.deep.equal([400, "count"]);
    }
    expect(await held(built)).to.deep.equal([15, 5]);
    await receive(id, { count: 2, restock: false });
    expect(await held(built)).to.deep.equal([15, 5]);
    const { data } = await operator.client.get(`/admin-api/trade/after-sale/get-detail?id=${id}`);
    expect(data).to.include({ count: 5, counted: true, receivedCount: 2, refundPrice: 2_002, restock: false });
    expect(data.orderItem).to.include({ leftCount: 3 });
    expect(data.logs.at(-1).content).to.equal("The goods are back, pieces: 2, refund: 20.02, not for sale again");
    await refund(id);
    expect(await left(built)).to.deep.equal({ count: 3, fen: 3_003 });
    await holds(built);
    const rest = await buildSent(built, { count: 3, refundPrice: 3_003 });
    await receive(rest);
    await refund(rest);
    expect(await held(built)).to.deep.equal([18, 2]);
    await holds(built);
  });

  it("that does not say how many and asks for a part is received with a count, by its name", async () => {
    const built = await buildFive();
    const id = await buildSent(built, { refundPrice: 2_000 });
    expect(await reloadAfterSale(id)).to.include({ count: 5, isCounted: false });
    const reply = await operator.client.put(RECEIVE, { id });
    expect([reply.status, reply.msg]).to.deep.equal([
      400,
      "count: is required, as the after-sale does not say how many",
    ]);
    const chinese = await operator.client.with({ "accept-language": "zh" }).put(RECEIVE, { id });
    expect(chinese.msg).to.equal("count：该售后未说明件数，必填");
    expect(await reloadAfterSale(id)).to.include({ status: 30 });
    await receive(id, { count: 2 });
    await refund(id);
    expect(await left(built)).to.deep.equal({ count: 3, fen: 3_005 });
    expect(await held(built)).to.deep.equal([17, 3]);
  });

  it("of an older version has no count: all come back if it asks for all money, else it is asked for", async () => {
    for (const [refundPrice, expected] of [
      [5_005, 200],
      [2_000, 400],
    ] as const) {
      const built = await buildFive();
      const id = await buildSent(built, { refundPrice });
      await AfterSaleModel.collection.updateOne({ _id: id } as never, { $unset: { isCounted: 1, receivedCount: 1 } });
      expect((await operator.client.put(RECEIVE, { id })).status).to.equal(expected);
      if (expected === 200) expect(await left(built)).to.deep.equal({ count: 0, fen: 5_005 });
    }
  });

  it("of an item whose goods an older version took back has no pieces left, and money may be", async () => {
    const built = await buildFive();
    const old = { $set: { goodsBack: true, restocked: false }, $unset: { backCount: 1, restockedCount: 1 } };
    await OrderItemModel.collection.updateOne({ _id: built.itemId } as never, old);
    expect(await left(built)).to.deep.equal({ count: 0, fen: 5_005 });
    expect(await code(built, { way: 20, refundPrice: 100 })).to.equal(1011000117);
    expect(await code(built, { way: 10, count: 1, refundPrice: 100 })).to.equal(1011000119);
    expect(await code(built, { way: 10, refundPrice: 100 })).to.equal(0);
  });

  it("before shipping takes its pieces out of the parcel when they are paid in full", async () => {
    const built = await buildFive({ isShipped: false });
    await payFor(built, { count: 2, refundPrice: 2_002 });
    expect(await held(built)).to.deep.equal([17, 3]);
    expect(await left(built)).to.deep.equal({ count: 3, fen: 3_003 });
    await payFor(built, { count: 1, refundPrice: 100 });
    expect(await held(built)).to.deep.equal([17, 3]);
    const exporter = await buildOperator(["trade:order:export"]);
    const { text } = await exporter.client.get(`/admin-api/trade/order/export?no=${built.order.no}`);
    expect(text.match(/x\d+/g)).to.deep.equal(["x3"]);
    await holds(built);
    await ship(operator, built.order._id);
    const id = await buildSent(built, { refundPrice: 2_903 });
    await receive(id);
    await refund(id);
    expect(await held(built)).to.deep.equal([STOCK, 0]);
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 40 });
    await holds(built);
  });

  it("without a return leaves the pieces that were paid in full to their buyer, and the others their whole price", async () => {
    const built = await buildFive();
    await payFor(built, { count: 2, refundPrice: 2_002 });
    expect(await held(built)).to.deep.equal([15, 5]);
    expect(await left(built)).to.deep.equal({ count: 3, fen: 3_003 });
    expect(await code(built, { way: 20, count: 4, refundPrice: 1 })).to.equal(1011000119);
    const id = await buildSent(built, { count: 3, refundPrice: 3_003 });
    await receive(id);
    await refund(id);
    expect(await held(built)).to.deep.equal([18, 2]);
    await holds(built);
  });

  it("takes the count for a number of pieces, and nothing else", async () => {
    const built = await buildFive();
    for (const count of [0, -1, 1.5, "2", { $gt: 0 }, 1e9]) {
      const reply = await built.client.post(CREATE, applyBody(built, { count }));
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(count)).to.deep.equal([400, "count"]);
    }
    expect(await code(built, { count: 6 })).to.equal(1011000119);
    expect(await code(built, { count: 5, refundPrice: 5_006 })).to.equal(1011000101);
    expect(await code(built, { count: null })).to.equal(0);
  });

  it("is received once, however often and by how many operators at once", async () => {
    const built = await buildFive();
    const id = await buildSent(built, { count: 2, refundPrice: 2_002 });
    const replies = await Promise.all([1, 2, 2, 1].map((count) => operator.client.put(RECEIVE, { id, count })));
    expect(replies.filter((reply) => reply.code === 0)).to.have.length(1);
    const { receivedCount } = await reloadAfterSale(id);
    expect(await held(built)).to.deep.equal([15 + receivedCount!, 5 - receivedCount!]);
    expect((await left(built)).count).to.equal(5 - receivedCount!);
    await holds(built);
  });

  it("whose pieces all came back leaves nothing to review, even if the shop kept some money", async () => {
    const built = await buildFive();
    expect((await built.client.post("/app-api/trade/order/receive", { id: built.order._id })).code).to.equal(0);
    const id = await buildSent(built, { refundPrice: 5_000 });
    await receive(id, { count: 5 });
    await refund(id);
    const { order } = await reloadOrder(built.order._id);
    expect(order).to.include({ status: 30, commentStatus: true, refundPriceFen: 5_000 });
  });
});
