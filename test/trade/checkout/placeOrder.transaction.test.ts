import { expect } from "chai";
import mongoose from "mongoose";
import { CartRowModel } from "#shared/domains/cart/cartRow.model.js";
import { reserveStock, StockMovementModel, withSkuLocks } from "#shared/domains/catalog/index.js";
import { OrderItemModel, OrderModel, placeOrder } from "#shared/domains/trade/index.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { withContext } from "#shared/kernel/request/context.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildBuyer, orderBody } from "#test/factories/order.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { waitingRollUps } from "#test/support/rollUps.js";
import { startService } from "#test/support/service.js";

const CREATE = "/app-api/trade/order/create";

describe("the transaction of placeOrder", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });

  const collections = () => ({
    orders: OrderModel.countDocuments(),
    items: OrderItemModel.countDocuments(),
    logs: OrderLogModel.countDocuments(),
    movements: StockMovementModel.countDocuments(),
    payOrders: mongoose.connection.collection("payOrders").countDocuments(),
    outbox: OutboxModel.countDocuments(),
  });
  async function counts(): Promise<Record<string, number>> {
    const counted: Record<string, number> = {};
    for (const [name, count] of Object.entries(collections())) counted[name] = await count;
    return counted;
  }

  it("leaves nothing behind when it fails at its very end", async () => {
    const buyer = await buildBuyer();
    const { cartId, skuId } = await buildCartRow(buyer.member._id, { count: 2 });
    const before = await counts();
    const crash = withContext(
      {
        requestId: "crash",
        language: "en",
        beforeCommit: () => Promise.reject(new Error("power cut")),
      },
      () =>
        placeOrder(buyer.member._id, {
          lines: [{ skuId, count: 2, cartId }],
          deliveryType: 1,
          addressId: buyer.addressId,
        }),
    );
    await crash.then(
      () => expect.fail("it must not commit"),
      (error: Error) => expect(error.message).to.equal("power cut"),
    );
    expect(await counts()).to.deep.equal(before);
    const { spuId } = await readSku(skuId);
    expect(await waitingRollUps(spuId)).to.equal(0);
    expect(await readSku(skuId)).to.include({ stock: 100, reserved: 0 });
    expect(await CartRowModel.exists({ _id: cartId })).not.to.equal(null);
  });

  it("leaves nothing behind when the second SKU runs short inside it", async () => {
    const buyer = await buildBuyer();
    const first = await buildCartRow(buyer.member._id);
    const second = (await buildSpu({ stock: 1 })).skuIds[0]!;
    const before = await counts();
    let placing: Promise<unknown> = Promise.resolve();
    // The rival takes the last unit after the buyer's look at the stock, while the buyer waits for the SKU.
    await withSkuLocks([second], async () => {
      const looked = lookAtStock();
      placing = placeOrder(buyer.member._id, {
        lines: [
          { skuId: first.skuId, count: 1, cartId: first.cartId },
          { skuId: second, count: 1 },
        ],
        deliveryType: 1,
        addressId: buyer.addressId,
      });
      placing.catch(() => undefined);
      await looked;
      await inTransaction(() => reserveStock("rival", [{ skuId: second, count: 1 }]));
    });
    const refusal = await placing.catch((error: unknown) => error);
    expect(refusal).to.include({ code: 1008006004 });
    expect(await counts()).to.deep.equal({ ...before, movements: before["movements"]! + 1 });
    expect(await readSku(second)).to.include({ stock: 0, reserved: 1 });
    expect(await readSku(first.skuId)).to.include({ stock: 100, reserved: 0 });
    expect(await CartRowModel.exists({ _id: first.cartId })).not.to.equal(null);
  });
});

/** Ends when somebody reads SKUs with their products, as the first sold-out look does. */
function lookAtStock(): Promise<void> {
  return new Promise((resolve) => {
    mongoose.set("debug", (collection: string, method: string, stages: object) => {
      if (collection !== "skus" || method !== "aggregate" || !JSON.stringify(stages).includes("$lookup")) return;
      mongoose.set("debug", false);
      resolve();
    });
  });
}

describe("the last units", () => {
  it("go to as many buyers as there are units, and the others are told so", async () => {
    const skuId = (await buildSpu({ stock: 10 })).skuIds[0]!;
    const buyers = [];
    for (let index = 0; index < 30; index++) buyers.push(await buildBuyer());
    const replies = await Promise.all(
      buyers.map(({ client, addressId }) => client.post(CREATE, orderBody(skuId, addressId))),
    );
    const codes = replies.map(({ code }) => code).sort();
    expect(codes).to.deep.equal([...Array<number>(10).fill(0), ...Array<number>(20).fill(1008006004)]);
    expect(replies.every(({ status }) => status === 200)).to.equal(true);
    expect(await readSku(skuId)).to.include({ stock: 0, reserved: 10, sold: 0 });
    expect(await OrderItemModel.countDocuments({ skuId })).to.equal(10);
    expect(await StockMovementModel.countDocuments({ skuId, kind: "reserve" })).to.equal(10);
  });
});
