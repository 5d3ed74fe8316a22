import { expect } from "chai";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { OrderModel, receiveDueOrders, receiveSignedOrders } from "#shared/domains/trade/index.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { storeTracks } from "#shared/domains/trade/parcel/storeTracks.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { clock, days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { buildAfterSale, buildAfterSaleOperator } from "#test/factories/afterSale.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, reloadOrder } from "#test/factories/order.js";
import { buildShippedOrder, freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import type { Client } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { happens } from "./support.js";

const statusOf = async (orderId: number): Promise<number> => (await reloadOrder(orderId)).order.status;

describe("orders that come back", () => {
  let operator: Client;
  before(async () => {
    await startService();
    await seedDelivery();
  });
  beforeEach(async () => {
    heldClock.hold();
    operator = await fresh();
  });
  afterEach(async () => {
    await runJobs();
    heldClock.release();
  });

  /** An operator whose sign-in is not over, however far the clock went. */
  const fresh = async (): Promise<Client> => (await buildOperator(["trade:order:ship", "trade:order:query"])).client;
  const listed = async (query: string): Promise<number[]> => {
    operator = await fresh();
    const { data, msg } = await operator.get(`/admin-api/trade/order/page?${query}`);
    expect(data, msg).to.be.an("object");
    return data.list.map(({ id }: { id: number }) => id);
  };
  const detail = async (id: number) => (await (await fresh()).get(`/admin-api/trade/order/get-detail?id=${id}`)).data;

  it("are not received by time, but listed and marked, and their history says so once", async () => {
    for (const back of ["refused", "returning", "returned"] as const) {
      const { order, member, logisticsNo } = await buildShippedOrder();
      await happens(logisticsNo, { content: "收件人拒收", back, times: 2 });
      await runJobs();
      await happens(logisticsNo, { content: "还在退回途中", back, time: clock.ms() + 1_000 });
      await runJobs();
      const by = `userId=${member._id}`;
      expect(await listed(`${by}&comingBack=true`), back).to.deep.equal([order._id]);
      expect(await listed(`${by}&comingBack=false`), back).to.deep.equal([]);
      const shown = await detail(order._id);
      expect([shown.comingBack, shown.status]).to.deep.equal([true, 20]);
      const logs = await OrderLogModel.find({ orderId: order._id, operateType: 22 }).lean();
      expect(logs.map(({ content, userType }) => [content, userType])).to.deep.equal([
        ["Its parcel was refused or is on its way back", 0],
      ]);
      heldClock.advance(days(20));
      await runJobs();
      await receiveDueOrders();
      expect(await statusOf(order._id), back).to.equal(20);
    }
  });

  it("go on when newer news says that the parcel is on its way again, not when older news comes late", async () => {
    const { order, member, client, logisticsNo } = await buildShippedOrder();
    const at = clock.ms();
    const found = (content: string, atMs: number, isReturning: boolean) => ({
      tracks: [{ at: new Date(atMs), content }],
      isSigned: false,
      isReturning,
    });
    await storeTracks(order.parcelId!, found("拒收", at - minutes(10), true), "push");
    await storeTracks(order.parcelId!, found("派件中", at - minutes(20), false), "push");
    expect((await detail(order._id)).comingBack).to.equal(true);
    await storeTracks(order.parcelId!, found("再次派件", at, false), "push");
    await storeTracks(order.parcelId!, found("拒收", at - minutes(10), true), "push");
    expect((await detail(order._id)).comingBack).to.equal(false);
    expect(await listed(`userId=${member._id}&comingBack=true`)).to.deep.equal([]);
    expect((await client.get(`/app-api/trade/order/get-detail?id=${order._id}`)).code).to.be.a("number");
    await happens(logisticsNo, { content: "已签收", delivered: true, time: at + 1_000 });
    await runJobs();
    heldClock.advance(days(7) + minutes(2));
    await runJobs();
    expect(await statusOf(order._id)).to.equal(30);
  });

  it("after a sign-off, by a cabinet say, are not received either", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "快递柜签收", delivered: true });
    await runJobs();
    heldClock.advance(hours(30));
    const news = { tracks: [{ at: clock.now(), content: "退回" }], isSigned: false, isReturning: true };
    await storeTracks(order.parcelId!, news, "push");
    heldClock.advance(days(15));
    await runJobs();
    await receiveSignedOrders(order.parcelId!);
    await receiveDueOrders();
    expect(await statusOf(order._id)).to.equal(20);
  });

  it("may still be received by their member, and then are in the list no more", async () => {
    const { order, member, client, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "拒收", back: "refused" });
    await runJobs();
    expect((await client.post("/app-api/trade/order/receive", { id: order._id })).code).to.equal(0);
    expect(await listed(`userId=${member._id}&comingBack=true`)).to.deep.equal([]);
    expect((await detail(order._id)).comingBack).to.equal(false);
  });

  it("follow the parcel: a new number ends it, a shipment into a parcel that just came back begins it", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "拒收", back: "refused" });
    await runJobs();
    const change = (id: number, number: string) =>
      operator.put("/admin-api/trade/order/update-delivery", {
        id,
        logisticsId: ZHONGTONG,
        logisticsNo: number,
      });
    const other = await buildShippedOrder();
    expect((await change(other.order._id, logisticsNo)).code).to.equal(0);
    expect((await detail(other.order._id)).comingBack).to.equal(true);
    expect((await change(order._id, freshLogisticsNo())).code).to.equal(0);
    expect((await detail(order._id)).comingBack).to.equal(false);
    // A number that the company gives to another parcel later.
    heldClock.advance(days(2));
    const late = await buildShippedOrder({ logisticsNo });
    expect((await detail(late.order._id)).comingBack).to.equal(false);
  });

  it("and shipping in the same moment: whichever is first, the order is marked", async () => {
    for (let round = 0; round < 4; round++) {
      const first = await buildShippedOrder();
      const { order } = await buildPaidOrder();
      const news = { tracks: [{ at: clock.now(), content: "拒收" }], isSigned: false, isReturning: true };
      const body = { id: order._id, logisticsId: ZHONGTONG, logisticsNo: first.logisticsNo };
      const [reply] = await Promise.all([
        operator.put("/admin-api/trade/order/delivery", body),
        storeTracks(first.order.parcelId!, news, "push"),
      ]);
      expect(reply.code).to.equal(0);
      for (const id of [first.order._id, order._id]) expect((await detail(id)).comingBack).to.equal(true);
    }
  });

  it("rows of an older version are as before", async () => {
    const { order, member, logisticsNo } = await buildShippedOrder();
    await OrderModel.collection.updateOne({ _id: order._id } as never, { $unset: { comingBack: "" } });
    await ParcelModel.collection.updateOne({ _id: order.parcelId } as never, { $unset: { returningAt: "" } });
    expect((await detail(order._id)).comingBack).to.equal(false);
    expect(await listed(`userId=${member._id}&comingBack=false`)).to.deep.equal([order._id]);
    await happens(logisticsNo, { content: "拒收", back: "refused" });
    await runJobs();
    expect((await detail(order._id)).comingBack).to.equal(true);
  });

  it("receipt by time waits for an open after-sale, also of a signed parcel, and goes on when it has ended", async () => {
    const disagree = async (id: number): Promise<void> => {
      const { client } = await buildAfterSaleOperator();
      const reply = await client.put("/admin-api/trade/after-sale/disagree", { id, auditReason: "worn" });
      expect(reply.code, reply.msg).to.equal(0);
    };
    const [overdue, signed] = [await buildShippedOrder(), await buildShippedOrder()];
    const ids = [await buildAfterSale(overdue), await buildAfterSale(signed)];
    await happens(signed.logisticsNo, { content: "已签收", delivered: true });
    await runJobs();
    heldClock.advance(days(8));
    await runJobs();
    expect(await statusOf(signed.order._id)).to.equal(20);
    await disagree(ids[1]!);
    heldClock.advance(days(1) + minutes(1));
    await runJobs();
    expect(await statusOf(signed.order._id)).to.equal(30);

    heldClock.advance(days(6));
    await runJobs();
    await receiveDueOrders();
    expect(await statusOf(overdue.order._id)).to.equal(20);
    await disagree(ids[0]!);
    await receiveDueOrders();
    expect(await statusOf(overdue.order._id)).to.equal(30);
  });
});
