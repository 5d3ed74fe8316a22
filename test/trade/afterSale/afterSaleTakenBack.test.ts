import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { itemLeft } from "#shared/domains/trade/index.js";
import { AfterSaleLogModel } from "#shared/domains/trade/log/afterSaleLog.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import {
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  decide,
  refundsOf,
  reloadAfterSale,
  ship,
} from "#test/factories/afterSale.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { control, fault, money, noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const BASE = "/admin-api/trade/after-sale";
const CANCEL = "/app-api/trade/after-sale/cancel";

describe("a yes to an after-sale that is taken back", () => {
  let operator: BuiltOperator;
  let cashier: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    operator = await buildAfterSaleOperator();
    cashier = await buildOperator(["pay:refund:to-wallet", "pay:refund:pay-outside"]);
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });

  const disagree = (id: number) => operator.client.put(`${BASE}/disagree`, { id, auditReason: "agreed by mistake" });
  const cancel = ({ client }: BuiltOrder, id: number) => client.post(CANCEL, { id });
  const refund = (id: number) => operator.client.put(`${BASE}/refund`, { id });
  const itemOf = async ({ order }: BuiltOrder) => (await reloadOrder(order._id)).items[0]!;
  async function buildAgreed(): Promise<{ built: BuiltOrder; id: number }> {
    const built = await buildOrderPaidAtChannel();
    const id = await buildAfterSale(built);
    await decide(operator, "agree", id);
    expect(await reloadAfterSale(id)).to.include({ status: 40 });
    return { built, id };
  }
  /** One whose refund the channel refused for good. */
  async function buildRefused(overrides: object = {}) {
    const built = await buildOrderPaidAtChannel();
    const id = await buildAfterSale(built, { ...overrides });
    await decide(operator, "agree", id);
    await fault({ mode: "hold", count: 1 });
    await decide(operator, "refund", id);
    await runJobs();
    const [failed] = await refundsOf(built.payOrderId);
    await control("POST", `/pay/refunds/${failed!.no}/settle`, { outcome: "closed" });
    await runJobs();
    expect(await reloadAfterSale(id)).to.include({ status: 40, isRefunding: false });
    return { built, id, refundId: failed!._id };
  }

  it("by an operator with a reason, or by its member, frees the item", async () => {
    const first = await buildAgreed();
    expect((await operator.client.put(`${BASE}/disagree`, { id: first.id })).status).to.equal(400);
    expect((await disagree(first.id)).data).to.equal(true);
    expect(await reloadAfterSale(first.id)).to.include({ status: 62, auditReason: "agreed by mistake" });
    const log = await AfterSaleLogModel.findOne({ afterSaleId: first.id, operateType: 12 }).lean();
    expect(log).to.include({ beforeStatus: 40, afterStatus: 62 });
    const audit = await OperationLogModel.findOne({ action: "after-sale.disagree", bizId: String(first.id) }).lean();
    expect(audit).to.deep.include({ before: { status: 40 } });
    const second = await buildAgreed();
    expect((await cancel(second.built, second.id)).data).to.equal(true);
    expect(await reloadAfterSale(second.id)).to.include({ status: 61 });
    for (const { built, id } of [first, second]) {
      expect(await itemOf(built)).to.include({ afterSaleStatus: 0, afterSaleId: null, refundPriceFen: 0 });
      expect((await refund(id)).code).to.equal(1011000110);
      await buildAfterSale(built);
    }
  });

  it("is too late once a refund was asked for, whatever came of it", async () => {
    const { built, id } = await buildAgreed();
    await fault({ mode: "hold", count: 1 });
    await decide(operator, "refund", id);
    for (const reply of [await disagree(id), await cancel(built, id)]) {
      expect([reply.code, reply.data]).to.deep.equal([1011000120, false]);
    }
    await runJobs();
    const [failing] = await refundsOf(built.payOrderId);
    await control("POST", `/pay/refunds/${failing!.no}/settle`, { outcome: "closed" });
    await runJobs();
    expect(await reloadAfterSale(id)).to.include({ status: 40, isRefunding: false });
    for (const reply of [await disagree(id), await cancel(built, id)]) expect(reply.code).to.equal(1011000120);
    await decide(operator, "refund", id);
    await arrive();
    expect((await disagree(id)).code).to.equal(1011000106);
    expect((await cancel(built, id)).code).to.equal(1011000115);
  });

  it("and its refund at once have one end: money moves, or nothing does", async () => {
    for (let round = 0; round < 6; round++) {
      const { built, id } = await buildAgreed();
      const [refunded, takenBack] = await Promise.all([refund(id), round % 2 === 0 ? disagree(id) : cancel(built, id)]);
      await arrive();
      const isRefunded = refunded.code === 0;
      expect(takenBack.code === 0, `${refunded.code} ${takenBack.code}`).to.equal(!isRefunded);
      expect(await reloadAfterSale(id)).to.include({ status: isRefunded ? 50 : round % 2 === 0 ? 62 : 61 });
      expect(await refundsOf(built.payOrderId)).to.have.length(isRefunded ? 1 : 0);
      expect((await itemOf(built)).refundPriceFen).to.equal(isRefunded ? built.items[0]!.payPriceFen : 0);
    }
  });

  it("gives the pieces that came to their member again, unless they are sold already", async () => {
    for (const isSold of [false, true]) {
      const skuId = (await buildSpu({ stock: 5 })).skuIds[0]!;
      const built = await buildOrderPaidAtChannel({ skuId, count: 5 });
      await ship(operator, built.order._id);
      const share = Math.floor((built.items[0]!.payPriceFen * 2) / 5);
      const id = await buildAfterSale(built, { way: 20, count: 2, refundPrice: share });
      await decide(operator, "agree", id);
      const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
      expect((await built.client.post("/app-api/trade/after-sale/delivery", parcel)).code).to.equal(0);
      await decide(operator, "receive", id);
      expect(await readSku(skuId)).to.include({ stock: 2, sold: 3 });
      if (isSold) await buildPaidOrder({ skuId });
      const reply = await disagree(id);
      expect(reply.code).to.equal(isSold ? 1011000121 : 0);
      const item = await itemOf(built);
      expect(itemLeft(item).count).to.equal(isSold ? 3 : 5);
      expect(await readSku(skuId)).to.include(isSold ? { stock: 1, sold: 4 } : { stock: 0, sold: 5 });
      expect(await reloadAfterSale(id)).to.include({ status: isSold ? 40 : 62 });
      const { violations } = await checkInvariants();
      const abouts = [`order item ${item._id}`, `SKU ${skuId}`, `after-sale ${id}`];
      expect(violations.filter(({ about }) => abouts.includes(about))).to.deep.equal([]);
    }
  });

  it("that the channel refused for good may go to the wallet, which ends the after-sale once", async () => {
    const { built, id, refundId } = await buildRefused({ refundPrice: 1_000 });
    const paid = await cashier.client.put("/admin-api/pay/refund/to-wallet", { id: refundId, reason: "card closed" });
    expect(paid.code, paid.msg).to.equal(0);
    // Before the shop's order knows of it.
    expect((await refund(id)).code).to.equal(1007006002);
    await runJobs();
    expect(await money(built.member._id)).to.deep.equal([1_000, 0]);
    expect(await reloadAfterSale(id)).to.include({ status: 50 });
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 10, refundPriceFen: 1_000 });
    expect((await refund(id)).code).to.equal(1011000110);
  });

  it("tried again leaves the first refund to nobody: its money is not paid twice by hand", async () => {
    const { built, id, refundId } = await buildRefused({ refundPrice: 1_000 });
    await fault({ mode: "hold", count: 1 });
    const [again, byHand] = await Promise.all([
      refund(id),
      cashier.client.put("/admin-api/pay/refund/pay-outside", { id: refundId, amount: 1_000, reason: "cash" }),
    ]);
    expect([again.code, byHand.code].filter((code) => code === 0)).to.have.length(1);
    await arrive();
    const [, second] = await refundsOf(built.payOrderId);
    if (second) await control("POST", `/pay/refunds/${second.no}/settle`, { outcome: "success" });
    await runJobs();
    expect((await itemOf(built)).refundPriceFen).to.equal(1_000);
    const late = await cashier.client.put("/admin-api/pay/refund/to-wallet", { id: refundId, reason: "x" });
    expect(late.code).to.equal(1007006005);
    expect((await itemOf(built)).refundPriceFen).to.equal(1_000);
  });
});
