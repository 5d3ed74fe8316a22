import { expect } from "chai";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import {
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  buildTwoItems,
  decide,
} from "#test/factories/afterSale.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { readSku } from "#test/factories/spu.js";
import { noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

describe("a paid order of which something is refunded, or about to be", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    operator = await buildAfterSaleOperator();
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });

  const ship = async (id: number): Promise<number> => {
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    return (await operator.client.put("/admin-api/trade/order/delivery", parcel)).code;
  };
  const refund = async (built: Parameters<typeof buildAfterSale>[0], overrides = {}): Promise<void> => {
    const id = await buildAfterSale(built, overrides);
    await decide(operator, "agree", id);
    await decide(operator, "refund", id);
    await arrive();
  };

  it("is not shipped while an after-sale is open, and is once that ended without money", async () => {
    const built = await buildOrderPaidAtChannel();
    const id = await buildAfterSale(built);
    expect(await ship(built.order._id)).to.equal(1011000021);
    const no = { id, auditReason: "已出库" };
    expect((await operator.client.put("/admin-api/trade/after-sale/disagree", no)).code).to.equal(0);
    expect(await ship(built.order._id)).to.equal(0);
  });

  it("ships what is left when one item is refunded; the other's return then closes it", async () => {
    const built = await buildTwoItems();
    const { order, items, skuIds } = built;
    await refund(built);
    expect(await ship(order._id)).to.equal(0);
    expect((await reloadOrder(order._id)).order).to.include({ status: 20, refundStatus: 10 });
    expect(await readSku(skuIds[0]!)).to.include({ stock: 5, sold: 0 });
    expect((await built.client.post("/app-api/trade/order/receive", { id: order._id })).code).to.equal(0);
    await refund(built, { orderItemId: items[1]!._id, refundPrice: items[1]!.payPriceFen });
    expect((await reloadOrder(order._id)).order).to.include({ status: 40, refundStatus: 20 });
    // Money only for goods that were shipped: those do not come back, and the first ones did once.
    expect(await readSku(skuIds[0]!)).to.include({ stock: 5, sold: 0 });
    expect(await readSku(skuIds[1]!)).to.include({ stock: 4, sold: 1 });
  });

  it("ships after an operator gave a part of the money back", async () => {
    const { order } = await buildOrderPaidAtChannel();
    const part = { id: order._id, refundPrice: 100, reason: "补偿" };
    expect((await operator.client.put("/admin-api/trade/order/refund", part)).code).to.equal(0);
    expect(await ship(order._id)).to.equal(1011000021);
    await arrive();
    expect(await ship(order._id)).to.equal(0);
  });

  it("ships as what it is when a part of its only item's money went back", async () => {
    const built = await buildOrderPaidAtChannel();
    await refund(built, { refundPrice: 100 });
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 10, refundStatus: 10 });
    expect(await ship(built.order._id)).to.equal(0);
  });
});
