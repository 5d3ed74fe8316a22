import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { OrderModel, saveTradeConfig, tradeConfig } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildBuyer, buildPaidOrder, orderBody, reloadOrder } from "#test/factories/order.js";
import { buildSpu } from "#test/factories/spu.js";
import { buildStore } from "#test/factories/store.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { unversioned } from "#test/support/unversioned.js";

const at = (verb: string): string => `/admin-api/trade/delivery/pick-up-store/${verb}`;
const CREATE = "/app-api/trade/order/create";
const store = (more: object = {}) => ({
  name: "西湖店",
  introduction: "地铁 2 号线",
  phone: "0571-88888888",
  areaId: 330106,
  detailAddress: "文三路 2 号",
  logo: "https://cdn.example.com/store.png",
  openingTime: "09:00",
  closingTime: "21:30",
  latitude: 30.27,
  longitude: 120.13,
  status: 0,
  ...more,
});

describe("pick-up stores", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(
      ["create", "update", "delete", "query"].map((verb) => `trade:delivery-pick-up-store:${verb}`),
    );
  });

  it("are made, changed, listed and removed, each write audited", async () => {
    const { client } = operator;
    const made = await client.post(at("create"), store());
    expect(made.code, made.msg).to.equal(0);
    const id: number = made.data;
    const got = unversioned((await client.get(`${at("get")}?id=${id}`)).data) as any;
    expect(got).to.deep.equal({
      ...store(),
      id,
      areaName: "浙江省 杭州市 西湖区",
      verifyUserIds: [],
      createTime: got.createTime,
    });
    expect((await client.put(at("update"), { ...got, name: "城西店" })).data).to.equal(true);
    const page = await client.get(`${at("page")}?name=${encodeURIComponent("城西")}&phone=8888&status=0`);
    expect(page.data).to.deep.equal({ list: [{ ...got, name: "城西店" }], total: 1 });
    const [from, to] = [got.createTime, got.createTime];
    expect((await client.get(`${at("page")}?createTime=${from}&createTime=${to}`)).data.total).to.equal(1);
    expect((await client.get(`${at("page")}?createTime=${from + 1}`)).data.total).to.equal(0);
    expect((await client.delete(`${at("delete")}?id=${id}`)).data).to.equal(true);
    for (const reply of [
      await client.get(`${at("get")}?id=${id}`),
      await client.delete(`${at("delete")}?id=${id}`),
      await client.put(at("update"), { ...got }),
      await client.post(at("bind"), { id, verifyUserIds: [] }),
    ])
      expect(reply.code).to.equal(1011006000);
    const rows = await OperationLogModel.find({ bizId: String(id), action: /^pick-up-store\./ })
      .sort({ _id: 1 })
      .lean();
    expect(rows.map((row) => row.action)).to.deep.equal([
      "pick-up-store.create",
      "pick-up-store.update",
      "pick-up-store.delete",
    ]);
  });

  it("have operators as their staff", async () => {
    const { client } = operator;
    const id = await buildStore();
    const [one, two] = [await buildOperator([]), await buildOperator([])];
    const verifyUserIds = [one.operator._id, two.operator._id];
    expect((await client.post(at("bind"), { id, verifyUserIds: [...verifyUserIds, one.operator._id] })).data).to.equal(
      true,
    );
    expect((await client.get(`${at("get")}?id=${id}`)).data.verifyUserIds).to.deep.equal(verifyUserIds);
    const unknown = await client.post(at("bind"), { id, verifyUserIds: [999_999_999] });
    expect([unknown.code, unknown.data]).to.deep.equal([1011006001, false]);
    const got = (await client.get(`${at("get")}?id=${id}`)).data;
    await client.put(at("update"), { ...got, verifyUserIds: [] });
    expect((await client.get(`${at("get")}?id=${id}`)).data.verifyUserIds).to.deep.equal(verifyUserIds);
    expect(await OperationLogModel.countDocuments({ bizId: String(id), action: "pick-up-store.bind" })).to.equal(1);
  });

  it("name the field that is wrong", async () => {
    for (const [field, ...values] of [
      ["name", undefined, "", { $gt: "" }, "x".repeat(65)],
      ["phone", undefined, "abc", { $gt: "" }],
      ["areaId", undefined, 5, { $gt: "" }],
      ["detailAddress", undefined, "", "x".repeat(251)],
      ["logo", undefined, "javascript:alert(1)", { $gt: "" }],
      ["openingTime", undefined, "25:00", "9"],
      ["closingTime", undefined, "21:60", 5],
      ["latitude", undefined, 91, "30"],
      ["longitude", undefined, -181, "120"],
      ["status", undefined, 2],
      ["introduction", { $gt: "" }],
    ] as const)
      for (const value of values) {
        const reply = await operator.client.post(at("create"), store({ [field]: value }));
        expect([reply.status, reply.msg.split(":")[0]], `${field} ${String(value)}`).to.deep.equal([400, field]);
      }
    const bound = await operator.client.post(at("bind"), { id: 1, verifyUserIds: { $gt: "" } });
    expect([bound.status, bound.msg.split(":")[0]]).to.deep.equal([400, "verifyUserIds"]);
  });

  it("need an operator with the permission; members see those that are open", async () => {
    const { client: nobody } = await buildOperator(["trade:order:query"]);
    const { client: shopper } = await buildMember();
    for (const [client, status] of [
      [stranger, 401],
      [shopper, 401],
      [nobody, 403],
    ] as const) {
      for (const verb of ["get", "page"]) expect((await client.get(at(verb))).status, verb).to.equal(status);
      for (const verb of ["create", "bind"]) expect((await client.post(at(verb), {})).status, verb).to.equal(status);
      expect((await client.put(at("update"), {})).status).to.equal(status);
      expect((await client.delete(at("delete"))).status).to.equal(status);
    }
    const [open, closed] = [await buildStore(), await buildStore({ status: 1 })];
    const LIST = "/app-api/trade/delivery/pick-up-store";
    const { data } = await shopper.get(`${LIST}/list`);
    const ids = data.map(({ id }: { id: number }) => id);
    expect(ids).to.include(open);
    expect(ids).not.to.include(closed);
    expect(data.find(({ id }: { id: number }) => id === open)).to.have.all.keys(
      ..."id name introduction phone areaId areaName detailAddress logo openingTime closingTime latitude longitude".split(
        " ",
      ),
    );
    expect((await shopper.get(`${LIST}/get?id=${open}`)).data.id).to.equal(open);
    expect((await shopper.get(`${LIST}/get?id=${closed}`)).code).to.equal(1011006000);
    for (const verb of ["list", "get"]) expect((await stranger.get(`${LIST}/${verb}`)).status).to.equal(401);
  });
});

describe("an order that is picked up in a store", () => {
  let staff: BuiltOperator;
  let other: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    staff = await buildOperator(["trade:order:pick-up", "trade:order:query"]);
    other = await buildOperator(["trade:order:pick-up"]);
  });
  afterEach(() => runJobs());

  const pickUpBody = (pickUpStoreId: number, more: object = {}) => ({
    deliveryType: 2,
    pickUpStoreId,
    addressId: undefined,
    ...more,
  });

  it("names its store and code, pays no fee, and is the member's own unless another is named", async () => {
    const buyer = await buildBuyer();
    const storeId = await buildStore();
    const skuId = (await buildSpu({ price: 1_000, deliveryTypes: [1, 2], deliveryTemplateId: 1 })).skuIds[0]!;
    const own = await buyer.client.post(CREATE, orderBody(skuId, 0, pickUpBody(storeId)));
    expect(own.code, own.msg).to.equal(0);
    const { data } = await buyer.client.get(`/app-api/trade/order/getOrderDetail?id=${own.data.id}`);
    expect(data).to.include({
      deliveryType: 2,
      deliveryPrice: 0,
      payPrice: 1_000,
      pickUpStoreId: storeId,
      receiverName: buyer.member.nickname,
      receiverMobile: buyer.member.mobile,
      receiverAreaId: null,
      receiverDetailAddress: null,
    });
    expect(data.pickUpVerifyCode).to.match(/^\d{8}$/);
    const named = { receiverName: "Han Meimei", receiverMobile: "13800002222" };
    const others = await buyer.client.post(CREATE, orderBody(skuId, 0, pickUpBody(storeId, named)));
    expect((await reloadOrder(others.data.id)).order).to.include(named);
  });

  it("is refused without a store, for one that is not there or closed, and where the shop has no pick-up", async () => {
    const buyer = await buildBuyer();
    const skuId = (await buildSpu({ deliveryTypes: [1, 2] })).skuIds[0]!;
    const order = (more: object) =>
      buyer.client.post(CREATE, orderBody(skuId, buyer.addressId, { deliveryType: 2, ...more }));
    const unnamed = await order({});
    expect([unnamed.status, unnamed.msg.split(/[:：]/)[0]]).to.deep.equal([400, "pickUpStoreId"]);
    expect((await order({ pickUpStoreId: 999_999_999 })).code).to.equal(1011006000);
    expect((await order({ pickUpStoreId: await buildStore({ status: 1 }) })).code).to.equal(1011006000);
    const pickUpStoreId = await buildStore();
    const { _id, ...config } = await tradeConfig();
    await saveTradeConfig({ ...config, deliveryPickUpEnabled: false });
    expect((await order({ pickUpStoreId })).code).to.equal(1011003005);
    const asked = { items: [{ skuId, count: 1 }], deliveryType: 2 };
    expect((await buyer.client.post("/app-api/trade/order/settlement", asked)).code).to.equal(1011003005);
    await saveTradeConfig({ ...config, deliveryPickUpEnabled: true });
    expect((await order({ pickUpStoreId })).code).to.equal(0);
  });

  it("is handed out by the store's staff alone, by id or by code, once", async () => {
    const pickUpStoreId = await buildStore({ staffIds: [staff.operator._id] });
    const skuId = (await buildSpu({ deliveryTypes: [2] })).skuIds[0]!;
    const { order } = await buildPaidOrder({ skuId, body: pickUpBody(pickUpStoreId) });
    const byId = { id: order._id };
    const byCode = { pickUpVerifyCode: order.pickUpVerifyCode };
    const at = "/admin-api/trade/order/pick-up-by";
    for (const reply of [await other.client.put(`${at}-id`, byId), await other.client.put(`${at}-verify-code`, byCode)])
      expect([reply.code, reply.data]).to.deep.equal([1011000036, false]);
    expect((await reloadOrder(order._id)).order.status).to.equal(10);
    await OrderModel.updateOne({ _id: order._id }, { $set: { type: 3 } });
    expect((await staff.client.put(`${at}-id`, byId)).code, "its group-buy has not succeeded").to.equal(1011000037);
    await OrderModel.updateOne({ _id: order._id }, { $set: { type: 0 } });
    expect(
      (
        await staff.client.get(
          `/admin-api/trade/order/get-by-pick-up-verify-code?pickUpVerifyCode=${order.pickUpVerifyCode}`,
        )
      ).data,
    ).to.include({ id: order._id, pickUpStoreId });
    const replies = await Promise.all([
      staff.client.put(`${at}-id`, byId),
      staff.client.put(`${at}-verify-code`, byCode),
      staff.client.put(`${at}-id`, byId),
    ]);
    expect(replies.map(({ code }) => code).sort()).to.deep.equal([0, 1011000039, 1011000039]);
    expect((await reloadOrder(order._id)).order).to.include({ status: 30, deliveryAt: null });
  });
});
