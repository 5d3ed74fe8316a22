import { expect } from "chai";
import { eachDueOrder } from "#shared/domains/trade/order/dueOrders.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { nextIds, serialNumber } from "#shared/kernel/mongo/ids.js";
import { withContext } from "#shared/kernel/request/context.js";
import { days } from "#shared/kernel/time/clock.js";
import { buildUnpaidOrder } from "#test/factories/order.js";
import { startService } from "#test/support/service.js";

/** More than two batches, many of one time. */
const MANY = 450;

describe("the orders whose time has come", function () {
  let ids: number[];
  /** A time of their own, so that no order of another test is among them. */
  const epoch = new Date("2001-01-01T00:00:00Z").getTime();
  before(async () => {
    await startService();
    const { order } = await buildUnpaidOrder();
    ids = await nextIds("tradeOrders", MANY);
    const rows = ids.map((_id, at) => ({
      ...order,
      _id,
      no: serialNumber("o", _id),
      status: OrderStatus.cancelled,
      // In the reverse of their ids: 200 of one time, then ever three.
      receiveAt: new Date(epoch + (at < 200 ? 1_000 : MANY - Math.floor(at / 3))),
    }));
    await OrderModel.insertMany(rows);
  });
  after(() => OrderModel.deleteMany({ _id: { $in: ids } }));

  const which = () => ({
    where: { status: OrderStatus.cancelled },
    time: "receiveAt" as const,
    until: new Date(epoch + days(1)),
  });

  it("are each reached once, oldest first, though some fail and all stay due", async () => {
    const reached: number[] = [];
    await eachDueOrder(which(), async ({ _id }) => {
      reached.push(_id);
      if (reached.length % 7 === 0) throw new Error("a test says no");
    });
    const rows = await OrderModel.find({ _id: { $in: ids } }, { receiveAt: 1 })
      .sort({ receiveAt: 1, _id: 1 })
      .lean();
    expect(reached).to.deep.equal(rows.map(({ _id }) => _id));
  });

  it("are left to the next run where a batch ends late", async () => {
    let reached = 0;
    const context = { requestId: "late", language: "en", lateAt: performance.now() } as const;
    await withContext(context, () => eachDueOrder(which(), async () => void reached++));
    expect(reached).to.equal(200);
  });

  it("not yet due, or without a time, are not among them", async () => {
    let reached = 0;
    const until = new Date(epoch + MANY - 100);
    await eachDueOrder({ ...which(), until }, async () => void reached++);
    expect(reached).to.equal(ids.filter((_, at) => at >= 200 && MANY - Math.floor(at / 3) <= MANY - 100).length);
  });
});
