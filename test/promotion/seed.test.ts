import { expect } from "chai";
import { CouponTemplateModel } from "#shared/domains/promotion/coupon/couponTemplate.model.js";
import { DiscountActivityModel, RewardActivityModel } from "#shared/domains/promotion/index.js";
import { seedPromotions } from "#shared/domains/promotion/seedPromotions.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

describe("the demo's promotions", () => {
  before(() => startService());

  it("are a discount, a reward and a coupon of each kind, once; a shop with coupons is left alone", async () => {
    await buildSpu();
    for (const model of [CouponTemplateModel, DiscountActivityModel, RewardActivityModel])
      await (model as typeof CouponTemplateModel).deleteMany({});
    for (let time = 0; time < 2; time++) await seedPromotions();
    const templates = await CouponTemplateModel.find().lean();
    expect(new Set(templates.map(({ takeType }) => takeType))).to.deep.equal(new Set([1, 2, 3]));
    expect(await DiscountActivityModel.countDocuments()).to.equal(1);
    expect(await RewardActivityModel.countDocuments()).to.equal(1);
    const { data } = await stranger.get("/app-api/promotion/discount-activity/getDiscountActivity");
    expect(data.products).not.to.deep.equal([]);
    expect(data.imgUrl).to.match(/^http/);
    expect((await stranger.get("/app-api/promotion/coupon-template/list")).data).to.have.length(2);
    for (const model of [CouponTemplateModel, DiscountActivityModel, RewardActivityModel])
      await (model as typeof CouponTemplateModel).deleteMany({});
  });
});
