import { expect } from "chai";
import { SkuModel, SpuModel } from "#shared/domains/catalog/index.js";
import { AddressModel } from "#shared/domains/member/address/address.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildBuyer, buildPaidOrder, orderBody, reloadOrder } from "#test/factories/order.js";
import { buildReceivedOrder } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

describe("an order is a copy", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  afterEach(() => runJobs());

  it("of the goods, their price and the address as they were when it was placed", async () => {
    const { spuId, skuIds } = await buildSpu({ price: 1_000 });
    const { order, items, client, member } = await buildPaidOrder({ skuId: skuIds[0]! });
    await AddressModel.updateMany({ memberId: member._id }, { $set: { name: "Somebody", detailAddress: "elsewhere" } });
    await SkuModel.updateOne({ _id: skuIds[0]! }, { $set: { priceFen: 9 } });
    await SpuModel.updateOne({ _id: spuId }, { $set: { name: "Another name", picUrl: "https://example.com/new.png" } });
    const { data } = await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(data).to.include({
      receiverName: "Li Lei",
      receiverDetailAddress: "Wensan Road 1",
      payPrice: order.payPriceFen,
    });
    expect(data.items[0]).to.include({ spuName: items[0]!.spuName, price: 1_000, payPrice: items[0]!.payPriceFen });
    expect(data.items[0].picUrl).not.to.include("new.png");
  });

  it("that is priced here, whatever the client says it costs", async () => {
    const buyer = await buildBuyer();
    const skuId = (await buildSpu({ price: 1_000 })).skuIds[0]!;
    const body = orderBody(skuId, buyer.addressId, {
      items: [{ skuId, count: 1, price: 1, payPrice: 1 }],
      payPrice: 1,
      discountPrice: 999,
      status: 30,
      memberId: 1,
    });
    const { data } = await buyer.client.post("/app-api/trade/order/create", body);
    expect((await reloadOrder(data.id)).order).to.include({
      payPriceFen: 1_000,
      discountPriceFen: 0,
      status: 0,
      memberId: buyer.member._id,
    });
  });

  it("that can be reviewed when its product is gone", async () => {
    const { spuId, skuIds } = await buildSpu();
    const { client, items } = await buildReceivedOrder({ skuId: skuIds[0]! });
    await SpuModel.updateOne({ _id: spuId }, { $set: { status: -1 } });
    await SkuModel.deleteOne({ _id: skuIds[0]! });
    const review = {
      orderItemId: items[0]!._id,
      anonymous: true,
      descriptionScores: 4,
      benefitScores: 5,
      content: "好",
    };
    const reply = await client.post("/app-api/trade/order/item/createOrderItemComment", review);
    expect(reply.code, reply.msg).to.equal(0);
  });
});
