import { expect } from "chai";
import { CartRowModel } from "#shared/domains/cart/cartRow.model.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildAddress } from "#test/factories/address.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildMember } from "#test/factories/member.js";
import { buildBuyer, orderBody, reloadOrder } from "#test/factories/order.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const CREATE = "/app-api/trade/order/create";

describe("placing an order", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  afterEach(() => heldClock.release());

  it("answers the order and its pay order, and keeps goods, price and receiver as they were", async () => {
    heldClock.hold(1_900_000_000_000);
    const buyer = await buildBuyer();
    const { spu, skus } = await buildSpu({ name: "长名字的商品".repeat(8), price: 2_500, deliveryTemplateId: 1 });
    const sku = skus[0]!;
    const body = orderBody(sku._id, buyer.addressId, { items: [{ skuId: sku._id, count: 2 }], remark: "轻放" });
    const { code, data } = await buyer.client.with({ terminal: "31" }).post(CREATE, body);
    expect(code).to.equal(0);
    expect(data).to.have.all.keys("id", "payOrderId");
    const { order, items } = await reloadOrder(data.id);
    expect(order).to.include({
      memberId: buyer.member._id,
      type: 0,
      status: 0,
      productCount: 2,
      userRemark: "轻放",
      terminal: 31,
      totalPriceFen: 5_000,
      deliveryPriceFen: 800,
      payPriceFen: 5_800,
      payStatus: false,
      payOrderId: data.payOrderId,
      receiverName: "Li Lei",
      receiverMobile: "13900001111",
      receiverAreaId: 330106,
      receiverDetailAddress: "Wensan Road 1",
      pickUpVerifyCode: null,
    });
    expect(order.no).to.match(/^o\d{17}\d{6}$/);
    expect(order.userIp).not.to.equal("");
    expect(order.payExpireAt.getTime() - order.createdAt.getTime()).to.equal(hours(2));
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ spuId: spu._id, spuName: spu.name, count: 2, priceFen: 2_500, payPriceFen: 5_800 });
    const payOrder = (await findPayOrder(data.payOrderId))!;
    expect(payOrder).to.include({
      appId: 1,
      merchantOrderId: String(data.id),
      memberId: buyer.member._id,
      priceFen: 5_800,
      status: 0,
      isVirtual: false,
    });
    expect([...payOrder.subject]).to.have.length(32);
    expect(payOrder.expireAt).to.deep.equal(order.payExpireAt);
  });

  it("is to be paid within two hours of its creation, to the millisecond", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const buyer = await buildBuyer();
      const { skuIds } = await buildSpu();
      const { data } = await buyer.client.post(CREATE, orderBody(skuIds[0]!, buyer.addressId));
      const shown = (await buyer.client.get(`/app-api/trade/order/getOrderDetail?id=${data.id}`)).data;
      expect(Number(shown.payExpireTime) - Number(shown.createTime)).to.equal(hours(2));
    }
  });

  it("holds the stock, takes the cart rows out, waits for the deadline and writes the log", async () => {
    const buyer = await buildBuyer();
    const row = await buildCartRow(buyer.member._id, { count: 2 });
    const kept = await buildCartRow(buyer.member._id);
    const { skuId, cartId } = row;
    const body = orderBody(skuId, buyer.addressId, { items: [{ skuId, count: 2, cartId }] });
    const { data } = await buyer.client.post(CREATE, body);
    expect(await readSku(skuId)).to.include({ stock: 98, reserved: 2, sold: 0 });
    const rows = await CartRowModel.find({ memberId: buyer.member._id }).lean();
    expect(rows.map(({ _id }) => _id)).to.deep.equal([kept.cartId]);
    const { order } = await reloadOrder(data.id);
    const job = await OutboxModel.findOne({ job: "trade.closeUnpaidOrder", "payload.orderId": data.id }).lean();
    expect(job).to.include({ open: true });
    expect(job?.dueAt).to.deep.equal(order.payExpireAt);
    const logged = await OrderLogModel.find({ orderId: data.id }).lean();
    expect(
      logged.map(({ operateType, userId, beforeStatus, afterStatus }) => [
        operateType,
        userId,
        beforeStatus,
        afterStatus,
      ]),
    ).to.deep.equal([[1, buyer.member._id, null, 0]]);
  });

  it("is another order each time without a key, and the same one with it", async () => {
    const buyer = await buildBuyer();
    const skuId = (await buildSpu({ stock: 10 })).skuIds[0]!;
    const body = orderBody(skuId, buyer.addressId);
    const bare = await Promise.all([buyer.client.post(CREATE, body), buyer.client.post(CREATE, body)]);
    expect(new Set(bare.map(({ data }) => data.id)).size).to.equal(2);

    const keyed = buyer.client.with({ "idempotency-key": "tap-1" });
    const first = await keyed.post(CREATE, body);
    const again = await keyed.post(CREATE, body);
    expect([again.code, again.data]).to.deep.equal([0, first.data]);
    expect((await keyed.post(CREATE, { ...body, remark: "another" })).status).to.equal(422);

    const both = buyer.client.with({ "idempotency-key": "tap-2" });
    const taps = await Promise.all([both.post(CREATE, body), both.post(CREATE, body)]);
    const placed = taps.filter(({ code }) => code === 0).map(({ data }) => data.id);
    expect(new Set(placed).size).to.equal(1);
    expect(taps.filter(({ code }) => code !== 0).every(({ status }) => status === 409)).to.equal(true);
    expect(await readSku(skuId)).to.include({ stock: 6, reserved: 4 });
  });

  it("keeps a refusal under its key, too", async () => {
    const buyer = await buildBuyer();
    const skuId = (await buildSpu({ stock: 0 })).skuIds[0]!;
    const keyed = buyer.client.with({ "idempotency-key": "sold-out" });
    const codes = [];
    for (let tap = 0; tap < 2; tap++) codes.push((await keyed.post(CREATE, orderBody(skuId, buyer.addressId))).code);
    expect(codes).to.deep.equal([1008006004, 1008006004]);
  });

  it("needs an address of one's own for express", async () => {
    const buyer = await buildBuyer();
    const theirs = await buildAddress((await buildMember()).member._id);
    const skuId = (await buildSpu()).skuIds[0]!;
    const missing = await buyer.client.post(CREATE, orderBody(skuId, 1, { addressId: undefined }));
    expect([missing.status, missing.msg.split(/[:：]/)[0]]).to.deep.equal([400, "addressId"]);
    const foreign = await buyer.client.post(CREATE, orderBody(skuId, theirs._id));
    const absent = await buyer.client.post(CREATE, orderBody(skuId, 987_654_321));
    expect([foreign.code, absent.code]).to.deep.equal([1004004000, 1004004000]);
    expect(foreign.msg).to.equal(absent.msg);
  });

  it("gives virtual goods a code of eight digits, without address or fee, for the member unless another is named", async () => {
    const buyer = await buildBuyer();
    const skuId = (await buildSpu({ isVirtual: true, deliveryTemplateId: 1, price: 500 })).skuIds[0]!;
    const body = orderBody(skuId, 1, { addressId: undefined, deliveryType: 2 });
    const own = await buyer.client.post(CREATE, body);
    expect(own.code).to.equal(0);
    const { order } = await reloadOrder(own.data.id);
    expect(order).to.include({
      deliveryType: 2,
      deliveryPriceFen: 0,
      payPriceFen: 500,
      isVirtual: true,
      receiverAreaId: null,
      receiverName: buyer.member.nickname,
      receiverMobile: buyer.member.mobile,
    });
    expect(order.pickUpVerifyCode).to.match(/^\d{8}$/);
    expect(await findPayOrder(own.data.payOrderId)).to.include({ isVirtual: true });
    const named = await buyer.client.post(CREATE, { ...body, receiverName: "韩梅梅", receiverMobile: "13912345678" });
    expect((await reloadOrder(named.data.id)).order).to.include({
      receiverName: "韩梅梅",
      receiverMobile: "13912345678",
    });
  });

  it("refuses virtual goods by express or beside others, and goods that are not offered for pick-up", async () => {
    const buyer = await buildBuyer();
    const virtual = (await buildSpu({ isVirtual: true })).skuIds[0]!;
    const physical = (await buildSpu({ deliveryTypes: [1] })).skuIds[0]!;
    const order = async (deliveryType: number, ...skuIds: number[]) => {
      const items = skuIds.map((skuId) => ({ skuId, count: 1 }));
      return (await buyer.client.post(CREATE, orderBody(virtual, buyer.addressId, { deliveryType, items }))).code;
    };
    expect(await order(1, virtual)).to.equal(1011003005);
    expect(await order(2, virtual, physical)).to.equal(1011003005);
    expect(await order(2, physical)).to.equal(1011003005);
  });

  it("needs a store for goods that are picked up, and knows none", async () => {
    const buyer = await buildBuyer();
    const skuId = (await buildSpu({ deliveryTypes: [1, 2] })).skuIds[0]!;
    const unnamed = await buyer.client.post(CREATE, orderBody(skuId, buyer.addressId, { deliveryType: 2 }));
    expect([unnamed.status, unnamed.msg.split(/[:：]/)[0]]).to.deep.equal([400, "pickUpStoreId"]);
    const named = await buyer.client.post(
      CREATE,
      orderBody(skuId, buyer.addressId, { deliveryType: 2, pickUpStoreId: 999_999_999 }),
    );
    expect(named.code).to.equal(1011006000);
  });

  it("needs a prescription for goods that need one", async () => {
    const buyer = await buildBuyer();
    const skuId = (await buildSpu({ needPrescription: true })).skuIds[0]!;
    const without = await buyer.client.post(CREATE, orderBody(skuId, buyer.addressId));
    expect([without.status, without.msg.split(/[:：]/)[0]]).to.deep.equal([400, "hospitalPrescriptionId"]);
    const placed = await buyer.client.post(CREATE, orderBody(skuId, buyer.addressId, { hospitalPrescriptionId: 77 }));
    expect((await reloadOrder(placed.data.id)).order.hospitalPrescriptionId).to.equal(77);
  });

  it("refuses activities and coupons by name, instead of selling at the ordinary price", async () => {
    const buyer = await buildBuyer();
    const skuId = (await buildSpu()).skuIds[0]!;
    const order = async (more: object) =>
      (await buyer.client.post(CREATE, orderBody(skuId, buyer.addressId, { ...more }))).code;
    for (const type of [1, 2, 3, 4]) expect(await order({ type })).to.equal(400);
    const absent = 987_654_321;
    expect(await order({ seckillActivityId: absent })).to.equal(1013008000);
    expect(await order({ bargainRecordId: absent })).to.equal(1013013000);
    expect(await order({ combinationActivityId: absent })).to.equal(1013010000);
    expect(await order({ combinationHeadId: absent })).to.equal(400);
    expect(await order({ pointActivityId: absent, pointStatus: true })).to.equal(1013007000);
    expect(await order({ type: 0, seckillActivityId: absent })).to.equal(400);
    expect(await order({ couponId: absent })).to.equal(1011003006);
    expect(await order({ type: 0, couponId: null, pointActivityId: null })).to.equal(0);
  });

  it("names the field that is wrong", async () => {
    const buyer = await buildBuyer();
    const good = orderBody(1, buyer.addressId);
    const operator = { $gt: "" };
    const faults: [Record<string, unknown>, string][] = [
      [{ items: undefined }, "items"],
      [{ items: [] }, "items"],
      [{ items: [{ cartId: 1 }] }, "items.0.skuId"],
      [{ items: [{ skuId: 1 }] }, "items.0.count"],
      [{ items: [{ skuId: 1, count: "2" }] }, "items.0.count"],
      [{ items: [{ skuId: 1, count: 1.5 }] }, "items.0.count"],
      [{ items: [{ skuId: operator, count: 1 }] }, "items.0.skuId"],
      [{ pointStatus: undefined }, "pointStatus"],
      [{ pointStatus: operator }, "pointStatus"],
      [{ type: 5 }, "type"],
      [{ deliveryType: 9 }, "deliveryType"],
      [{ receiverName: operator }, "receiverName"],
      [{ receiverMobile: operator }, "receiverMobile"],
      [{ remark: operator }, "remark"],
      [{ remark: "x".repeat(501) }, "remark"],
      ...[
        "hospitalPrescriptionId",
        "couponId",
        "addressId",
        "pickUpStoreId",
        "seckillActivityId",
        "combinationActivityId",
        "combinationHeadId",
        "bargainRecordId",
        "pointActivityId",
      ].map((field): [Record<string, unknown>, string] => [{ [field]: operator }, field]),
    ];
    for (const [wrong, field] of faults) {
      const { status, msg, data } = await buyer.client.post(CREATE, { ...good, ...wrong });
      expect([status, msg.split(/[:：]/)[0], data], JSON.stringify(wrong)).to.deep.equal([400, field, null]);
    }
  });

  it("takes ids as text where the interface says Long", async () => {
    const buyer = await buildBuyer();
    const skuId = (await buildSpu()).skuIds[0]!;
    const body = orderBody(skuId, buyer.addressId, {
      items: [{ skuId: String(skuId), count: 1 }],
      addressId: String(buyer.addressId),
      deliveryType: "1",
    });
    expect((await buyer.client.post(CREATE, body)).code).to.equal(0);
  });

  it("is nothing for a stranger, nor in another member's name", async () => {
    expect((await stranger.post(CREATE, {})).status).to.equal(401);
    const buyer = await buildBuyer();
    const { status } = await buyer.client.post(CREATE, { ...orderBody(1, 1), userId: buyer.member._id + 1 });
    expect(status).to.equal(403);
  });
});
