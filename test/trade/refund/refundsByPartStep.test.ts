import { expect } from "chai";
import mongoose from "mongoose";
import { refundsByPart } from "#scripts/migrate/steps/0006-refundsByPart.js";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { AfterSaleModel, OrderItemModel, OrderModel, OrderRefundModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import {
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildTwoItems,
  decide,
  reloadAfterSale,
  ship,
} from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder } from "#test/factories/order.js";
import { givePoints } from "#test/factories/points.js";
import { startService } from "#test/support/service.js";

const POINTS_ON: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: 100, pointsPerYuan: 1 };

/** As rows were before refunds were shared out: an after-sale's item was refunded as a whole. */
async function makeOld(orderId: number, itemId: number, afterSaleId: number): Promise<void> {
  const rows = (name: string) => mongoose.connection.db!.collection<{ _id: number }>(name);
  const { usePoint } = (await OrderItemModel.findById(itemId).lean())!;
  await OrderRefundModel.deleteMany({ orderId });
  const none = { refundPriceFen: 1, refundPoint: 1, takenBackPoint: 1, goodsBack: 1, restocked: 1 } as const;
  await rows("tradeOrderItems").updateMany({ orderId } as object, { $unset: none });
  await rows("tradeOrderItems").updateOne({ _id: itemId }, { $set: { afterSaleStatus: 20, afterSaleId } });
  await rows("tradeOrders").updateOne(
    { _id: orderId },
    { $set: { refundPoint: usePoint }, $unset: { takenBackExperience: 1 } },
  );
  await rows("afterSales").updateOne({ _id: afterSaleId }, { $unset: { spuNameTerms: 1, restock: 1 } });
}

describe("orders from before refunds were shared out to their items", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    await saveLoyaltyConfig(POINTS_ON);
    operator = await buildAfterSaleOperator();
  });
  afterEach(() => heldClock.release());
  after(() => saveLoyaltyConfig({ ...POINTS_ON, deductEnabled: false }));

  it("get their rows and shares, once; what is left of an item can be asked for, and all ends at what was taken", async () => {
    const owner = await buildMember();
    await givePoints(owner.member._id, 100);
    const built = await buildTwoItems({ owner, body: { pointStatus: true } });
    const { order, items, client } = built;
    await ship(operator, order._id);
    expect((await client.post("/app-api/trade/order/receive", { id: order._id })).code).to.equal(0);
    const id = await buildAfterSale(built, { refundPrice: 2_000 });
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await arrive();
    await makeOld(order._id, items[0]!._id, id);
    await refundsByPart.up!();
    const first = await OrderRefundModel.find({ orderId: order._id }).lean();
    await refundsByPart.up!();
    expect(await OrderRefundModel.find({ orderId: order._id }).lean()).to.deep.equal(first);
    expect(first).to.have.length(1);
    expect(first[0]).to.include({ afterSaleId: id, refundFen: 2_000, status: 10 });
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({ refundPriceFen: 2_000, refundPoint: items[0]!.usePoint });
    expect(now.order.takenBackExperience).to.equal(
      Math.floor(order.payPriceFen / 100) - Math.floor((order.payPriceFen - 2_000) / 100),
    );
    expect(now.items[0]).to.include({
      afterSaleStatus: 0,
      afterSaleId: null,
      refundPriceFen: 2_000,
      refundPoint: items[0]!.usePoint,
      takenBackPoint: items[0]!.givePoint,
      goodsBack: false,
    });
    expect(now.items[1]).to.include({ afterSaleStatus: 0, refundPriceFen: 0, refundPoint: 0 });
    expect((await reloadAfterSale(id)).spuNameTerms).not.to.deep.equal([]);
    const rest = { id: order._id, refundPrice: order.payPriceFen - 2_000, reason: "缺货" };
    expect((await operator.client.put("/admin-api/trade/order/refund", rest)).code).to.equal(0);
    await arrive();
    const whole = (await OrderModel.findById(order._id).lean())!;
    expect(whole).to.include({ status: 40, refundStatus: 20, refundPoint: order.usePoint });
    expect(whole.takenBackExperience).to.equal(Math.floor(order.payPriceFen / 100));
  });

  it("keep what was put back for sale before it was shipped out of the parcel", async () => {
    const built = await buildTwoItems();
    const { order, items } = built;
    const id = await buildAfterSale(built);
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await arrive();
    await makeOld(order._id, items[0]!._id, id);
    await mongoose.connection
      .db!.collection("stockMovements")
      .updateOne({ kind: "restore", skuId: items[0]!.skuId }, { $set: { refId: `after-sale-${id}` } });
    await AfterSaleModel.updateOne({ _id: id }, { $set: { refundPriceFen: items[0]!.payPriceFen } });
    await refundsByPart.up!();
    expect((await reloadOrder(order._id)).items[0]).to.include({
      afterSaleStatus: 20,
      goodsBack: true,
      restocked: true,
    });
  });
});
