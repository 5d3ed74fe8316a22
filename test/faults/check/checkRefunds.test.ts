import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { SkuModel } from "#shared/domains/catalog/index.js";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { OrderItemModel, OrderModel, OrderRefundModel } from "#shared/domains/trade/index.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import {
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  decide,
} from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { givePoints } from "#test/factories/points.js";
import { buildSpu } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";

const POINTS_ON: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: 100, pointsPerYuan: 1 };

/** What the check says of these rows; other rows of the run are not looked at. */
async function foundAt(...abouts: string[]): Promise<string[]> {
  const { violations } = await checkInvariants();
  return violations
    .filter(({ about }) => abouts.includes(about))
    .map(({ invariant, about, what }) => `${invariant} ${about}: ${what}`);
}

describe("npm run check, on a shop whose refunds of parts it must doubt", () => {
  before(async () => {
    await startService();
    await refreshCertificates();
    await saveLoyaltyConfig(POINTS_ON);
  });
  afterEach(() => heldClock.release());
  after(() => saveLoyaltyConfig({ ...POINTS_ON, deductEnabled: false }));

  it("finds more given back than was taken, goods for sale that are not here, and shares that are not the refund", async () => {
    const operator = await buildAfterSaleOperator();
    const owner = await buildMember();
    await givePoints(owner.member._id, 100);
    const skuId = (await buildSpu({ price: 9_900, stock: 5 })).skuIds[0]!;
    const built = await buildOrderPaidAtChannel({ owner, skuId, count: 2, body: { pointStatus: true } });
    const id = await buildAfterSale(built, { refundPrice: 9_850 });
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await arrive();
    const item = (await OrderItemModel.findOne({ orderId: built.order._id }).lean())!;
    const row = (await OrderRefundModel.findOne({ orderId: built.order._id }).lean())!;
    expect(item).to.include({ payPriceFen: 19_700, refundPriceFen: 9_850, usePoint: 100, refundPoint: 50 });
    const [order, ofItem, refund, sku] = [
      `order ${built.order._id}`,
      `order item ${item._id}`,
      `refund ${row._id} of an order`,
      `SKU ${skuId}`,
    ];
    const found = () => foundAt(order, ofItem, refund, sku);
    expect(await found()).to.deep.equal([]);

    const setItem = (fields: object) => OrderItemModel.updateOne({ _id: item._id }, { $set: fields });
    await setItem({ refundPoint: 101 });
    expect(await found()).to.deep.equal([
      `I3 ${ofItem}: 101 of 100 points used went back`,
      `I3 ${ofItem}: 101 points used went back, the order's refunds say 50`,
      `I3 ${order}: gave 9850 fen and 50 points back, its items 9850 and 101`,
    ]);
    await setItem({ refundPoint: 50, restocked: true, goodsBack: true });
    expect(await found()).to.deep.equal([
      `I3 ${ofItem}: not shipped, its goods are back`,
      `I2 ${sku}: 2 sold, paid orders hold 0`,
    ]);
    await setItem({ restocked: false, goodsBack: false });
    await SkuModel.updateOne({ _id: skuId }, { $inc: { sold: -1, stock: 1 } });
    expect(await found()).to.deep.equal([`I2 ${sku}: 1 sold, paid orders hold 2`]);
    await SkuModel.updateOne({ _id: skuId }, { $inc: { sold: 1, stock: -1 } });

    await OrderModel.updateOne({ _id: built.order._id }, { $set: { refundPoint: 49, takenBackExperience: 198 } });
    expect(await found()).to.deep.equal([
      `I3 ${order}: gave 9850 fen and 49 points back, its items 9850 and 50`,
      `I3 ${order}: gave 197 experience, 198 were taken back`,
      `I7 ${order}: gave 49 points back, its records 50`,
    ]);
    await OrderModel.updateOne({ _id: built.order._id }, { $set: { refundPoint: 50, takenBackExperience: 98 } });
    await OrderRefundModel.updateOne({ _id: row._id }, { $set: { refundFen: 9_851 } });
    expect(await found()).to.deep.equal([
      `I3 ${order}: gave 9850 fen back, its refunds 9851`,
      `I3 ${refund}: gave 9851 fen, pay 9850`,
      `I3 ${refund}: gave 9851 fen, its items got 9850`,
    ]);
    await OrderRefundModel.updateOne({ _id: row._id }, { $set: { refundFen: 9_850 } });
    expect(await found()).to.deep.equal([]);
  });
});
