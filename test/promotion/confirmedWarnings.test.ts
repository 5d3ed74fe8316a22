import { expect } from "chai";
import { ActivityGoodsModel } from "#shared/domains/promotion/activity/index.js";
import { ActivityModel } from "#shared/domains/promotion/activity/activity.model.js";
import { CouponTemplateModel } from "#shared/domains/promotion/coupon/couponTemplate.model.js";
import { DiscountActivityModel } from "#shared/domains/promotion/discount/discountActivity.model.js";
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { buildSeckill, wholeDaySlot } from "#test/factories/activity.js";
import { buildCouponTemplate, buildDiscountActivity } from "#test/factories/promotion.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildSpu } from "#test/factories/spu.js";
import type { Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const CONFIRM = 1013000000;
const root = "/admin-api/promotion";

/** Of a product that costs 99.00 and has 100 pieces. */
interface Goods {
  spuId: number;
  skuId: number;
}
interface Numbers {
  price: number;
  stock: number;
}
const window = () => ({ startTime: clock.ms() - hours(1), endTime: clock.ms() + days(1) });
const activities: [noun: string, body: (goods: Goods, numbers: Numbers) => Promise<Record<string, unknown>>][] = [
  [
    "seckill-activity",
    async ({ spuId, skuId }, { price, stock }) => ({
      name: "Ten o'clock",
      ...window(),
      spuId,
      configIds: [await wholeDaySlot()],
      products: [{ skuId, seckillPrice: price, stock }],
    }),
  ],
  [
    "combination-activity",
    async ({ spuId, skuId }, { price, stock }) => ({
      name: "Two together",
      ...window(),
      spuId,
      userSize: 2,
      limitDuration: 24,
      products: [{ skuId, combinationPrice: price, stock }],
    }),
  ],
  [
    "bargain-activity",
    async ({ spuId, skuId }, { price, stock }) => ({
      name: "Ask your friends",
      ...window(),
      spuId,
      skuId,
      bargainFirstPrice: price,
      bargainMinPrice: 100,
      stock,
      helpMaxCount: 20,
      randomMinPrice: 100,
      randomMaxPrice: 900,
    }),
  ],
  [
    "point-activity",
    async ({ spuId, skuId }, { price, stock }) => ({ spuId, products: [{ skuId, point: 100, price, stock }] }),
  ],
];

describe("what is unusual about a promotion wants to be confirmed", () => {
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator()).client;
  });
  const goods = async (): Promise<Goods> => {
    const { spuId, skuIds } = await buildSpu();
    return { spuId, skuId: skuIds[0]! };
  };
  const chinese = (): Client => client.with({ "accept-language": "zh" });

  for (const [noun, bodyOf] of activities)
    it(`${noun}: a price above the normal one, and more pieces than there are`, async () => {
      const of = await goods();
      const create = (body: object, by = client) => by.post(`${root}/${noun}/create`, body);
      const dear = await bodyOf(of, { price: 9_901, stock: 101 });
      const before = await ActivityModel.countDocuments();
      const asked = await create(dear);
      expect([asked.status, asked.code, asked.data]).to.deep.equal([200, CONFIRM, null]);
      expect(asked.msg).to.equal(
        `SKU ${of.skuId}: 99.01 is above the normal price of 99.00; SKU ${of.skuId}: 101 pieces are more than the 100 in stock. Confirm it if this is meant (confirm: true)`,
      );
      expect((await create(dear, chinese())).msg).to.equal(
        `SKU ${of.skuId}：活动价 99.01 元高于原价 99.00 元；SKU ${of.skuId}：活动库存 101 件超过现有库存 100 件。如确认无误，请确认（confirm: true）`,
      );
      expect((await create({ ...dear, confirm: false })).code).to.equal(CONFIRM);
      expect(await ActivityModel.countDocuments()).to.equal(before);
      expect((await create({ ...dear, confirm: "yes" })).status).to.equal(400);

      const { code, data: id } = await create({ ...dear, confirm: true });
      expect(code).to.equal(0);
      expect(await ActivityGoodsModel.findOne({ activityId: id }).lean()).to.include({ priceFen: 9_901, stock: 101 });
      const update = (body: object) => client.put(`${root}/${noun}/update`, { id, ...body });
      expect((await update(dear)).code).to.equal(CONFIRM);
      expect((await update(await bodyOf(of, { price: 9_901, stock: 100 }))).msg).to.not.contain("pieces");
      const usual = await bodyOf(of, { price: 9_900, stock: 100 });
      expect((await update(usual)).data).to.equal(true);
      expect((await update(await bodyOf(of, { price: 500, stock: 101 }))).code).to.equal(CONFIRM);
      expect((await update({ ...dear, confirm: true })).data).to.equal(true);
    });

  it("a group-buy without a stock of its own has none to compare, and a refusal comes before the question", async () => {
    const of = await goods();
    const body = await activities[1]![1](of, { price: 9_900, stock: 0 });
    const products = [{ skuId: of.skuId, combinationPrice: 9_900 }];
    expect((await client.post(`${root}/combination-activity/create`, { ...body, products })).code).to.equal(0);
    const { spuId, skuId } = await buildSeckill();
    const rival = await activities[0]![1]({ spuId, skuId }, { price: 99_999, stock: 999 });
    expect((await client.post(`${root}/seckill-activity/create`, rival)).code).to.equal(1013008002);
  });

  it("a discount that leaves nothing of a price", async () => {
    const of = await goods();
    const body = (amount: number) => ({
      name: "All of it",
      ...window(),
      products: [{ ...of, discountType: 4, discountPrice: amount }],
    });
    const create = (sent: object, by = client) => by.post(`${root}/discount-activity/create`, sent);
    const before = await DiscountActivityModel.countDocuments();
    const asked = await create(body(9_900));
    expect([asked.status, asked.code]).to.deep.equal([200, CONFIRM]);
    expect(asked.msg).to.contain(`SKU ${of.skuId}: 99.00 off leaves nothing of the normal price of 99.00`);
    expect((await create(body(9_900), chinese())).msg).to.contain("优惠 99.00 元不低于原价 99.00 元");
    expect(await DiscountActivityModel.countDocuments()).to.equal(before);
    expect((await create({ ...body(9_900), confirm: true })).code).to.equal(0);

    const other = await goods();
    const id = await buildDiscountActivity({
      products: [{ ...other, kind: "percent", percent: 80, amountFen: null }],
    });
    const update = (amount: number, more = {}) =>
      client.put(`${root}/discount-activity/update`, {
        id,
        ...body(amount),
        products: [{ ...other, discountType: 4, discountPrice: amount }],
        ...more,
      });
    expect((await update(9_900)).code).to.equal(CONFIRM);
    expect((await update(9_899)).code).to.equal(0);
    expect((await update(10_000, { confirm: true })).code).to.equal(0);
  });

  it("a coupon that can make its goods free", async () => {
    const { spuId } = await goods();
    const body = (usePrice: number, discountPrice: number, more: object = {}) => ({
      name: "Free",
      takeType: 1,
      usePrice,
      productScope: 2,
      productScopeValues: [spuId],
      validityType: 2,
      fixedStartTerm: 0,
      fixedEndTerm: 7,
      discountType: 1,
      discountPrice,
      ...more,
    });
    const create = (sent: object, by = client) => by.post(`${root}/coupon-template/create`, sent);
    const before = await CouponTemplateModel.countDocuments();
    const asked = await create(body(5_000, 5_000));
    expect([asked.status, asked.code]).to.deep.equal([200, CONFIRM]);
    expect(asked.msg).to.match(/^50\.00 off makes goods of 50\.00 free\. /);
    expect((await create(body(5_000, 6_000), chinese())).msg).to.match(/^优惠 60\.00 元可使 50\.00 元的商品免费。/);
    // Without a threshold, the cheapest of its goods decides.
    expect((await create(body(0, 9_900))).code).to.equal(CONFIRM);
    expect(await CouponTemplateModel.countDocuments()).to.equal(before);
    expect((await create(body(0, 9_899))).code).to.equal(0);
    expect((await create(body(5_000, 4_999))).code).to.equal(0);
    expect((await create(body(0, 9_900, { confirm: true }))).code).to.equal(0);
    const percent = { discountType: 2, discountPrice: undefined, discountPercent: 1 };
    expect((await create(body(0, 1, percent))).code).to.equal(0);

    const id = await buildCouponTemplate();
    const update = (sent: object) => client.put(`${root}/coupon-template/update`, { id, ...sent });
    expect((await update(body(5_000, 5_000))).code).to.equal(CONFIRM);
    expect((await update(body(5_000, 5_000, { confirm: true }))).data).to.equal(true);
  });
});
