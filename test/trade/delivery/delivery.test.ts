import { expect } from "chai";
import { DeliveryTemplateModel } from "#shared/domains/trade/delivery/deliveryTemplate.model.js";
import { ExpressCompanyModel } from "#shared/domains/trade/delivery/expressCompany.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

/** Companies that the seed brings, with the first ids. Other tests have their own beside them. */
const USUAL = 10;

describe("delivery and the settings of trade", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });

  it("lists the companies in use by the shop's order, with every field of the interface", async () => {
    const { client } = await buildMember();
    const { code, data } = await client.get("/app-api/trade/delivery/express/getDeliveryExpressList");
    expect(code).to.equal(0);
    const usual = data.filter(({ id }: { id: number }) => id <= USUAL);
    expect(usual).to.have.length(USUAL);
    expect(usual[0]).to.deep.equal({ id: 1, code: "shunfeng", name: "顺丰速运", logo: "", sort: 0, status: 0 });
    const places = data.map((company: { sort: number }) => company.sort);
    expect(places).to.deep.equal(places.toSorted((a: number, b: number) => a - b));
  });

  it("leaves disabled companies out", async () => {
    await ExpressCompanyModel.updateOne({ code: "ems" }, { $set: { status: 1 } });
    const { client } = await buildMember();
    const { data } = await client.get("/app-api/trade/delivery/express/getDeliveryExpressList");
    expect(data.map((company: { code: string }) => company.code)).not.to.include("ems");
    await ExpressCompanyModel.updateOne({ code: "ems" }, { $set: { status: 0 } });
  });

  it("shows the companies to nobody without a token", async () => {
    const { status, code } = await stranger.get("/app-api/trade/delivery/express/getDeliveryExpressList");
    expect([status, code]).to.deep.equal([401, 401]);
  });

  it("tells everybody the reasons that an after-sale may give", async () => {
    const { code, data } = await stranger.get("/app-api/trade/config/get");
    expect(code).to.equal(0);
    expect(data).to.have.all.keys("afterSaleRefundReasons", "afterSaleReturnReasons");
    expect(data.afterSaleRefundReasons).to.include("不想要了");
    expect(data.afterSaleReturnReasons).to.include("商品质量问题");
  });

  it("seeding again changes nothing that operators changed", async () => {
    const jd = await ExpressCompanyModel.findOneAndUpdate({ code: "jd" }, { $set: { name: "JD" } }).lean();
    await DeliveryTemplateModel.updateOne({ _id: 2 }, { $set: { sort: 9 } });
    expect(await seedDelivery()).to.deep.equal({ templateByCount: 1, templateByWeight: 2 });
    expect(await ExpressCompanyModel.countDocuments({ _id: { $lte: USUAL } })).to.equal(USUAL);
    expect((await ExpressCompanyModel.findOne({ code: "jd" }).lean())?.name).to.equal("JD");
    expect((await DeliveryTemplateModel.findById(2).lean())?.sort).to.equal(9);
    // Other files of the same shop name the carrier as it is seeded.
    await ExpressCompanyModel.updateOne({ code: "jd" }, { $set: { name: jd!.name } });
  });
});
