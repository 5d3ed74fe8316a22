import { expect } from "chai";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { findMember } from "#shared/domains/member/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import type { PayRefundDoc } from "#shared/domains/pay/refund/payRefund.model.js";
import { applyRefund } from "#shared/domains/trade/worker.js";
import { findOrder } from "#shared/domains/trade/index.js";
import { hasOpenAfterSale } from "#shared/domains/trade/afterSale/afterSale.queries.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import {
  applyBody,
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  buildTwoItems,
  decide,
  refundsOf,
  reloadAfterSale,
} from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder } from "#test/factories/order.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { control, fault, noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const POINTS_ON: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: 500, pointsPerYuan: 1 };
const sum = (parts: number[]): number => parts.reduce((total, part) => total + part, 0);

describe("the refund of an after-sale and what else happens to its order", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    await saveLoyaltyConfig(POINTS_ON);
    operator = await buildAfterSaleOperator();
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });
  after(() => saveLoyaltyConfig({ ...POINTS_ON, deductEnabled: false }));
  const put = (verb: string, id: number) => decide(operator, verb, id);

  it("gives the points back that its item took, item by item and each once", async () => {
    const owner = await buildMember();
    await givePoints(owner.member._id, 1_000);
    const { order, items, member, payOrderId, client } = await buildTwoItems({ owner, body: { pointStatus: true } });
    const used = items.map(({ usePoint }) => usePoint);
    expect(Math.min(...used)).to.be.greaterThan(0);
    const before = (await findMember(member._id))!.point;
    const given = items.map(({ givePoint }) => givePoint);
    for (const [index, item] of items.entries()) {
      const id = await buildAfterSale({ client, items }, { orderItemId: item._id, refundPrice: item.payPriceFen });
      await put("agree", id);
      await put("refund", id);
      await arrive();
      await applyRefund(payOrderId);
      const back = sum(used.slice(0, index + 1)) - sum(given.slice(0, index + 1));
      expect((await findMember(member._id))!.point - before).to.equal(back);
      expect(await pointSum(member._id)).to.equal((await findMember(member._id))!.point);
      expect((await findOrder(order._id))!.refundPoint).to.equal(sum(used.slice(0, index + 1)));
    }
    expect((await findOrder(order._id))!).to.include({ status: 40, refundPoint: order.usePoint });
  });

  it("whose application and shipping come at once: the stock tells where the goods are", async () => {
    for (let round = 0; round < 4; round++) {
      const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
      const built = await buildOrderPaidAtChannel({ skuId });
      const parcel = { id: built.order._id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
      const [applied, shipped] = await Promise.all([
        built.client.post("/app-api/trade/after-sale/create", applyBody(built)),
        operator.client.put("/admin-api/trade/order/delivery", parcel),
      ]);
      expect(applied.code).to.equal(0);
      expect(shipped.code).to.be.oneOf([0, 1011000021]);
      await put("agree", applied.data);
      expect((await operator.client.put("/admin-api/trade/order/delivery", parcel)).code).to.be.oneOf([
        1011000017, 1011000021,
      ]);
      await put("refund", applied.data);
      await arrive();
      expect(await reloadAfterSale(applied.data)).to.include({ status: 50 });
      expect(await readSku(skuId)).to.include(shipped.code === 0 ? { stock: 4, sold: 1 } : { stock: 5, sold: 0 });
    }
  });

  it("of the whole order, and an application at once: nothing stays open on a cancelled order", async () => {
    for (let round = 0; round < 5; round++) {
      const built = await buildOrderPaidAtChannel();
      const { order, payOrderId } = built;
      const all = { id: order._id, refundPrice: order.payPriceFen, reason: "缺货" };
      await fault({ mode: "hold", count: 1 });
      expect((await operator.client.put("/admin-api/trade/order/refund", all)).code).to.equal(0);
      await runJobs();
      const [{ no }] = (await refundsOf(payOrderId)) as [PayRefundDoc];
      const apply = applyBody(built);
      const [reply] = await Promise.all([
        built.client.post("/app-api/trade/after-sale/create", apply),
        control("POST", `/pay/refunds/${no}/settle`, {}).then(() => runJobs()),
      ]);
      await runJobs();
      expect(reply.code).to.be.oneOf([0, 1011000101, 1011000102, 1011000105]);
      const now = await reloadOrder(order._id);
      expect(now.order).to.include({ status: 40, refundStatus: 20 });
      expect(now.items[0]!.afterSaleStatus).to.equal(20);
      expect(await hasOpenAfterSale(built.member._id)).to.equal(false);
    }
  });
});
