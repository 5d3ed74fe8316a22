import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { findPayOrder, openAttempts } from "#shared/domains/pay/index.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder, payOrder, reloadOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const CANCEL = "/admin-api/trade/order/cancel";
const REASON = "the supplier cannot deliver";

describe("an operator who cancels an order", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(["trade:order:cancel", "trade:order:query"]);
  });
  afterEach(() => runJobs());

  const cancel = (id: unknown, reason: unknown = REASON) => operator.client.put(CANCEL, { id, reason });

  it("closes it and its pay order, gives the stock back, and is named in state, history and audit log", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const { order, payOrderId } = await buildUnpaidOrder({ skuId, count: 2 });
    const { status, code, data } = await cancel(order._id);
    expect([status, code, data]).to.deep.equal([200, 0, true]);
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, cancelType: 50, payStatus: false });
    expect(await findPayOrder(payOrderId)).to.include({ status: 30 });
    expect(await readSku(skuId)).to.include({ stock: 5, reserved: 0, sold: 0 });

    const path = `/admin-api/trade/order/get-detail?id=${order._id}`;
    const detail = (await operator.client.get(path)).data;
    expect(detail).to.include({ status: 40, cancelType: 50 });
    expect(detail.logs.at(-1)).to.include({
      userId: operator.operator._id,
      userType: 2,
      operatorName: operator.operator.nickname,
      beforeStatus: 0,
      afterStatus: 40,
      operateType: 44,
      content: `Cancelled by the shop: ${REASON}`,
    });
    const chinese = (await operator.client.with({ "accept-language": "zh" }).get(path)).data;
    expect(chinese.logs.at(-1).content).to.equal(`商家取消：${REASON}`);
    const [audit, ...more] = await OperationLogModel.find({ bizId: String(order._id), action: "order.cancel" }).lean();
    expect(more).to.deep.equal([]);
    expect(audit).to.include({ module: "trade", operatorId: operator.operator._id });
    expect([audit?.before, audit?.after]).to.deep.equal([{ status: 0 }, { status: 40, reason: REASON }]);
  });

  it("has the channel close what was submitted, by the job of a member's cancel", async () => {
    const { client, order, payOrderId } = await buildUnpaidOrder();
    expect(
      (await client.post("/app-api/pay/order/submit", submitBody((await findPayOrder(payOrderId))!))).code,
    ).to.equal(0);
    const [attempt] = await openAttempts(payOrderId);
    expect((await cancel(order._id)).code).to.equal(0);
    const closing = { job: "pay.closeAttempt", "payload.attemptId": attempt!._id };
    expect(await OutboxModel.countDocuments(closing)).to.equal(1);
    await runJobs();
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, cancelType: 50 });
  });

  it("does so once, however often at the same time, and not beside its member", async () => {
    const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
    const { client, order } = await buildUnpaidOrder({ skuId, count: 2 });
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => cancel(order._id)),
      client.post("/app-api/trade/order/cancel", { id: order._id }),
    ]);
    const codes = replies.map(({ code }) => code).sort();
    expect(codes).to.deep.equal([0, ...Array<number>(4).fill(1011000025)]);
    expect(await readSku(skuId)).to.include({ stock: 5, reserved: 0 });
    expect(await OrderLogModel.countDocuments({ orderId: order._id, afterStatus: 40 })).to.equal(1);
  });

  it("is refused once the order is paid, also when it only does not know yet, shipped or cancelled", async () => {
    const paid = await buildUnpaidOrder();
    await payOrder(paid);
    const early = await cancel(paid.order._id);
    expect([early.status, early.code, early.data]).to.deep.equal([200, 1011000025, false]);
    await runJobs();
    expect((await reloadOrder(paid.order._id)).order.status).to.equal(10);
    expect((await cancel((await buildPaidOrder()).order._id)).code).to.equal(1011000025);
    expect((await cancel(987_654_321)).code).to.equal(1011000011);
    expect(await OperationLogModel.countDocuments({ bizId: String(paid.order._id), module: "trade" })).to.equal(0);
  });

  it("needs a reason, the permission and an operator's token", async () => {
    const { client, order } = await buildUnpaidOrder();
    for (const reason of [undefined, "", "  ", { $gt: "" }, "x".repeat(201)]) {
      const { status, msg } = await operator.client.put(CANCEL, { id: order._id, reason });
      expect([status, msg.split(/[:：]/)[0]]).to.deep.equal([400, "reason"]);
    }
    for (const id of [undefined, 0, "x", { $gt: "" }]) {
      const { status, msg } = await operator.client.put(CANCEL, { id, reason: REASON });
      expect([status, msg.split(/[:：]/)[0]]).to.deep.equal([400, "id"]);
    }
    const body = { id: order._id, reason: REASON };
    expect((await stranger.put(CANCEL, body)).status).to.equal(401);
    expect((await client.put(CANCEL, body)).status).to.equal(401);
    const other = await buildOperator(["trade:order:update", "trade:order:query"]);
    expect((await other.client.put(CANCEL, body)).status).to.equal(403);
    expect((await reloadOrder(order._id)).order.status).to.equal(0);
  });
});
