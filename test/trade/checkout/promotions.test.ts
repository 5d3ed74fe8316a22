import { expect } from "chai";
import { invalidateLevelOf } from "#shared/domains/loyalty/level/level.queries.js";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { closeRewardActivity } from "#shared/domains/promotion/index.js";
import { placeOrder } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { withContext } from "#shared/kernel/request/context.js";
import { buildLevel } from "#test/factories/level.js";
import { buildBuyer, orderBody, reloadOrder } from "#test/factories/order.js";
import { givePoints } from "#test/factories/points.js";
import { buildCoupon, buildDiscountActivity, buildRewardActivity, readCoupon } from "#test/factories/promotion.js";
import { buildSpu, type BuiltSpu } from "#test/factories/spu.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const SETTLE = "/app-api/trade/order/settlement";
const CREATE = "/app-api/trade/order/create";
const CANCEL = "/app-api/trade/order/cancel";
const on: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: 500, pointsPerYuan: 1 };

type Buyer = Awaited<ReturnType<typeof buildBuyer>>;
const pointsOf = async ({ member }: Buyer): Promise<number> => (await MemberModel.findById(member._id).lean())!.point;

describe("what lowers an order's price", () => {
  let running: number[] = [];
  before(async () => {
    await startService();
    await seedDelivery();
    await saveLoyaltyConfig(on);
  });
  afterEach(async () => {
    for (const id of running) await closeRewardActivity(id);
    running = [];
    await runJobs();
  });
  after(() => saveLoyaltyConfig({ ...on, deductEnabled: false }));

  const discounted = ({ spuId, skuIds }: BuiltSpu, percent: number): Promise<number> =>
    buildDiscountActivity({
      products: [{ spuId, skuId: skuIds[0]!, kind: "percent", percent, amountFen: null }],
    });
  /** One product with everything that there is, and one with nothing. */
  async function buildSale() {
    const sale = await buildSpu({ price: 12_000, deliveryTemplateId: 1, giveIntegral: 3 });
    const plain = await buildSpu({ price: 333 });
    await discounted(sale, 80);
    const reward = await buildRewardActivity({
      productScope: 2,
      scopeValues: [sale.spuId],
      rules: [{ limit: 9_000, discountFen: 601, freeDelivery: true, point: 11, giveCoupons: [] }],
    });
    running.push(reward);
    const buyer = await buildBuyer();
    await givePoints(buyer.member._id, 700);
    const coupon = await buildCoupon({ memberId: buyer.member._id, usePriceFen: 9_000 });
    const items = [
      { skuId: sale.skuIds[0]!, count: 1 },
      { skuId: plain.skuIds[0]!, count: 3 },
    ];
    return { sale, plain, reward, buyer, coupon, items };
  }

  it("is told in full by the settlement, and an order of the same input costs the same to the fen", async () => {
    const { sale, plain, reward, buyer, coupon, items } = await buildSale();
    const short = await buildCoupon({ memberId: buyer.member._id, usePriceFen: 999_900, discountFen: 5_000 });
    const asked = { items, addressId: buyer.addressId, deliveryType: 1, couponId: coupon._id, pointStatus: true };
    const { code, msg, data } = await buyer.client.post(SETTLE, asked);
    expect(code, msg).to.equal(0);
    expect(data.price).to.deep.equal({
      totalPrice: 12_999,
      discountPrice: 2_400 + 601,
      deliveryPrice: 0,
      couponPrice: 1_000,
      pointPrice: 500,
      vipPrice: 0,
      payPrice: 8_498,
    });
    expect([data.type, data.usePoint, data.totalPoint]).to.deep.equal([0, 500, 700]);
    expect(data.coupons.map((row: any) => [row.id, row.match, row.mismatchReason])).to.deep.equal([
      [coupon._id, true, null],
      [short._id, false, "the goods are 9899.02 short of its price"],
    ]);
    expect(data.coupons[0]).to.deep.equal({
      id: coupon._id,
      name: coupon.name,
      usePrice: 9_000,
      validStartTime: coupon.validStartAt.getTime(),
      validEndTime: coupon.validEndAt.getTime(),
      discountType: 1,
      discountPercent: null,
      discountPrice: 1_000,
      discountLimitPrice: null,
      match: true,
      mismatchReason: null,
    });
    expect(data.promotions.map((row: any) => [row.type, row.totalPrice, row.discountPrice, row.match])).to.deep.equal([
      [4, 12_000, 2_400, true],
      [5, 9_600, 601, true],
      [7, 9_998, 1_000, true],
      [8, 8_998, 500, true],
    ]);
    const rewarded = data.promotions[1];
    expect(rewarded).to.have.all.keys(
      "id",
      "name",
      "type",
      "totalPrice",
      "discountPrice",
      "items",
      "match",
      "description",
    );
    expect(rewarded.id).to.equal(reward);
    expect(rewarded.items).to.deep.equal([{ skuId: sale.skuIds[0], totalPrice: 9_600, discountPrice: 601 }]);
    expect(rewarded.description).to.contain("Spend ¥90.00");
    expect(data.promotions[2].items.map(({ skuId }: any) => skuId)).to.deep.equal([sale.skuIds[0], plain.skuIds[0]]);

    const placed = await buyer.client.post(CREATE, orderBody(1, buyer.addressId, asked));
    expect(placed.code, placed.msg).to.equal(0);
    const { order, items: rows } = await reloadOrder(placed.data.id);
    expect(order).to.include({
      couponId: coupon._id,
      couponPriceFen: 1_000,
      usePoint: 500,
      pointPriceFen: 500,
      discountPriceFen: 3_001,
      payPriceFen: 8_498,
      givePoint: 84 + 3 + 11,
    });
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
    expect(sum((row) => row.couponPriceFen)).to.equal(1_000);
    expect(sum((row) => row.pointPriceFen)).to.equal(500);
    expect(sum((row) => row.usePoint)).to.equal(500);
    expect(sum((row) => row.givePoint)).to.equal(98);
    expect(sum((row) => row.discountPriceFen)).to.equal(3_001);
    expect(sum((row) => row.payPriceFen)).to.equal(8_498);
    expect(await pointsOf(buyer)).to.equal(200);
    expect(await readCoupon(coupon._id)).to.include({ status: 2, orderId: order._id });
    const detail = await buyer.client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(detail.data).to.include({ couponId: coupon._id, couponPrice: 1_000, pointPrice: 500, discountPrice: 3_001 });
  });

  it("speaks Chinese to those who ask for it", async () => {
    const { buyer, items } = await buildSale();
    await buildCoupon({ memberId: buyer.member._id, usePriceFen: 999_900, discountFen: 1 });
    const client = buyer.client.with({ "accept-language": "zh" });
    const { data } = await client.post(SETTLE, { items, pointStatus: true });
    expect(data.promotions.at(-1)).to.include({ type: 8, name: "积分抵扣" });
    expect(data.coupons.find(({ match }: any) => !match).mismatchReason).to.match(/^差 .* 元/);
  });

  it("is the level of the member where that is better, or as good", async () => {
    const level = await buildLevel({ discountPercent: 80 });
    const buyer = await buildBuyer();
    await MemberModel.updateOne({ _id: buyer.member._id }, { $set: { levelId: level._id } });
    invalidateLevelOf(buyer.member._id);
    const sale = await buildSpu({ price: 1_000 });
    await discounted(sale, 80);
    const { data } = await buyer.client.post(SETTLE, { items: [{ skuId: sale.skuIds[0]!, count: 1 }] });
    expect(data.price).to.include({ vipPrice: 200, discountPrice: 0, payPrice: 800 });
    expect(data.promotions).to.have.length(1);
    expect(data.promotions[0]).to.include({ type: 6, id: level._id, name: level.name });
  });

  it("asks for no points unless the member wants to pay with them", async () => {
    const { buyer, items } = await buildSale();
    const { data } = await buyer.client.post(SETTLE, { items, pointStatus: false });
    expect([data.usePoint, data.totalPoint, data.price.pointPrice]).to.deep.equal([0, 700, 0]);
  });

  it("refuses a coupon of somebody else, a used one and one that does not match, by name", async () => {
    const { buyer, items, coupon } = await buildSale();
    const settle = async (couponId: number) => (await buyer.client.post(SETTLE, { items, couponId })).code;
    const theirs = await buildCoupon();
    const used = await buildCoupon({ memberId: buyer.member._id, status: 2 });
    const short = await buildCoupon({ memberId: buyer.member._id, usePriceFen: 999_900 });
    const codes = [await settle(theirs._id), await settle(used._id), await settle(short._id), await settle(coupon._id)];
    expect(codes).to.deep.equal([1011003006, 1011003006, 1011003006, 0]);
  });

  it("is used once: of five orders at once with the same coupon one gets it, the others are told so", async () => {
    const { buyer, items, coupon } = await buildSale();
    const body = orderBody(1, buyer.addressId, { items, couponId: coupon._id });
    const replies = await Promise.all(Array.from({ length: 5 }, () => buyer.client.post(CREATE, body)));
    const codes = replies.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).to.have.length(1);
    expect(codes.filter((code) => code !== 0).every((code) => [1013005002, 1011003006].includes(code))).to.equal(true);
    const { data } = replies.find(({ code }) => code === 0)!;
    expect(await readCoupon(coupon._id)).to.include({ status: 2, orderId: data.id });
  });

  it("never spends the same points twice", async () => {
    const { buyer, items } = await buildSale();
    const body = orderBody(1, buyer.addressId, { items, pointStatus: true });
    const replies = await Promise.all(Array.from({ length: 5 }, () => buyer.client.post(CREATE, body)));
    const placed = replies.filter(({ code }) => code === 0);
    expect(replies.every(({ code }) => [0, 1004001003].includes(code))).to.equal(true);
    let spent = 0;
    for (const { data } of placed) spent += (await reloadOrder(data.id)).order.usePoint;
    expect(spent).to.be.at.least(500);
    expect(await pointsOf(buyer)).to.equal(700 - spent);
  });

  it("comes back with a cancelled order, once", async () => {
    const { buyer, items, coupon } = await buildSale();
    const placed = await buyer.client.post(
      CREATE,
      orderBody(1, buyer.addressId, { items, couponId: coupon._id, pointStatus: true }),
    );
    expect(await pointsOf(buyer)).to.equal(200);
    const codes = [];
    for (const _ of [1, 2]) codes.push((await buyer.client.post(CANCEL, { id: placed.data.id })).code);
    expect(codes).to.deep.equal([0, 1011000025]);
    expect(await pointsOf(buyer)).to.equal(700);
    expect(await readCoupon(coupon._id)).to.include({ status: 1, orderId: null });
    const again = await buyer.client.post(CREATE, orderBody(1, buyer.addressId, { items, couponId: coupon._id }));
    expect(again.code, again.msg).to.equal(0);
  });

  it("leaves everything as it was when the order fails, at its beginning or at its very end", async () => {
    const { buyer, sale, items, coupon } = await buildSale();
    const crash = withContext(
      { requestId: "crash", language: "en", beforeCommit: () => Promise.reject(new Error("power cut")) },
      () =>
        placeOrder(buyer.member._id, {
          lines: items,
          deliveryType: 1,
          addressId: buyer.addressId,
          couponId: coupon._id,
          pointStatus: true,
        }),
    );
    expect(await crash.catch((error: Error) => error.message)).to.equal("power cut");
    const body = { items: [...items, { skuId: sale.skuIds[0]!, count: 100 }], couponId: coupon._id, pointStatus: true };
    expect((await buyer.client.post(CREATE, orderBody(1, buyer.addressId, body))).code).to.equal(1008006004);
    expect(await pointsOf(buyer)).to.equal(700);
    expect(await readCoupon(coupon._id)).to.include({ status: 1 });
  });
});
