import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildOrderPaidAtChannel } from "#test/factories/afterSale.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBuyer, buildUnpaidOrder, orderBody, reloadOrder } from "#test/factories/order.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import { readSku } from "#test/factories/spu.js";
import type { Reply } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const at = (verb: string): string => `/app-api/trade/order/${verb}`;
const TAPS = 6;
/** The same call several times at the same moment; answers its codes, the lowest first. */
async function taps(call: () => Promise<Reply>): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: TAPS }, call));
  return replies.map(({ code }) => code).sort((a, b) => a - b);
}
const onceAnd = (refusal: number): number[] => [0, ...Array.from({ length: TAPS - 1 }, () => refusal)];

describe("the same call several times at once", () => {
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
  });
  afterEach(() => runJobs());

  it("with a key places one order of the same cart rows, and a lost answer is told again", async () => {
    const buyer = await buildBuyer();
    const { skuId, cartId } = await buildCartRow(buyer.member._id, { count: 2 });
    const keyed = buyer.client.with({ "idempotency-key": "cart-tap" });
    const body = orderBody(skuId, buyer.addressId, { items: [{ skuId, count: 2, cartId }] });
    const replies = await Promise.all(Array.from({ length: TAPS }, () => keyed.post(at("create"), body)));
    const placed = new Set(replies.filter(({ code }) => code === 0).map(({ data }) => data.id));
    expect(placed.size).to.equal(1);
    expect(replies.filter(({ code }) => code !== 0).every(({ status }) => status === 409)).to.equal(true);
    expect((await keyed.post(at("create"), body)).data.id).to.equal([...placed][0]);
    expect(await readSku(skuId)).to.include({ stock: 98, reserved: 2 });
  });

  it("receives an order once", async () => {
    const { client, order } = await buildShippedOrder();
    expect(await taps(() => client.post(at("receive"), { id: order._id }))).to.deep.equal(onceAnd(1011000018));
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 30 })).to.equal(1);
  });

  it("deletes an order once; after that it is as good as absent", async () => {
    const { client, order } = await buildUnpaidOrder();
    expect((await client.post(at("cancel"), { id: order._id })).code).to.equal(0);
    const codes = await taps(() => client.post(at("delete"), { id: order._id }));
    expect(codes[0]).to.equal(0);
    for (const code of codes.slice(1)) expect(code).to.be.oneOf([1011000011, 1011000029]);
    expect((await client.post(at("delete"), { id: order._id })).code).to.equal(1011000011);
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 49 })).to.equal(1);
  });

  it("changes a price once", async () => {
    const { order, payOrderId } = await buildUnpaidOrder();
    const { client } = await buildOperator(["trade:order:update-price"]);
    const codes = await taps(() =>
      client.put("/admin-api/trade/order/update-price", { id: order._id, adjustPrice: -100 }),
    );
    expect(codes[0]).to.equal(0);
    for (const code of codes.slice(1)) expect(code).to.be.oneOf([1011000026, 1011000027]);
    expect((await reloadOrder(order._id)).order.payPriceFen).to.equal(order.payPriceFen - 100);
    expect((await findPayOrder(payOrderId))!.priceFen).to.equal(order.payPriceFen - 100);
    expect(await OperationLogModel.countDocuments({ bizId: String(order._id), action: "order.update-price" })).to.equal(
      1,
    );
  });

  it("with a key answers an operator's change of price as before", async () => {
    const { order } = await buildUnpaidOrder();
    const { client } = await buildOperator(["trade:order:update-price"]);
    const keyed = client.with({ "idempotency-key": "price-tap" });
    const change = { id: order._id, adjustPrice: -100 };
    for (const _ of [1, 2]) {
      const reply = await keyed.put("/admin-api/trade/order/update-price", change);
      expect([reply.code, reply.data]).to.deep.equal([0, true]);
    }
    expect((await keyed.put("/admin-api/trade/order/update-price", { ...change, adjustPrice: -200 })).status).to.equal(
      422,
    );
    expect((await reloadOrder(order._id)).order.payPriceFen).to.equal(order.payPriceFen - 100);
  });

  it("begins one refund of the whole order", async () => {
    // The channel must have the money: a refund that it refuses may be begun again, as soon as its job has run.
    const { order } = await buildOrderPaidAtChannel();
    const { client } = await buildOperator(["trade:order:refund"]);
    const all = { id: order._id, refundPrice: order.payPriceFen, reason: "缺货" };
    const codes = await taps(() => client.put("/admin-api/trade/order/refund", all));
    expect(codes[0]).to.equal(0);
    for (const code of codes.slice(1)) expect(code).to.be.oneOf([1007006002, 1007006000, 1007002005]);
  });

  it("reviews an item once", async () => {
    const { client, items, order } = await buildShippedOrder();
    await client.post(at("receive"), { id: order._id });
    const review = {
      orderItemId: items[0]!._id,
      anonymous: false,
      descriptionScores: 5,
      benefitScores: 5,
      content: "好",
    };
    const codes = await taps(() => client.post(at("item/createOrderItemComment"), review));
    expect(codes[0]).to.equal(0);
    for (const code of codes.slice(1)) expect(code).to.be.oneOf([1008007001, 1011000020]);
    expect((await reloadOrder(order._id)).order).to.include({ commentStatus: true, reviewedCount: 1 });
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 33 })).to.equal(1);
  });
});
