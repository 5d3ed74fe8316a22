import { expect } from "chai";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { applyBody, arrive, buildAfterSale, buildAfterSaleOperator, decide } from "#test/factories/afterSale.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { readSku } from "#test/factories/spu.js";
import {
  buildTwoItems,
  DELIVERY,
  holds,
  PRICE,
  send,
  sent,
  shownTo,
  statusOf,
  STOCK,
  type TwoItems,
} from "#test/factories/twoItems.js";
import { noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

describe("an order that is sent in parts", () => {
  let operator: BuiltOperator;
  let afterSales: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
  });
  beforeEach(async () => {
    heldClock.hold();
    operator = await buildOperator(["trade:order:ship", "trade:order:query", "trade:order:refund"]);
    afterSales = await buildAfterSaleOperator();
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });

  const counts = async (built: TwoItems): Promise<number[][]> =>
    (await shownTo(built)).items.map(({ leftCount, sentCount }: Record<string, number>) => [leftCount, sentCount]);
  async function refundOnly(built: TwoItems, item: 0 | 1, count: number): Promise<void> {
    const orderItemId = built.itemIds[item];
    const id = await buildAfterSale(built, { orderItemId, way: 10, count, refundPrice: count * PRICE });
    await decide(afterSales, "agree", id);
    await decide(afterSales, "refund", id);
    await arrive();
  }

  it("waits for shipment until its last piece is sent, and its member sees each parcel with what is in it", async () => {
    const built = await buildTwoItems();
    const first = await sent(operator, built, { pieces: [[0, 2]] });
    expect(await statusOf(built)).to.equal(10);
    expect(await counts(built)).to.deep.equal([
      [3, 2],
      [2, 0],
    ]);
    const second = await sent(operator, built, {
      pieces: [
        [0, 1],
        [1, 1],
      ],
    });
    expect(await statusOf(built)).to.equal(10);
    const third = await sent(operator, built);
    const detail = await shownTo(built);
    expect(detail).to.include({ status: 20, logisticsNo: third, logisticsName: "中通快递" });
    const [a, b] = built.itemIds;
    expect(
      detail.parcels.map(({ logisticsNo, logisticsName, items }: Record<string, unknown>) => [
        logisticsNo,
        logisticsName,
        items,
      ]),
    ).to.deep.equal([
      [first, "中通快递", [{ orderItemId: a, count: 2 }]],
      [
        second,
        "中通快递",
        [
          { orderItemId: a, count: 1 },
          { orderItemId: b, count: 1 },
        ],
      ],
      [third, "中通快递", [{ orderItemId: b, count: 1 }]],
    ]);
    const logs = await OrderLogModel.find({ orderId: built.order._id, operateType: { $in: [20, 23] } }).lean();
    expect(logs.map(({ operateType, afterStatus, content }) => [operateType, afterStatus, content])).to.deep.equal([
      [23, 10, `Sent in part by 中通快递, ${first}; pieces: 2, to be sent: 3`],
      [23, 10, `Sent in part by 中通快递, ${second}; pieces: 2, to be sent: 1`],
      [20, 20, `Sent in part by 中通快递, ${third}; pieces: 1, to be sent: 0`],
    ]);
    expect(await ParcelModel.countDocuments({ logisticsNo: { $in: [first, second, third] } })).to.equal(3);
    await holds(built);
  });

  it("is one parcel when all is sent at once, also where all pieces are named", async () => {
    const built = await buildTwoItems();
    await sent(operator, built, {
      pieces: [
        [0, 3],
        [1, 2],
      ],
    });
    const { order, items } = await reloadOrder(built.order._id);
    expect([order.status, order.parcels, items[0]!.sentCount]).to.deep.equal([20, undefined, undefined]);
    expect((await shownTo(built)).parcels).to.have.length(1);
  });

  it("is sent once by a double tap and after a lost answer, also where no parcel tells one part from the next", async () => {
    const built = await buildTwoItems();
    const asked = { id: built.order._id, logisticsId: 0, items: [{ orderItemId: built.itemIds[0], count: 1 }] };
    const { put } = operator.client.with({ "idempotency-key": `part-${built.order._id}` });
    const taps = await Promise.all([put(DELIVERY, asked), put(DELIVERY, asked)]);
    for (const { code, status: http } of taps) expect(code === 0 || http === 409, `${code}`).to.equal(true);
    const later = await put(DELIVERY, asked);
    expect([later.code, later.data], later.msg).to.deep.equal([0, true]);
    expect((await reloadOrder(built.order._id)).items.map(({ sentCount }) => sentCount)).to.deep.equal([1, undefined]);
    const next = await operator.client.put(DELIVERY, asked);
    expect(next.code, next.msg).to.equal(0);
    expect((await reloadOrder(built.order._id)).items[0]!.sentCount).to.equal(2);
  });

  it("is refused by field: unknown, too many, none, twice, by a stranger, and the same parcel again", async () => {
    const built = await buildTwoItems();
    const other = await buildTwoItems();
    const reply = async (items: unknown) =>
      operator.client.put(DELIVERY, {
        id: built.order._id,
        logisticsId: ZHONGTONG,
        logisticsNo: freshLogisticsNo(),
        items,
      });
    const [a, b] = built.itemIds;
    for (const [items, field] of [
      [[], "items"],
      [[{ orderItemId: a, count: 0 }], "items.0.count"],
      [[{ orderItemId: a, count: 1.5 }], "items.0.count"],
      [[{ orderItemId: a, count: "1" }], "items.0.count"],
      [[{ count: 1 }], "items.0.orderItemId"],
      [[a, a].map((orderItemId) => ({ orderItemId, count: 1 })), "items"],
    ] as const) {
      const { status: http, msg } = await reply(items);
      expect([http, msg.split(":")[0]], JSON.stringify(items)).to.deep.equal([400, field]);
    }
    expect((await reply([{ orderItemId: other.itemIds[0], count: 1 }])).code).to.equal(1011000010);
    const tooMany = await reply([
      { orderItemId: a, count: 1 },
      { orderItemId: b, count: 3 },
    ]);
    expect([tooMany.code, tooMany.msg.split(":")[0]]).to.deep.equal([1011000054, "items.1.count"]);
    expect((await reloadOrder(built.order._id)).order.parcels).to.equal(undefined);
    const first = await sent(operator, built, { pieces: [[0, 2]] });
    expect((await send(operator, built, { pieces: [[0, 2]] })).code).to.equal(1011000054);
    expect((await send(operator, built, { pieces: [[0, 1]], logisticsNo: first })).code).to.equal(1011000055);
    expect(await counts(built)).to.deep.equal([
      [3, 2],
      [2, 0],
    ]);
    const reader = await buildOperator(["trade:order:query"]);
    const body = { id: built.order._id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await reader.client.put(DELIVERY, body)).status).to.equal(403);
  });

  it("is sent in at most 50 parcels", async () => {
    const built = await buildTwoItems();
    await sent(operator, built, { pieces: [[0, 1]] });
    const { parcels } = (await reloadOrder(built.order._id)).order;
    const [one] = parcels!;
    const ofOrder = { _id: built.order._id };
    await OrderModel.updateOne(ofOrder, { $set: { parcels: Array.from({ length: 50 }, () => one!) } });
    expect((await send(operator, built, { pieces: [[0, 1]] })).code).to.equal(1011000056);
    await OrderModel.updateOne(ofOrder, { $set: { parcels } });
    expect((await send(operator, built, { pieces: [[0, 1]] })).code).to.equal(0);
    await holds(built);
  });

  it("sends no piece twice when two operators ship it at once", async () => {
    const built = await buildTwoItems();
    const replies = await Promise.all(Array.from({ length: 4 }, () => send(operator, built, { pieces: [[0, 2]] })));
    expect(replies.map(({ code }) => code).sort()).to.deep.equal([0, 1011000054, 1011000054, 1011000054].sort());
    const both = await Promise.all([send(operator, built), send(operator, built)]);
    expect(both.map(({ code }) => code).sort()).to.deep.equal([0, 1011000017]);
    expect((await shownTo(built)).parcels).to.have.length(2);
    await holds(built);
  });

  it("is shipped with what is sent when the rest is refunded: that alone is for sale again", async () => {
    const built = await buildTwoItems();
    await sent(operator, built, { pieces: [[0, 2]] });
    await refundOnly(built, 1, 2);
    expect(await statusOf(built)).to.equal(10);
    expect(await readSku(built.skuIds[1]!)).to.include({ stock: STOCK, sold: 0 });
    await refundOnly(built, 0, 1);
    expect(await statusOf(built)).to.equal(20);
    expect(await readSku(built.skuIds[0]!)).to.include({ stock: STOCK - 2, sold: 2 });
    expect(await counts(built)).to.deep.equal([
      [2, 2],
      [0, 0],
    ]);
    const logs = await OrderLogModel.find({ orderId: built.order._id, operateType: 20 }).lean();
    expect(logs.map(({ content }) => content)).to.deep.equal(["Shipped: what was not sent yet is refunded"]);
    await holds(built);
    heldClock.advance(days(14) + minutes(1));
    await runJobs();
    expect(await statusOf(built)).to.equal(30);
  });

  it("a refund without a return takes what was not sent first; what was sent stays with its member", async () => {
    const built = await buildTwoItems();
    await sent(operator, built, {
      pieces: [
        [0, 1],
        [1, 2],
      ],
    });
    await refundOnly(built, 0, 3);
    expect(await readSku(built.skuIds[0]!)).to.include({ stock: STOCK - 1, sold: 1 });
    expect(await statusOf(built)).to.equal(20);
    await holds(built);
  });

  it("refunded in full by an operator, it ends, and what was sent is not for sale again", async () => {
    const built = await buildTwoItems();
    await sent(operator, built, { pieces: [[0, 2]] });
    const refund = { id: built.order._id, refundPrice: 5 * PRICE, reason: "x" };
    expect((await operator.client.put("/admin-api/trade/order/refund", refund)).code).to.equal(0);
    await arrive();
    expect(await statusOf(built)).to.equal(40);
    expect(await readSku(built.skuIds[0]!)).to.include({ stock: STOCK - 2, sold: 2 });
    expect(await readSku(built.skuIds[1]!)).to.include({ stock: STOCK, sold: 0 });
    await holds(built);
  });

  it("takes sent pieces back while others wait, which the return does not hold up", async () => {
    const built = await buildTwoItems();
    const orderItemId = built.itemIds[0]!;
    const CREATE = "/app-api/trade/after-sale/create";
    const asked = async (overrides: object): Promise<number> =>
      (await built.client.post(CREATE, applyBody(built, { orderItemId, way: 20, ...overrides }))).code;
    expect(await asked({ count: 1, refundPrice: PRICE })).to.equal(1011000104);
    await sent(operator, built, { pieces: [[0, 2]] });
    expect(await asked({ count: 3, refundPrice: PRICE })).to.equal(1011000119);
    expect(await asked({ refundPrice: 3 * PRICE })).to.equal(1011000101);
    expect(await asked({ orderItemId: built.itemIds[1], count: 1, refundPrice: PRICE })).to.equal(1011000104);
    // Without a count it is about all that was sent.
    const id = await buildAfterSale(built, { orderItemId, way: 20, refundPrice: 2 * PRICE });
    await decide(afterSales, "agree", id);
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await built.client.post("/app-api/trade/after-sale/delivery", parcel)).code).to.equal(0);
    await sent(operator, built, { pieces: [[1, 2]] });
    const receive = (count: number) => afterSales.client.put("/admin-api/trade/after-sale/receive", { id, count });
    expect((await receive(3)).code).to.equal(1011000119);
    expect((await receive(2)).code).to.equal(0);
    await decide(afterSales, "refund", id);
    await arrive();
    expect(await readSku(built.skuIds[0]!)).to.include({ stock: STOCK - 1, sold: 1 });
    expect(await counts(built)).to.deep.equal([
      [1, 0],
      [2, 2],
    ]);
    expect(await statusOf(built)).to.equal(10);
    await sent(operator, built);
    expect(await statusOf(built)).to.equal(20);
    await holds(built);
  });

  it("is not shipped further while a refund of what was not sent is asked for", async () => {
    const built = await buildTwoItems();
    await sent(operator, built, { pieces: [[0, 2]] });
    await buildAfterSale(built, { orderItemId: built.itemIds[1], way: 10, count: 1, refundPrice: PRICE });
    expect((await send(operator, built)).code).to.equal(1011000021);
  });
});
