import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { AfterSaleModel, OrderItemModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import {
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  decide,
  ship,
} from "#test/factories/afterSale.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";

describe("npm run check, on a shop whose pieces it must doubt", () => {
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
  });
  afterEach(() => heldClock.release());

  it("finds pieces that are back and nobody received, for sale and not back, and more than were bought", async () => {
    const operator = await buildAfterSaleOperator();
    const skuId = (await buildSpu({ price: 1_000, stock: 9 })).skuIds[0]!;
    const built = await buildOrderPaidAtChannel({ skuId, count: 5 });
    const unshipped = await buildAfterSale(built, { count: 1, refundPrice: 1_000 });
    await decide(operator, "agree", unshipped);
    await decide(operator, "refund", unshipped);
    await arrive();
    await ship(operator, built.order._id);
    const id = await buildAfterSale(built, { way: 20, count: 2, refundPrice: 2_000 });
    await decide(operator, "agree", id);
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await built.client.post("/app-api/trade/after-sale/delivery", parcel)).code).to.equal(0);
    await decide(operator, "receive", id);
    const itemId = built.items[0]!._id;
    const about = `order item ${itemId}`;
    const found = async (): Promise<string[]> =>
      (await checkInvariants()).violations.filter((one) => one.about === about).map(({ what }) => what);
    expect(await found()).to.deep.equal([]);
    const setItem = (fields: object) => OrderItemModel.updateOne({ _id: itemId }, { $set: fields });

    await setItem({ backCount: 2 });
    expect(await found()).to.deep.equal([
      "3 pieces for sale again, 2 are back",
      "2 pieces back, its after-sales and refunds say 3",
    ]);
    await setItem({ backCount: 3, restockedCount: 2 });
    expect(await found()).to.deep.equal(["2 pieces for sale again, 3 were put there"]);
    await setItem({ restockedCount: 3, keptCount: 3 });
    expect(await found()).to.deep.equal(["3 pieces back and 3 kept of 5"]);
    await setItem({ keptCount: 0, goodsBack: true });
    expect(await found()).to.deep.equal(["3 pieces back and 3 for sale of 5, it says otherwise"]);
    await setItem({ goodsBack: false });
    await AfterSaleModel.updateOne({ _id: id }, { $set: { receivedCount: 1 } });
    expect(await found()).to.deep.equal([
      "3 pieces back, its after-sales and refunds say 2",
      "3 pieces for sale again, 2 were put there",
    ]);
    await AfterSaleModel.updateOne({ _id: id }, { $set: { receivedCount: 2 } });
    expect(await found()).to.deep.equal([]);
  });
});
