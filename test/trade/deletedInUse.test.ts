import { randomInt } from "node:crypto";
import { expect } from "chai";
import { DeliveryTemplateModel } from "#shared/domains/trade/delivery/deliveryTemplate.model.js";
import { ExpressCompanyModel } from "#shared/domains/trade/delivery/expressCompany.model.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { PickUpStoreModel } from "#shared/domains/trade/delivery/pickUpStore.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildBuyer, buildPaidOrder, orderBody, reloadOrder } from "#test/factories/order.js";
import { freshLogisticsNo } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { buildStore } from "#test/factories/store.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const DELIVERY = "/admin-api/trade/delivery";
const fresh = (word: string): string => `${word}${randomInt(1e12)}`;

describe("what operators delete while something uses it", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildOperator();
  });
  afterEach(() => runJobs());

  const remove = (noun: string, id: number) => operator.client.delete(`${DELIVERY}/${noun}/delete?id=${id}`);

  async function buildCompany(code = fresh("c")): Promise<number> {
    const made = await operator.client.post(`${DELIVERY}/express/create`, {
      code,
      name: "某某速运",
      sort: 9,
      status: 0,
    });
    expect(made.code, made.msg).to.equal(0);
    return made.data;
  }
  async function buildTemplate(name = fresh("模板 ")): Promise<number> {
    const made = await operator.client.post(`${DELIVERY}/express-template/create`, {
      name,
      chargeMode: 1,
      sort: 1,
      charges: [{ areaIds: [1], startCount: 1, startPrice: 700, extraCount: 1, extraPrice: 300 }],
      frees: [],
    });
    expect(made.code, made.msg).to.equal(0);
    return made.data;
  }

  it("a delivery company stays while its parcels are on their way, and the refusal counts them", async () => {
    const logisticsId = await buildCompany();
    const built = await buildPaidOrder();
    const shipment = { id: built.order._id, logisticsId, logisticsNo: freshLogisticsNo() };
    expect((await operator.client.put("/admin-api/trade/order/delivery", shipment)).code).to.equal(0);
    const english = await remove("express", logisticsId);
    expect([english.code, english.data, english.msg]).to.deep.equal([
      1011004004,
      false,
      "1 parcels of this delivery company are on their way",
    ]);
    const chinese = operator.client.with({ "accept-language": "zh" });
    expect((await chinese.delete(`${DELIVERY}/express/delete?id=${logisticsId}`)).msg).to.include("1 个包裹");
    expect((await built.client.post("/app-api/trade/order/receive", { id: built.order._id })).code).to.equal(0);
    expect((await remove("express", logisticsId)).data).to.equal(true);
  });

  it("an order keeps the name of its deleted delivery company, and its way can be read", async () => {
    const code = fresh("c");
    const logisticsId = await buildCompany(code);
    const built = await buildPaidOrder();
    const id = built.order._id;
    const shipment = { id, logisticsId, logisticsNo: freshLogisticsNo() };
    expect((await operator.client.put("/admin-api/trade/order/delivery", shipment)).code).to.equal(0);
    expect((await built.client.post("/app-api/trade/order/receive", { id })).code).to.equal(0);
    expect((await remove("express", logisticsId)).data).to.equal(true);

    const detail = await built.client.get(`/app-api/trade/order/getOrderDetail?id=${id}`);
    expect(detail.data).to.include({ logisticsId, logisticsName: "某某速运" });
    const shown = await operator.client.get(`/admin-api/trade/order/get-detail?id=${id}`);
    expect(shown.data).to.include({ logisticsId, logisticsName: "某某速运" });
    const tracks = await built.client.post("/app-api/trade/order/get-express-track-list", { id });
    expect(tracks.code).not.to.equal(1011004000);

    // Gone for everybody else, and its code is free again, as often as one likes.
    const list = await built.client.get("/app-api/trade/delivery/express/getDeliveryExpressList");
    expect(list.data.map((row: { id: number }) => row.id)).not.to.include(logisticsId);
    expect((await operator.client.get(`${DELIVERY}/express/get?id=${logisticsId}`)).code).to.equal(1011004000);
    expect((await operator.client.get(`${DELIVERY}/express/page?code=${code}`)).data.total).to.equal(0);
    const again = await buildCompany(code);
    expect((await remove("express", again)).data).to.equal(true);
    await buildCompany(code);
    const row = await withDeleted(ExpressCompanyModel.findById(logisticsId)).lean<{
      deletedAt: Date;
      deletedBy: number;
    }>();
    expect(row?.deletedBy).to.equal(operator.operator._id);
    expect(row?.deletedAt).to.be.instanceOf(Date);
  });

  it("two deletes at once delete once", async () => {
    const id = await buildCompany();
    const replies = await Promise.all([remove("express", id), remove("express", id), remove("express", id)]);
    expect(replies.map(({ code }) => code).sort()).to.deep.equal([0, 1011004000, 1011004000]);
  });

  it("a fee template stays while products that are not in the recycle bin use it", async () => {
    const templateId = await buildTemplate();
    const { spuId, skuIds } = await buildSpu({ price: 1_000, deliveryTemplateId: templateId });
    const refused = await remove("express-template", templateId);
    expect([refused.code, refused.msg]).to.deep.equal([1011005002, "1 products use this fee template"]);
    const toStatus = (status: number) =>
      operator.client.put("/admin-api/product/spu/update-status", { id: spuId, status });
    expect((await toStatus(-1)).code).to.equal(0);
    expect((await remove("express-template", templateId)).data).to.equal(true);
    expect(await DeliveryTemplateModel.findById(templateId)).to.equal(null);

    // Out of the bin again, its fee is what it was.
    expect((await toStatus(1)).code).to.equal(0);
    const buyer = await buildBuyer();
    const settled = await buyer.client.post("/app-api/trade/order/settlement", {
      items: [{ skuId: skuIds[0], count: 2 }],
      addressId: buyer.addressId,
    });
    expect(settled.code, settled.msg).to.equal(0);
    expect(settled.data.price.deliveryPrice).to.equal(1_000);
  });

  it("a store stays while orders wait in it, paid or not; a deleted one's goods stay with its staff", async () => {
    const staff = await buildOperator(["trade:order:pick-up"]);
    const other = await buildOperator(["trade:order:pick-up"]);
    const pickUpStoreId = await buildStore({ staffIds: [staff.operator._id] });
    const skuId = (await buildSpu({ deliveryTypes: [2] })).skuIds[0]!;
    const body = { deliveryType: 2, pickUpStoreId, addressId: undefined };
    const buyer = await buildBuyer();
    const unpaid = await buyer.client.post("/app-api/trade/order/create", orderBody(skuId, 0, body));
    expect(unpaid.code, unpaid.msg).to.equal(0);
    const { order } = await buildPaidOrder({ skuId, body });
    const refused = await remove("pick-up-store", pickUpStoreId);
    expect([refused.code, refused.msg]).to.deep.equal([1011006002, "2 orders wait to be picked up in this store"]);
    expect((await buyer.client.post("/app-api/trade/order/cancel", { id: unpaid.data.id })).code).to.equal(0);
    expect((await remove("pick-up-store", pickUpStoreId)).msg).to.include("1 orders");

    // An order that came at the very moment of the deletion.
    await PickUpStoreModel.updateOne({ _id: pickUpStoreId }, { $set: { deletedAt: new Date() } as object });
    const pickUp = (client: BuiltOperator["client"]) =>
      client.put("/admin-api/trade/order/pick-up-by-id", { id: order._id });
    expect((await pickUp(other.client)).code).to.equal(1011000036);
    expect((await pickUp(staff.client)).code).to.equal(0);
    expect((await reloadOrder(order._id)).order.status).to.equal(30);
    expect(await OrderModel.countDocuments({ pickUpStoreId, status: { $in: [0, 10] } })).to.equal(0);
  });
});
