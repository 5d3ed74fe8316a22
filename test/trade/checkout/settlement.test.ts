import { expect } from "chai";
import { invalidateShelf } from "#shared/domains/catalog/product/shelf.js";
import { SpuModel } from "#shared/domains/catalog/index.js";
import { saveTradeConfig, tradeConfig } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildAddress } from "#test/factories/address.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildMember } from "#test/factories/member.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const SETTLE = "/app-api/trade/order/settlement";
const CAN_BUY = "/app-api/trade/order/validateIsToBuy";

describe("the settlement of an order", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });

  it("answers every field of the interface, and changes nothing", async () => {
    const { member, client } = await buildMember({ point: 70 });
    const address = await buildAddress(member._id);
    const { spu, skus } = await buildSpu({ price: 2_500, deliveryTemplateId: 1 });
    const sku = skus[0]!;
    const { code, data } = await client.post(SETTLE, {
      items: [{ skuId: sku._id, count: 2 }],
      addressId: address._id,
      deliveryType: 1,
      pointStatus: false,
    });
    expect(code).to.equal(0);
    expect(data).to.deep.equal({
      type: 0,
      items: [
        {
          categoryId: spu.categoryId,
          spuId: spu._id,
          spuName: spu.name,
          skuId: sku._id,
          price: 2_500,
          picUrl: data.items[0].picUrl,
          properties: [{ propertyId: 0, propertyName: "Default", valueId: 0, valueName: "Default" }],
          cartId: null,
          count: 2,
        },
      ],
      coupons: [],
      price: {
        totalPrice: 5_000,
        discountPrice: 0,
        deliveryPrice: 800,
        couponPrice: 0,
        pointPrice: 0,
        vipPrice: 0,
        payPrice: 5_800,
      },
      address: {
        id: address._id,
        userId: member._id,
        province: address.province,
        city: address.city,
        district: address.district,
        name: "Li Lei",
        mobile: "13900001111",
        areaId: 330106,
        areaName: "浙江省 杭州市 西湖区",
        detailAddress: "Wensan Road 1",
        defaultStatus: false,
      },
      usePoint: 0,
      totalPoint: 70,
      promotions: [],
    });
    expect(data.items[0].picUrl).to.match(/^https?:\/\/.+\/public\/test\/product\.png$/);
  });

  it("takes SKU and count of a cart row that is named alone, and several rows at once", async () => {
    const { member, client } = await buildMember();
    const first = await buildCartRow(member._id, { count: 3 });
    const second = await buildCartRow(member._id);
    const { data } = await client.post(SETTLE, { items: [{ cartId: first.cartId }, { cartId: second.cartId }] });
    const seen = data.items.map(({ skuId, count, cartId }: Record<string, number>) => ({ cartId, skuId, count }));
    expect(seen).to.deep.equal([first, second]);
    expect(data.price.totalPrice).to.equal(4 * 9_900);
  });

  it("refuses a cart row of somebody else as an absent one", async () => {
    const { cartId } = await buildCartRow((await buildMember()).member._id);
    const { client } = await buildMember();
    const foreign = await client.post(SETTLE, { items: [{ cartId }] });
    const absent = await client.post(SETTLE, { items: [{ cartId: 987_654_321 }] });
    expect([foreign.code, foreign.data, foreign.msg]).to.deep.equal([1011002000, null, absent.msg]);
    expect(absent.code).to.equal(1011002000);
  });

  it("uses the default address when none is named, and none when there is none, without a delivery fee", async () => {
    const { member, client } = await buildMember();
    const { skuIds } = await buildSpu({ price: 1_000, deliveryTemplateId: 1 });
    const body = { items: [{ skuId: skuIds[0]!, count: 1 }] };
    const before = await client.post(SETTLE, body);
    expect([before.data.address, before.data.price.deliveryPrice]).to.deep.equal([null, 0]);
    const address = await buildAddress(member._id, { isDefault: true });
    const after = await client.post(SETTLE, body);
    expect([after.data.address.id, after.data.price.deliveryPrice]).to.deep.equal([address._id, 800]);
  });

  it("refuses an address of somebody else as an absent one", async () => {
    const theirs = await buildAddress((await buildMember()).member._id);
    const { client } = await buildMember();
    const { skuIds } = await buildSpu();
    const items = [{ skuId: skuIds[0]!, count: 1 }];
    const foreign = await client.post(SETTLE, { items, addressId: theirs._id });
    const absent = await client.post(SETTLE, { items, addressId: 987_654_321 });
    expect([foreign.code, foreign.msg]).to.deep.equal([absent.code, absent.msg]);
    expect(foreign.code).to.equal(1004004000);
  });

  it("asks no fee from 99 yuan on, and none at all once the shop says so", async () => {
    const { member, client } = await buildMember();
    const { _id: addressId } = await buildAddress(member._id);
    const { skuIds } = await buildSpu({ price: 3_300, deliveryTemplateId: 1 });
    const feeFor = async (count: number): Promise<number> =>
      (await client.post(SETTLE, { addressId, items: [{ skuId: skuIds[0]!, count }] })).data.price.deliveryPrice;
    expect([await feeFor(1), await feeFor(2), await feeFor(3)]).to.deep.equal([800, 800, 0]);
    const { _id, ...before } = await tradeConfig();
    await saveTradeConfig({ ...before, deliveryExpressFreeEnabled: true, deliveryExpressFreePriceFen: 6_600 });
    try {
      expect([await feeFor(1), await feeFor(2)]).to.deep.equal([800, 0]);
    } finally {
      await saveTradeConfig(before);
    }
  });

  it("refuses goods that are gone, off shelf or short by their codes", async () => {
    const { client } = await buildMember();
    const { spuId, skuIds } = await buildSpu({ stock: 3 });
    const settle = async (count: number, skuId = skuIds[0]!) =>
      (await client.post(SETTLE, { items: [{ skuId, count }] })).code;
    expect(await settle(1, 987_654_321)).to.equal(1008006000);
    expect(await settle(4)).to.equal(1008006004);
    await SpuModel.updateOne({ _id: spuId }, { $set: { status: 0 } });
    expect(await settle(1)).to.equal(1008005002);
    await SpuModel.updateOne({ _id: spuId }, { $set: { status: -1 } });
    expect(await settle(1)).to.equal(1008005001);
  });

  it("refuses more of a SKU than there is, however many lines ask for it", async () => {
    const { client } = await buildMember();
    const skuId = (await buildSpu({ stock: 3 })).skuIds[0]!;
    const twice = await client.post(SETTLE, {
      items: [
        { skuId, count: 2 },
        { skuId, count: 2 },
      ],
    });
    expect(twice.code).to.equal(1008006004);
  });

  it("refuses virtual goods by express, together with others, and goods not offered that way", async () => {
    const { client } = await buildMember();
    const virtual = (await buildSpu({ isVirtual: true })).skuIds[0]!;
    const expressOnly = (await buildSpu({ deliveryTypes: [1] })).skuIds[0]!;
    const settle = async (deliveryType: number, ...skuIds: number[]) =>
      (await client.post(SETTLE, { deliveryType, items: skuIds.map((skuId) => ({ skuId, count: 1 })) })).code;
    expect(await settle(2, virtual)).to.equal(0);
    expect(await settle(1, virtual)).to.equal(1011003005);
    expect(await settle(2, virtual, expressOnly)).to.equal(1011003005);
    expect(await settle(2, expressOnly)).to.equal(1011003005);
    expect(await settle(1, expressOnly)).to.equal(0);
  });

  it("refuses what it cannot price by name instead of leaving it out", async () => {
    const { client } = await buildMember();
    const items = [{ skuId: (await buildSpu()).skuIds[0]!, count: 1 }];
    expect((await client.post(SETTLE, { items, couponId: 999_999_999 })).code).to.equal(1011003006);
    const fieldOf = async (body: object): Promise<string> => {
      const { status, msg } = await client.post(SETTLE, { items, ...body });
      return `${status} ${msg.split(/[:：]/)[0]}`;
    };
    expect((await client.post(SETTLE, { items, pointStatus: true, pointActivityId: 999_999_999 })).code).to.equal(
      1013007000,
    );
    expect(await fieldOf({ type: 1, pointStatus: true, pointActivityId: 999_999_999 })).to.equal("400 type");
    expect(await fieldOf({ type: 1 })).to.equal("400 seckillActivityId");
    expect(
      (await client.post(SETTLE, { items: [{ skuId: (await buildSpu({ price: 0 })).skuIds[0]!, count: 1 }] })).code,
    ).to.equal(1011003000);
  });

  it("names the field that is wrong", async () => {
    const { client } = await buildMember();
    const line = { skuId: 1, count: 1 };
    const faults: [unknown, string][] = [
      [{}, "items"],
      [{ items: [] }, "items"],
      [{ items: [{}] }, "items.0.skuId"],
      [{ items: [{ count: 1 }] }, "items.0.skuId"],
      [{ items: [{ skuId: 1 }] }, "items.0.count"],
      [{ items: [{ skuId: 1, cartId: 2 }] }, "items.0.count"],
      [{ items: [{ skuId: 1, count: 0 }] }, "items.0.count"],
      [{ items: [{ skuId: 1, count: "1" }] }, "items.0.count"],
      [{ items: [{ skuId: { $gt: "" }, count: 1 }] }, "items.0.skuId"],
      [{ items: [{ cartId: { $gt: "" } }] }, "items.0.cartId"],
      [{ items: [line], couponId: { $gt: "" } }, "couponId"],
      [{ items: [line], addressId: [1] }, "addressId"],
      [{ items: [line], deliveryType: 3 }, "deliveryType"],
      [{ items: [line], receiverName: { $gt: "" } }, "receiverName"],
      [{ items: [line], receiverMobile: "12" }, "receiverMobile"],
      [{ items: [line], pointStatus: "yes" }, "pointStatus"],
      [{ items: [line], pointActivityId: { $gt: "" } }, "pointActivityId"],
      [{ items: [line], seckillActivityId: { $gt: "" } }, "seckillActivityId"],
      [{ items: [line], combinationActivityId: { $gt: "" } }, "combinationActivityId"],
      [{ items: [line], combinationHeadId: { $gt: "" } }, "combinationHeadId"],
      [{ items: [line], bargainRecordId: { $gt: "" } }, "bargainRecordId"],
      [{ items: [line], type: 5 }, "type"],
    ];
    for (const [body, field] of faults) {
      const { status, msg } = await client.post(SETTLE, body);
      expect([status, msg.split(/[:：]/)[0]], JSON.stringify(body)).to.deep.equal([400, field]);
    }
  });

  it("is nothing for a stranger", async () => {
    expect((await stranger.post(SETTLE, { items: [{ skuId: 1, count: 1 }] })).status).to.equal(401);
  });
});

describe("validateIsToBuy", () => {
  it("is true while all variants of each product together hold enough", async () => {
    const { client } = await buildMember();
    const { spuId } = await buildSpu({
      skus: [
        { priceFen: 1, stock: 2 },
        { priceFen: 1, stock: 3 },
      ],
    });
    const other = await buildSpu();
    const { code, data } = await client.post(CAN_BUY, [
      { spuId, buyCount: 5 },
      { spuId: other.spuId, buyCount: 1 },
    ]);
    expect([code, data]).to.deep.equal([0, true]);
  });

  it("is false and says why when a product is gone, off shelf or short, summed over the list", async () => {
    const { client } = await buildMember();
    const { spuId } = await buildSpu({ stock: 5 });
    const short = await client.post(CAN_BUY, [
      { spuId, buyCount: 3 },
      { spuId, buyCount: 3 },
    ]);
    expect([short.code, short.data]).to.deep.equal([1008006004, false]);
    await SpuModel.updateOne({ _id: spuId }, { $set: { status: 0 } });
    invalidateShelf();
    const off = await client.post(CAN_BUY, [{ spuId, buyCount: 1 }]);
    expect([off.code, off.data]).to.deep.equal([1008005002, false]);
    const gone = await client.post(CAN_BUY, [{ spuId: 987_654_321, buyCount: 1 }]);
    expect([gone.code, gone.data]).to.deep.equal([1008005001, false]);
  });

  it("names the field that is wrong", async () => {
    const { client } = await buildMember();
    const faults: [unknown, string][] = [
      [{}, "body"],
      [[], "body"],
      [[{ buyCount: 1 }], "0.spuId"],
      [[{ spuId: 1, buyCount: 0 }], "0.buyCount"],
      [[{ spuId: { $gt: "" }, buyCount: 1 }], "0.spuId"],
    ];
    for (const [body, field] of faults) {
      const { status, msg, data } = await client.post(CAN_BUY, body);
      expect([status, msg.split(/[:：]/)[0], data], JSON.stringify(body)).to.deep.equal([400, field, false]);
    }
  });

  it("is nothing for a stranger", async () => {
    const { status, data } = await stranger.post(CAN_BUY, [{ spuId: 1, buyCount: 1 }]);
    expect([status, data]).to.deep.equal([401, false]);
  });
});
