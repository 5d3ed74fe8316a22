import { expect } from "chai";
import fc from "fast-check";
import mongoose from "mongoose";
import { OrderModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { config } from "#shared/kernel/config/config.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import type { Program } from "#scripts/deployment/program.js";
import { buildPointActivity } from "#test/factories/activity.js";
import { buildMember } from "#test/factories/member.js";
import { buildBuyer, buildUnpaidOrder, orderBody, payOrder } from "#test/factories/order.js";
import { givePoints } from "#test/factories/points.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { runJobs } from "#test/support/runJobs.js";
import { secondApi } from "#test/support/secondApi.js";
import { startService } from "#test/support/service.js";

const CREATE = "/app-api/trade/order/create";
const TOO_MANY_ORDERS = 1011000050;
const TOO_MANY_UNITS = 1011000051;

type Buyer = Awaited<ReturnType<typeof buildBuyer>>;
const skuOf = async (stock = 200): Promise<number> => (await buildSpu({ stock })).skuIds[0]!;
const orderOf = async ({ client, addressId }: Buyer, skuId: number, count = 1) =>
  client.post(CREATE, orderBody(skuId, addressId, { items: [{ skuId, count }] }));
const unpaidOf = ({ member }: Buyer): Promise<number> => OrderModel.countDocuments({ memberId: member._id, status: 0 });

async function buyerWith(orders: number): Promise<Buyer> {
  const buyer = await buildBuyer();
  for (let made = 0; made < orders; made++) expect((await orderOf(buyer, await skuOf())).code).to.equal(0);
  return buyer;
}

describe("what a member may order without paying", function () {
  let other: Program;
  before(async () => {
    await startService();
    await seedDelivery();
    other = await secondApi();
  });
  after(() => other.kill("SIGKILL"));
  afterEach(async () => {
    heldClock.release();
    Object.assign(config, { LIMIT_UNPAID_ORDERS: 10, LIMIT_UNPAID_UNITS: 20 });
    await runJobs();
  });

  it("are ten orders; the next is refused in both languages and takes nothing", async () => {
    const buyer = await buyerWith(10);
    const skuId = await skuOf();
    const refused = await orderOf(buyer, skuId);
    expect([refused.status, refused.code]).to.deep.equal([200, TOO_MANY_ORDERS]);
    expect(refused.msg).to.contain("10 unpaid orders");
    const chinese = await buyer.client
      .with({ "accept-language": "zh" })
      .post(CREATE, orderBody(skuId, buyer.addressId));
    expect(chinese.msg).to.contain("10 笔待支付订单");
    expect(await unpaidOf(buyer)).to.equal(10);
    expect(await readSku(skuId)).to.include({ stock: 200, reserved: 0 });
  });

  it("are twenty pieces of one SKU, over all lines and orders, and as many of another", async () => {
    const buyer = await buildBuyer();
    const [skuId, another] = [await skuOf(), await skuOf()];
    const twice = [
      { skuId, count: 11 },
      { skuId, count: 10 },
    ];
    const inOne = await buyer.client.post(CREATE, orderBody(skuId, buyer.addressId, { items: twice }));
    expect(inOne.code).to.equal(TOO_MANY_UNITS);
    expect(inOne.msg).to.contain("at most 20 pieces");
    expect((await orderOf(buyer, skuId, 21)).code).to.equal(TOO_MANY_UNITS);
    expect((await orderOf(buyer, skuId, 12)).code).to.equal(0);
    expect((await orderOf(buyer, skuId, 9)).code).to.equal(TOO_MANY_UNITS);
    expect((await orderOf(buyer, skuId, 8)).code).to.equal(0);
    expect((await orderOf(buyer, skuId, 1)).code).to.equal(TOO_MANY_UNITS);
    expect((await orderOf(buyer, another, 20)).code).to.equal(0);
    expect(await readSku(skuId)).to.include({ stock: 180, reserved: 20 });
  });

  it("hold over two processes, however many orders of however many goods come at once", async () => {
    const { url } = await startService();
    const buyer = await buildBuyer();
    const skuIds: number[] = [];
    for (let made = 0; made < 8; made++) skuIds.push(await skuOf());
    const post = async (base: string, skuId: number): Promise<number> => {
      const response = await fetch(base + CREATE, {
        method: "POST",
        headers: { authorization: `Bearer ${buyer.token}`, "content-type": "application/json", terminal: "20" },
        body: JSON.stringify(orderBody(skuId, buyer.addressId)),
      });
      return ((await response.json()) as { code: number }).code;
    };
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => post(index % 2 ? url : other.url!, skuIds[index % skuIds.length]!)),
    );
    expect(codes.filter((code) => code === 0)).to.have.length(10);
    expect(new Set(codes)).to.deep.equal(new Set([0, TOO_MANY_ORDERS]));
    expect(await unpaidOf(buyer)).to.equal(10);
    let reserved = 0;
    for (const skuId of skuIds) reserved += (await readSku(skuId)).reserved;
    expect(reserved).to.equal(10);
  });

  it("hold over two processes for the pieces of one SKU", async () => {
    const { url } = await startService();
    const buyer = await buildBuyer();
    const skuId = await skuOf();
    const post = async (base: string): Promise<number> => {
      const response = await fetch(base + CREATE, {
        method: "POST",
        headers: { authorization: `Bearer ${buyer.token}`, "content-type": "application/json", terminal: "20" },
        body: JSON.stringify(orderBody(skuId, buyer.addressId, { items: [{ skuId, count: 6 }] })),
      });
      return ((await response.json()) as { code: number }).code;
    };
    const codes = await Promise.all(Array.from({ length: 16 }, (_, index) => post(index % 2 ? url : other.url!)));
    expect(codes.filter((code) => code === 0)).to.have.length(3);
    expect(new Set(codes)).to.deep.equal(new Set([0, TOO_MANY_UNITS]));
    expect(await readSku(skuId)).to.include({ reserved: 18 });
  });

  it("make room again once an order is paid, cancelled or expired", async () => {
    heldClock.hold();
    const buyer = await buyerWith(8);
    const paid = await buildUnpaidOrder({ owner: buyer });
    const cancelled = await buildUnpaidOrder({ owner: buyer });
    const full = await orderOf(buyer, await skuOf());
    expect(full.code).to.equal(TOO_MANY_ORDERS);

    await payOrder(paid);
    await runJobs();
    expect((await orderOf(buyer, await skuOf())).code).to.equal(0);
    expect((await orderOf(buyer, await skuOf())).code).to.equal(TOO_MANY_ORDERS);

    await buyer.client.post("/app-api/trade/order/cancel", { id: cancelled.order._id });
    expect((await orderOf(buyer, await skuOf())).code).to.equal(0);
    expect((await orderOf(buyer, await skuOf())).code).to.equal(TOO_MANY_ORDERS);

    heldClock.advance(hours(2));
    await runJobs();
    expect(await unpaidOf(buyer)).to.equal(0);
    expect((await orderOf(buyer, await skuOf(), 20)).code).to.equal(0);
  });

  it("count orders of a process of the version before, which remembers none of its own", async () => {
    const buyer = await buyerWith(3);
    const { client, addressId } = buyer;
    const rows = mongoose.connection.collection<{ _id: number }>("tradeBuyers");
    const own = { _id: buyer.member._id };
    const atFirst = await rows.findOne(own);
    for (let made = 0; made < 7; made++) expect((await orderOf(buyer, await skuOf())).code).to.equal(0);
    // As if it had written seven of them: it counts them, and that is all.
    await rows.updateOne(own, { $set: { ...atFirst, version: 10 } });
    expect((await orderOf(buyer, await skuOf())).code).to.equal(TOO_MANY_ORDERS);
    await client.post("/app-api/trade/order/cancel", { id: (await OrderModel.findOne({ memberId: own._id }))!._id });
    expect((await client.post(CREATE, orderBody(await skuOf(), addressId))).code).to.equal(0);
    // And as if there had never been another one.
    await rows.updateOne(own, { $unset: { maybeUnpaid: "", completeAt: "" } });
    expect((await orderOf(buyer, await skuOf())).code).to.equal(TOO_MANY_ORDERS);
  });

  it("are exact after any history of orders, payments and cancellations", async function () {
    Object.assign(config, { LIMIT_UNPAID_ORDERS: 3, LIMIT_UNPAID_UNITS: 5 });
    const skuIds = [await skuOf(1_000), await skuOf(1_000)];
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant("place" as const),
          which: fc.nat(1),
          count: fc.integer({ min: 1, max: 4 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constantFrom("pay" as const, "cancel" as const), which: fc.nat(5) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
        const buyer = await buildBuyer();
        const open: { orderId: number; payOrderId: number; skuId: number; count: number }[] = [];
        for (const one of steps) {
          if (one.kind === "place") {
            const skuId = skuIds[one.which]!;
            const held = open
              .filter((other) => other.skuId === skuId)
              .reduce((sum, { count }) => sum + count, one.count);
            const expected = open.length >= 3 ? TOO_MANY_ORDERS : held > 5 ? TOO_MANY_UNITS : 0;
            const reply = await orderOf(buyer, skuId, one.count);
            expect(reply.code, JSON.stringify(steps)).to.equal(expected);
            const { id: orderId, payOrderId } = reply.data ?? {};
            if (expected === 0) open.push({ orderId, payOrderId, skuId, count: one.count });
            continue;
          }
          const [ended] = open.splice(one.which % Math.max(open.length, 1), 1);
          if (!ended) continue;
          if (one.kind === "cancel") {
            expect((await buyer.client.post("/app-api/trade/order/cancel", { id: ended.orderId })).code).to.equal(0);
          } else {
            await payOrder({ client: buyer.client, payOrderId: ended.payOrderId });
            await runJobs();
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  it("do not count what was paid at once, nor hold it up, and leave other members and settlement alone", async () => {
    const buyer = await buyerWith(10);
    await givePoints(buyer.member._id, 500);
    const mall = await buildPointActivity({ goods: { priceFen: 0, stock: 50 } });
    const body = { ...mall.input, pointStatus: true };
    for (let turn = 0; turn < 2; turn++) {
      const reply = await buyer.client.post(CREATE, orderBody(mall.skuId, buyer.addressId, body));
      expect([reply.code, reply.data?.payOrderId]).to.deep.equal([0, null]);
    }
    const skuId = await skuOf();
    const settlement = await buyer.client.post("/app-api/trade/order/settlement", {
      items: [{ skuId, count: 30 }],
      deliveryType: 1,
      addressId: buyer.addressId,
    });
    expect(settlement.code).to.equal(0);
    const neighbour = { ...(await buildMember()), addressId: 0 };
    expect((await buildUnpaidOrder({ owner: neighbour, skuId, count: 20 })).order.status).to.equal(0);
  });

  it("are switched off, each for itself, by 0", async () => {
    const buyer = await buyerWith(10);
    const skuId = await skuOf();
    Object.assign(config, { LIMIT_UNPAID_ORDERS: 0 });
    expect((await orderOf(buyer, skuId, 21)).code).to.equal(TOO_MANY_UNITS);
    expect((await orderOf(buyer, skuId, 20)).code).to.equal(0);
    Object.assign(config, { LIMIT_UNPAID_UNITS: 0 });
    expect((await orderOf(buyer, skuId, 50)).code).to.equal(0);
    Object.assign(config, { LIMIT_UNPAID_ORDERS: 10 });
    expect((await orderOf(buyer, skuId, 1)).code).to.equal(TOO_MANY_ORDERS);
  });
});
