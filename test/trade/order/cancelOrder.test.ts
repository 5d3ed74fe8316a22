import { expect } from "chai";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { buildMember } from "#test/factories/member.js";
import { buildPaidOrder, buildUnpaidOrder, payOrder, reloadOrder } from "#test/factories/order.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const CANCEL = "/app-api/trade/order/cancel";

describe("a member who cancels an order", () => {
  before(() => startService());

  it("closes it and its pay order at once, and gives the stock back", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const { client, order, payOrderId, member } = await buildUnpaidOrder({ skuId, count: 2 });
    expect(await readSku(skuId)).to.include({ stock: 3, reserved: 2 });
    const { code, data } = await client.post(CANCEL, { id: order._id });
    expect([code, data]).to.deep.equal([0, true]);
    const now = (await reloadOrder(order._id)).order;
    expect(now).to.include({ status: 40, cancelType: 30, payStatus: false });
    expect(now.cancelAt).to.be.instanceOf(Date);
    expect(await findPayOrder(payOrderId)).to.include({ status: 30 });
    expect(await readSku(skuId)).to.include({ stock: 5, reserved: 0, sold: 0 });
    const logged = await OrderLogModel.findOne({ orderId: order._id, operateType: 40 }).lean();
    expect(logged).to.include({ userId: member._id, userType: 1, beforeStatus: 0, afterStatus: 40 });
  });

  it("does so once, however often it is told at the same time", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const { client, order } = await buildUnpaidOrder({ skuId, count: 2 });
    const replies = await Promise.all(Array.from({ length: 6 }, () => client.post(CANCEL, { id: order._id })));
    const codes = replies.map(({ code }) => code).sort();
    expect(codes).to.deep.equal([0, ...Array<number>(5).fill(1011000025)]);
    expect(await readSku(skuId)).to.include({ stock: 5, reserved: 0 });
  });

  it("is refused once the payment has come, even before the order knows", async () => {
    const built = await buildUnpaidOrder();
    await payOrder(built);
    const early = await built.client.post(CANCEL, { id: built.order._id });
    expect([early.code, early.data]).to.deep.equal([1011000025, false]);
    await runJobs();
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 10, payStatus: true });
    expect((await built.client.post(CANCEL, { id: built.order._id })).code).to.equal(1011000025);
    expect((await findPayOrder(built.payOrderId))?.status).to.equal(10);
  });

  it("and the payment at once: one of the two, never half of each", async () => {
    for (let round = 0; round < 4; round++) {
      const skuId = (await buildSpu({ stock: 1 })).skuIds[0]!;
      const built = await buildUnpaidOrder({ skuId });
      const [cancelled] = await Promise.all([
        built.client.post(CANCEL, { id: built.order._id }),
        payOrder(built).catch(() => undefined),
      ]);
      await runJobs();
      const { order } = await reloadOrder(built.order._id);
      const payStatus = (await findPayOrder(built.payOrderId))!.status;
      if (cancelled.code === 0) {
        expect([order.status, payStatus]).to.deep.equal([40, 30]);
        expect(await readSku(skuId)).to.include({ stock: 1, reserved: 0, sold: 0 });
      } else {
        expect(cancelled.code).to.equal(1011000025);
        expect([order.status, payStatus]).to.deep.equal([10, 10]);
        expect(await readSku(skuId)).to.include({ stock: 0, reserved: 0, sold: 1 });
      }
    }
  });

  it("is refused for a paid order", async () => {
    const { client, order } = await buildPaidOrder();
    const { status, code, data } = await client.post(CANCEL, { id: order._id });
    expect([status, code, data]).to.deep.equal([200, 1011000025, false]);
  });

  it("knows no order of somebody else, and needs an id and a token", async () => {
    const { order } = await buildUnpaidOrder();
    const { client } = await buildMember();
    const foreign = await client.post(CANCEL, { id: order._id });
    const absent = await client.post(CANCEL, { id: 987_654_321 });
    expect([foreign.code, foreign.data, foreign.msg]).to.deep.equal([1011000011, false, absent.msg]);
    for (const id of [undefined, 0, "x", { $gt: "" }]) expect((await client.post(CANCEL, { id })).status).to.equal(400);
    expect((await stranger.post(CANCEL, { id: order._id })).status).to.equal(401);
    expect((await reloadOrder(order._id)).order.status).to.equal(0);
  });
});
