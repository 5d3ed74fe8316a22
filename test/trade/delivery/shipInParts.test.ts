import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { OrderModel, orderNews, parcelNews } from "#shared/domains/trade/index.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { clock, days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import {
  applyBody,
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  decide,
} from "#test/factories/afterSale.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { happens, READ } from "#test/logistics/support.js";
import { noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const DELIVERY = "/admin-api/trade/order/delivery";
const CHANGE = "/admin-api/trade/order/update-delivery";
const STOCK = 20;
const PRICE = 1_000;

interface TwoItems extends BuiltOrder {
  /** Three pieces of the first, two of the second. */
  skuIds: number[];
  itemIds: number[];
}
type Pieces = [item: 0 | 1, count: number][];

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

  async function build(): Promise<TwoItems> {
    const skuIds = [];
    for (let at = 0; at < 2; at++) skuIds.push((await buildSpu({ price: PRICE, stock: STOCK })).skuIds[0]!);
    const items = skuIds.map((skuId, at) => ({ skuId, count: 3 - at }));
    const built = await buildOrderPaidAtChannel({ skuId: skuIds[0]!, body: { items } });
    return { ...built, skuIds, itemIds: built.items.map(({ _id }) => _id) };
  }
  async function send({ order, itemIds }: TwoItems, pieces?: Pieces, logisticsNo = freshLogisticsNo()) {
    const items = pieces?.map(([item, count]) => ({ orderItemId: itemIds[item], count }));
    return operator.client.put(DELIVERY, { id: order._id, logisticsId: ZHONGTONG, logisticsNo, items });
  }
  async function sent(built: TwoItems, pieces?: Pieces): Promise<string> {
    const logisticsNo = freshLogisticsNo();
    const reply = await send(built, pieces, logisticsNo);
    expect(reply.code, reply.msg).to.equal(0);
    await runJobs();
    return logisticsNo;
  }
  const status = async ({ order }: BuiltOrder): Promise<number> => (await reloadOrder(order._id)).order.status;
  const shown = async ({ client, order }: BuiltOrder) =>
    (await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`)).data;
  const counts = async (built: TwoItems): Promise<number[][]> =>
    (await shown(built)).items.map(({ leftCount, sentCount }: Record<string, number>) => [leftCount, sentCount]);
  async function holds({ order, itemIds, skuIds }: TwoItems): Promise<void> {
    const abouts = [
      `order ${order._id}`,
      ...itemIds.map((id) => `order item ${id}`),
      ...skuIds.map((id) => `SKU ${id}`),
    ];
    const { violations } = await checkInvariants();
    expect(violations.filter(({ about }) => abouts.includes(about))).to.deep.equal([]);
  }
  async function refundOnly(built: TwoItems, item: 0 | 1, count: number): Promise<void> {
    const orderItemId = built.itemIds[item];
    const id = await buildAfterSale(built, { orderItemId, way: 10, count, refundPrice: count * PRICE });
    await decide(afterSales, "agree", id);
    await decide(afterSales, "refund", id);
    await arrive();
  }

  it("waits for shipment until its last piece is sent, and its member sees each parcel with what is in it", async () => {
    const built = await build();
    const first = await sent(built, [[0, 2]]);
    expect(await status(built)).to.equal(10);
    expect(await counts(built)).to.deep.equal([
      [3, 2],
      [2, 0],
    ]);
    const second = await sent(built, [
      [0, 1],
      [1, 1],
    ]);
    expect(await status(built)).to.equal(10);
    const third = await sent(built);
    const detail = await shown(built);
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
    const built = await build();
    await sent(built, [
      [0, 3],
      [1, 2],
    ]);
    const { order, items } = await reloadOrder(built.order._id);
    expect([order.status, order.parcels, items[0]!.sentCount]).to.deep.equal([20, undefined, undefined]);
    expect((await shown(built)).parcels).to.have.length(1);
  });

  it("is sent once by a double tap and after a lost answer, also where no parcel tells one part from the next", async () => {
    const built = await build();
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
    const built = await build();
    const other = await build();
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
    const first = await sent(built, [[0, 2]]);
    expect((await send(built, [[0, 2]])).code).to.equal(1011000054);
    expect((await send(built, [[0, 1]], first)).code).to.equal(1011000055);
    expect(await counts(built)).to.deep.equal([
      [3, 2],
      [2, 0],
    ]);
    const reader = await buildOperator(["trade:order:query"]);
    const body = { id: built.order._id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await reader.client.put(DELIVERY, body)).status).to.equal(403);
  });

  it("is sent in at most 50 parcels", async () => {
    const built = await build();
    await sent(built, [[0, 1]]);
    const { parcels } = (await reloadOrder(built.order._id)).order;
    const [one] = parcels!;
    const ofOrder = { _id: built.order._id };
    await OrderModel.updateOne(ofOrder, { $set: { parcels: Array.from({ length: 50 }, () => one!) } });
    expect((await send(built, [[0, 1]])).code).to.equal(1011000056);
    await OrderModel.updateOne(ofOrder, { $set: { parcels } });
    expect((await send(built, [[0, 1]])).code).to.equal(0);
    await holds(built);
  });

  it("sends no piece twice when two operators ship it at once", async () => {
    const built = await build();
    const replies = await Promise.all(Array.from({ length: 4 }, () => send(built, [[0, 2]])));
    expect(replies.map(({ code }) => code).sort()).to.deep.equal([0, 1011000054, 1011000054, 1011000054].sort());
    const both = await Promise.all([send(built), send(built)]);
    expect(both.map(({ code }) => code).sort()).to.deep.equal([0, 1011000017]);
    expect((await shown(built)).parcels).to.have.length(2);
    await holds(built);
  });

  it("is shipped with what is sent when the rest is refunded: that alone is for sale again", async () => {
    const built = await build();
    await sent(built, [[0, 2]]);
    await refundOnly(built, 1, 2);
    expect(await status(built)).to.equal(10);
    expect(await readSku(built.skuIds[1]!)).to.include({ stock: STOCK, sold: 0 });
    await refundOnly(built, 0, 1);
    expect(await status(built)).to.equal(20);
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
    expect(await status(built)).to.equal(30);
  });

  it("a refund without a return takes what was not sent first; what was sent stays with its member", async () => {
    const built = await build();
    await sent(built, [
      [0, 1],
      [1, 2],
    ]);
    await refundOnly(built, 0, 3);
    expect(await readSku(built.skuIds[0]!)).to.include({ stock: STOCK - 1, sold: 1 });
    expect(await status(built)).to.equal(20);
    await holds(built);
  });

  it("refunded in full by an operator, it ends, and what was sent is not for sale again", async () => {
    const built = await build();
    await sent(built, [[0, 2]]);
    const refund = { id: built.order._id, refundPrice: 5 * PRICE, reason: "x" };
    expect((await operator.client.put("/admin-api/trade/order/refund", refund)).code).to.equal(0);
    await arrive();
    expect(await status(built)).to.equal(40);
    expect(await readSku(built.skuIds[0]!)).to.include({ stock: STOCK - 2, sold: 2 });
    expect(await readSku(built.skuIds[1]!)).to.include({ stock: STOCK, sold: 0 });
    await holds(built);
  });

  it("takes sent pieces back while others wait, which the return does not hold up", async () => {
    const built = await build();
    const orderItemId = built.itemIds[0]!;
    const CREATE = "/app-api/trade/after-sale/create";
    const asked = async (overrides: object): Promise<number> =>
      (await built.client.post(CREATE, applyBody(built, { orderItemId, way: 20, ...overrides }))).code;
    expect(await asked({ count: 1, refundPrice: PRICE })).to.equal(1011000104);
    await sent(built, [[0, 2]]);
    expect(await asked({ count: 3, refundPrice: PRICE })).to.equal(1011000119);
    expect(await asked({ refundPrice: 3 * PRICE })).to.equal(1011000101);
    expect(await asked({ orderItemId: built.itemIds[1], count: 1, refundPrice: PRICE })).to.equal(1011000104);
    // Without a count it is about all that was sent.
    const id = await buildAfterSale(built, { orderItemId, way: 20, refundPrice: 2 * PRICE });
    await decide(afterSales, "agree", id);
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await built.client.post("/app-api/trade/after-sale/delivery", parcel)).code).to.equal(0);
    await sent(built, [[1, 2]]);
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
    expect(await status(built)).to.equal(10);
    await sent(built);
    expect(await status(built)).to.equal(20);
    await holds(built);
  });

  it("is not shipped further while a refund of what was not sent is asked for", async () => {
    const built = await build();
    await sent(built, [[0, 2]]);
    await buildAfterSale(built, { orderItemId: built.itemIds[1], way: 10, count: 1, refundPrice: PRICE });
    expect((await send(built)).code).to.equal(1011000021);
  });

  it("is received a week after its last parcel was signed for, not its first", async () => {
    const built = await build();
    const first = await sent(built, [[0, 3]]);
    await happens(first, { content: "已签收", delivered: true, time: clock.ms() });
    await runJobs();
    heldClock.advance(days(8));
    await runJobs();
    expect(await status(built)).to.equal(10);
    operator = await buildOperator(["trade:order:ship"]);
    const last = await sent(built);
    heldClock.advance(days(1));
    await happens(last, { content: "已签收", delivered: true, time: clock.ms() });
    await runJobs();
    heldClock.advance(days(6));
    await runJobs();
    expect(await status(built)).to.equal(20);
    heldClock.advance(days(1) + minutes(1));
    await runJobs();
    expect(await status(built)).to.equal(30);
  });

  it("comes back with any of its parcels, as long as one does", async () => {
    const built = await build();
    const [first, last] = [await sent(built, [[0, 1]]), await sent(built)];
    const comingBack = async () => (await reloadOrder(built.order._id)).order.comingBack;
    await happens(first, { content: "收件人拒收", back: "refused" });
    await happens(last, { content: "收件人拒收", back: "refused" });
    await runJobs();
    expect(await comingBack()).to.equal(true);
    heldClock.advance(minutes(1));
    await happens(last, { content: "再次派送" });
    await runJobs();
    expect(await comingBack()).to.equal(true);
    await happens(first, { content: "再次派送" });
    await runJobs();
    expect(await comingBack()).to.equal(false);
  });

  it("comes back when its first parcel did before the last was sent", async () => {
    const built = await build();
    const first = await sent(built, [[0, 1]]);
    await happens(first, { content: "收件人拒收", back: "refused" });
    await runJobs();
    await sent(built);
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 20, comingBack: true });
  });

  it("has the tracks of each parcel, and one of them corrected, until it is signed for", async () => {
    const built = await build();
    const [first, last] = [await sent(built, [[0, 1]]), await sent(built, [[0, 1]])];
    await happens(first, { content: "第一件到站" });
    await happens(last, { content: "第二件到站" });
    await runJobs();
    const ids = (await shown(built)).parcels.map(({ parcelId }: { parcelId: number }) => parcelId);
    const tracks = async (parcelId?: number) => {
      const { data, code } = await built.client.post(READ, { id: built.order._id, parcelId });
      return data?.expressTrackRespDTOList?.[0]?.content ?? code;
    };
    expect([await tracks(ids[0]), await tracks(ids[1]), await tracks()]).to.deep.equal([
      "第一件到站",
      "第二件到站",
      "第二件到站",
    ]);
    expect(await tracks(ids[1] + 1_000)).to.equal(1011000057);
    const change = (parcelId: number | undefined, logisticsNo: string) =>
      operator.client.put(CHANGE, { id: built.order._id, parcelId, logisticsId: ZHONGTONG, logisticsNo });
    expect((await change(ids[0], last)).code).to.equal(1011000055);
    expect((await change(ids[1] + 1_000, freshLogisticsNo())).code).to.equal(1011000057);
    const [newFirst, newLast] = [freshLogisticsNo(), freshLogisticsNo()];
    expect((await change(ids[0], newFirst)).code).to.equal(0);
    expect((await change(undefined, newLast)).code).to.equal(0);
    const detail = await shown(built);
    expect(detail.logisticsNo).to.equal(newLast);
    expect(detail.parcels.map(({ logisticsNo }: { logisticsNo: string }) => logisticsNo)).to.deep.equal([
      newFirst,
      newLast,
    ]);
    expect(await ParcelModel.countDocuments({ logisticsNo: { $in: [first, last] } })).to.equal(0);
    await runJobs();
    await happens(newFirst, { content: "已签收", delivered: true });
    await runJobs();
    expect((await change(detail.parcels[0].parcelId, freshLogisticsNo())).code).to.equal(1011000053);
    await holds(built);
  });

  it("is found by the number of each of its parcels, and is told of by each", async () => {
    const built = await build();
    const [first, last] = [await sent(built, [[0, 1]]), await sent(built)];
    for (const logisticsNo of [first, last]) {
      const { data } = await operator.client.get(`/admin-api/system/search?text=${logisticsNo}`);
      const { hits } = data.groups.find(({ kind }: { kind: string }) => kind === "parcel");
      expect(hits.map(({ title, orderId }: Record<string, unknown>) => [title, orderId])).to.deep.equal([
        [logisticsNo, built.order._id],
      ]);
      const parcel = await ParcelModel.findOne({ logisticsNo }).lean();
      expect((await parcelNews(parcel!._id))!["orders"]).to.deep.equal([
        { orderId: built.order._id, no: built.order.no },
      ]);
    }
    const { parcels } = (await orderNews(built.order._id)) as { parcels: { logisticsNo: string }[] };
    expect(parcels.map(({ logisticsNo }) => logisticsNo)).to.deep.equal([first, last]);
  });
});
