import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { AfterSaleModel } from "#shared/domains/trade/index.js";
import { ReturnAddressModel } from "#shared/domains/trade/delivery/returnAddress.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildAfterSale, buildAfterSaleOperator } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder } from "#test/factories/order.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const BASE = "/admin-api/trade/return-address";
const AGREE = "/admin-api/trade/after-sale/agree";
const verbs = ["create", "update", "delete", "query"];

interface Address {
  id: number;
  name: string;
  defaultStatus: boolean;
}

describe("the addresses that goods go back to", () => {
  let keeper: BuiltOperator;
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    keeper = await buildOperator(verbs.map((verb) => `trade:return-address:${verb}`));
    operator = await buildAfterSaleOperator();
  });
  // Other tests of the run agree without one.
  const none = () => ReturnAddressModel.deleteMany({});
  beforeEach(none);
  after(none);
  afterEach(() => runJobs());

  const body = (overrides: object = {}) => ({
    name: "仓库李",
    mobile: "13800138000",
    areaId: 330106,
    detailAddress: "文三路 1 号库",
    ...overrides,
  });
  async function create(overrides: object = {}): Promise<number> {
    const reply = await keeper.client.post(`${BASE}/create`, body(overrides));
    expect(reply.code, reply.msg).to.equal(0);
    return reply.data as number;
  }
  const page = async (query = ""): Promise<Address[]> => {
    const reply = await keeper.client.get(`${BASE}/page?${query}`);
    expect(reply.code, reply.msg).to.equal(0);
    expect(reply.data.total).to.equal(reply.data.list.length);
    return reply.data.list;
  };
  const defaults = async () => (await page()).filter(({ defaultStatus }) => defaultStatus).map(({ id }) => id);
  async function buildReturn() {
    const built = await buildShippedOrder();
    return { ...built, id: await buildAfterSale(built, { way: 20 }) };
  }

  it("are created, found, changed and deleted, with their audit", async () => {
    const id = await create();
    const { data } = await keeper.client.get(`${BASE}/get?id=${id}`);
    expect(data).to.deep.include({ id, ...body(), areaName: "浙江省 杭州市 西湖区", defaultStatus: true });
    const other = await create({ name: "门店王" });
    expect((await page("name=门店")).map((row) => row.id)).to.deep.equal([other]);
    expect((await page("mobile=8001")).map((row) => row.id)).to.deep.equal([id, other]);
    const changed = await keeper.client.put(`${BASE}/update`, { id, ...body({ detailAddress: "2 号库" }) });
    expect(changed.data, changed.msg).to.equal(true);
    expect((await keeper.client.get(`${BASE}/get?id=${id}`)).data).to.include({ detailAddress: "2 号库" });
    expect((await keeper.client.delete(`${BASE}/delete?id=${other}`)).data).to.equal(true);
    for (const reply of [
      await keeper.client.get(`${BASE}/get?id=${other}`),
      await keeper.client.delete(`${BASE}/delete?id=${other}`),
      await keeper.client.put(`${BASE}/update`, { id: other, ...body() }),
    ])
      expect(reply.code).to.equal(1011006010);
    const audits = await OperationLogModel.find({ action: /^return-address/, bizId: { $in: [`${id}`, `${other}`] } })
      .sort({ _id: 1 })
      .lean();
    expect(audits.map(({ action }) => action)).to.deep.equal([
      "return-address.create",
      "return-address.create",
      "return-address.update",
      "return-address.delete",
    ]);
  });

  it("have one default always: the one that was last made it, else the oldest", async () => {
    const first = await create();
    const second = await create({ name: "二", defaultStatus: true });
    expect(await defaults()).to.deep.equal([second]);
    const third = await create({ name: "三" });
    await Promise.all(
      [first, third].map((id) => keeper.client.put(`${BASE}/update`, { id, ...body({ defaultStatus: true }) })),
    );
    expect(await defaults()).to.have.length(1);
    await keeper.client.put(`${BASE}/update`, { id: first, ...body({ defaultStatus: true }) });
    const [now] = await defaults();
    await keeper.client.delete(`${BASE}/delete?id=${now}`);
    expect(await defaults()).to.have.length(1);
    for (const { id } of await page()) await keeper.client.put(`${BASE}/update`, { id, ...body() });
    expect(await defaults()).to.have.length(1);
  });

  it("are copied into an after-sale that is agreed: what becomes of the address does not change it", async () => {
    const usual = await create();
    const other = await create({ name: "门店王", mobile: "010-12345678" });
    const first = await buildReturn();
    expect((await operator.client.put(AGREE, { id: first.id })).code).to.equal(0);
    const second = await buildReturn();
    const wrong = await operator.client.put(AGREE, { id: second.id, returnAddressId: 999_999_999 });
    expect([wrong.code, wrong.data]).to.deep.equal([1011006010, false]);
    expect((await operator.client.put(AGREE, { id: second.id, returnAddressId: "x" })).msg).to.match(
      /^returnAddressId/,
    );
    expect((await operator.client.put(AGREE, { id: second.id, returnAddressId: other })).code).to.equal(0);
    await keeper.client.put(`${BASE}/update`, { id: usual, ...body({ name: "别人", detailAddress: "别处" }) });
    await keeper.client.delete(`${BASE}/delete?id=${other}`);
    const shown = async ({ client, id }: typeof first) =>
      (await client.post("/app-api/trade/after-sale/get", { id })).data.returnAddress;
    const { areaId, ...ours } = body();
    expect(areaId).to.equal(330106);
    const copy = { ...ours, areaName: "浙江省 杭州市 西湖区" };
    expect(await shown(first)).to.deep.equal(copy);
    expect(await shown(second)).to.deep.equal({ ...copy, name: "门店王", mobile: "010-12345678" });
    const { data } = await operator.client.get(`/admin-api/trade/after-sale/get-detail?id=${first.id}`);
    expect(data.returnAddress).to.deep.equal(copy);
  });

  it("are not needed: without any, without goods, and in older rows an after-sale has none", async () => {
    const goods = await buildReturn();
    expect((await operator.client.put(AGREE, { id: goods.id })).code).to.equal(0);
    await create();
    const paid = await buildPaidOrder();
    const money = await buildAfterSale(paid);
    expect((await operator.client.put(AGREE, { id: money })).code).to.equal(0);
    await AfterSaleModel.collection.updateOne({ _id: goods.id } as never, { $unset: { returnAddress: 1 } });
    for (const [client, id] of [
      [goods.client, goods.id],
      [paid.client, money],
    ] as const)
      expect((await client.post("/app-api/trade/after-sale/get", { id })).data.returnAddress).to.equal(null);
  });

  it("are operators' with the permission of each act, and name the field that is wrong", async () => {
    const powerless = await buildOperator(["trade:order:query"]);
    const member = await buildMember();
    for (const [client, status] of [
      [stranger, 401],
      [member.client, 401],
      [powerless.client, 403],
    ] as const) {
      expect((await client.post(`${BASE}/create`, {})).status).to.equal(status);
      expect((await client.put(`${BASE}/update`, {})).status).to.equal(status);
      expect((await client.delete(`${BASE}/delete?id=1`)).status).to.equal(status);
      expect((await client.get(`${BASE}/get?id=1`)).status).to.equal(status);
      expect((await client.get(`${BASE}/page`)).status).to.equal(status);
    }
    for (const [field, value] of [
      ["name", ""],
      ["name", { $gt: "" }],
      ["mobile", "1"],
      ["areaId", 1],
      ["detailAddress", ""],
      ["detailAddress", "x".repeat(251)],
      ["defaultStatus", "no"],
    ] as const) {
      const reply = await keeper.client.post(`${BASE}/create`, body({ [field]: value }));
      expect([reply.status, reply.msg.split(":")[0]], `${field}`).to.deep.equal([400, field]);
    }
  });
});
