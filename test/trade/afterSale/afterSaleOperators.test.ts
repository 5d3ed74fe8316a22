import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { AfterSaleLogModel } from "#shared/domains/trade/log/afterSaleLog.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildAfterSale, buildAfterSaleOperator, reloadAfterSale } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildShippedOrder, freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const BASE = "/admin-api/trade/after-sale";
const NOTES = { disagree: { auditReason: "已使用" }, refuse: { refuseMemo: "少配件" } } as Record<string, object>;

describe("an after-sale in operators' hands", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildAfterSaleOperator();
  });
  afterEach(() => runJobs());

  const put = (verb: string, id: number, more: object = NOTES[verb] ?? {}) =>
    operator.client.put(`${BASE}/${verb}`, { id, ...more });
  /** One whose goods are on their way back. */
  async function buildReturned(): Promise<BuiltOrder & { id: number }> {
    const built = await buildShippedOrder();
    const id = await buildAfterSale(built, { way: 20 });
    expect((await put("agree", id)).code).to.equal(0);
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await built.client.post("/app-api/trade/after-sale/delivery", parcel)).code).to.equal(0);
    return { ...built, id };
  }
  const audits = async (id: number): Promise<string[]> =>
    (
      await OperationLogModel.find({ module: "trade", action: /^after-sale/, bizId: String(id) })
        .sort({ _id: 1 })
        .lean()
    ).map(({ action }) => action);

  it("agree: money only waits for its refund, goods are awaited first; with audit and log", async () => {
    const money = await buildAfterSale(await buildPaidOrder());
    expect((await put("agree", money)).data).to.equal(true);
    const row = await reloadAfterSale(money);
    expect(row).to.include({ status: 40, auditOperatorId: operator.operator._id });
    expect(row.auditAt).to.be.a("date");
    const goods = await buildAfterSale(await buildShippedOrder(), { way: 20 });
    expect((await put("agree", goods)).data).to.equal(true);
    expect(await reloadAfterSale(goods)).to.include({ status: 20 });
    expect((await put("agree", goods)).code).to.equal(1011000106);
    expect((await put("disagree", goods)).code).to.equal(1011000106);
    const audit = await OperationLogModel.findOne({ action: "after-sale.agree", bizId: String(money) }).lean();
    expect(audit).to.deep.include({ module: "trade", operatorId: operator.operator._id, before: { status: 10 } });
    expect(audit!.after).to.include({ status: 40 });
    const log = await AfterSaleLogModel.findOne({ afterSaleId: money, operateType: 11 }).lean();
    expect(log).to.include({ userId: operator.operator._id, userType: 2, beforeStatus: 10, afterStatus: 40 });
  });

  it("disagree: with a reason that its member reads, and the item is free", async () => {
    const built = await buildPaidOrder();
    const id = await buildAfterSale(built);
    const reply = await put("disagree", id);
    expect(reply.data, reply.msg).to.equal(true);
    const { data } = await built.client.post("/app-api/trade/after-sale/get", { id });
    expect(data).to.include({ status: 62, auditReason: "已使用" });
    expect((await reloadOrder(built.order._id)).items[0]).to.include({ afterSaleStatus: 0, afterSaleId: null });
    expect(await audits(id)).to.deep.equal(["after-sale.disagree"]);
    await buildAfterSale(built);
  });

  it("receive: goods that came back lead to the refund", async () => {
    const { id } = await buildReturned();
    const reply = await put("receive", id);
    expect(reply.data, reply.msg).to.equal(true);
    const row = await reloadAfterSale(id);
    expect(row).to.include({ status: 40 });
    expect(row.receiveAt).to.be.a("date");
    expect((await put("receive", id)).code).to.equal(1011000109);
    expect((await put("refuse", id)).code).to.equal(1011000109);
    expect(await audits(id)).to.deep.equal(["after-sale.agree", "after-sale.receive"]);
  });

  it("refuse: goods that are not as they should be end it, and the item is free", async () => {
    const { id, client, order } = await buildReturned();
    expect((await put("refuse", id)).data).to.equal(true);
    const { data } = await client.post("/app-api/trade/after-sale/get", { id });
    expect(data).to.include({ status: 63, receiveReason: "少配件" });
    expect((await reloadOrder(order._id)).items[0]).to.include({ afterSaleStatus: 0 });
    expect(await audits(id)).to.deep.equal(["after-sale.agree", "after-sale.refuse"]);
  });

  it("twice at once is done once", async () => {
    const id = await buildAfterSale(await buildPaidOrder());
    const replies = await Promise.all(Array.from({ length: 6 }, () => put("agree", id)));
    expect(replies.filter(({ code }) => code === 0)).to.have.length(1);
    expect(await audits(id)).to.deep.equal(["after-sale.agree"]);
    expect(await AfterSaleLogModel.countDocuments({ afterSaleId: id, operateType: 11 })).to.equal(1);
  });

  it("a step that is not the next one is refused by name, an absent one too; nothing is audited", async () => {
    const id = await buildAfterSale(await buildShippedOrder(), { way: 20 });
    expect((await put("receive", id)).code).to.equal(1011000109);
    expect((await put("refuse", id)).code).to.equal(1011000109);
    expect((await put("refund", id)).code).to.equal(1011000110);
    for (const verb of ["agree", "disagree", "receive", "refuse", "refund"])
      expect((await put(verb, 999_999_999)).code, verb).to.equal(1011000100);
    expect(await audits(id)).to.deep.equal([]);
  });

  it("page: newest first, by number, member, order, state, way, type, product and time", async () => {
    const built = await buildPaidOrder();
    const id = await buildAfterSale(built, { refundPrice: 123 });
    const row = await reloadAfterSale(id);
    const at = row.createdAt.getTime();
    const find = async (query: string): Promise<number[]> => {
      const reply = await operator.client.get(`${BASE}/page?${query}`);
      expect(reply.code, reply.msg).to.equal(0);
      expect(reply.data.total).to.be.at.least(reply.data.list.length);
      return reply.data.list.map((one: { id: number }) => one.id);
    };
    const mine = `userId=${built.member._id}`;
    for (const query of [
      `no=${row.no}`,
      mine,
      `orderId=${built.order._id}`,
      `orderNo=${built.order.no}`,
      `${mine}&status=10&way=10&type=10`,
      `${mine}&spuName=${encodeURIComponent(row.spuName)}`,
      `${mine}&spuName=${encodeURIComponent(row.spuName.slice(0, 4).toLowerCase())}`,
      `${mine}&createTime=${at}&createTime=${at}`,
    ])
      expect(await find(query), query).to.deep.equal([id]);
    for (const query of [
      `${mine}&spuName=.*`,
      `${mine}&spuName=nothing`,
      `${mine}&status=20`,
      `${mine}&way=20`,
      `${mine}&type=20`,
      `${mine}&createTime=${at + 1}`,
    ])
      expect(await find(query), query).to.deep.equal([]);
    // Up to its own time: a test that moved the clock may have left later ones.
    const all = await find(`pageSize=50&createTime=${at - 86_400_000}&createTime=${at}`);
    expect(all[0]).to.equal(id);
    const { data } = await operator.client.get(`${BASE}/page?${mine}`);
    expect(data.list[0]).to.deep.include({ userId: built.member._id, refundPrice: 123, auditUserId: null });
    expect(data.list[0].user).to.include({ id: built.member._id });
    for (const query of ["status=11", "createTime=x", "userId=x", "pageSize=101"])
      expect((await operator.client.get(`${BASE}/page?${query}`)).status, query).to.equal(400);
  });

  it("get-detail: with its order, item, member, parcel and log", async () => {
    const { id, order, items, member } = await buildReturned();
    const { data, code, msg } = await operator.client.get(`${BASE}/get-detail?id=${id}`);
    expect(code, msg).to.equal(0);
    expect(data).to.include({ id, status: 30, way: 20, logisticsName: "中通快递" });
    expect(data.order).to.include({ id: order._id, no: order.no, status: 20 });
    expect(data.orderItem).to.include({ id: items[0]!._id, afterSaleStatus: 10 });
    expect(data.user).to.include({ id: member._id });
    expect(data.logs.map(({ operateType }: { operateType: number }) => operateType)).to.deep.equal([10, 11, 20]);
    expect((await operator.client.get(`${BASE}/get-detail?id=999999999`)).code).to.equal(1011000100);
  });

  it("are counted by state, over all members", async () => {
    const count = async (wanted: number): Promise<number> => {
      const reply = await operator.client.get(`${BASE}/count-by-status`);
      expect(reply.code, reply.msg).to.equal(0);
      return reply.data.find(({ status }: { status: number }) => status === wanted).count;
    };
    const [applied, refunding] = [await count(10), await count(40)];
    const id = await buildAfterSale(await buildPaidOrder());
    expect([await count(10), await count(40)]).to.deep.equal([applied + 1, refunding]);
    await put("agree", id);
    expect([await count(10), await count(40)]).to.deep.equal([applied, refunding + 1]);
  });

  it("needs an operator with the permission, an id, and a reason where one is due", async () => {
    const powerless = await buildOperator(["trade:order:query"]);
    const { client } = await buildMember();
    for (const verb of ["agree", "disagree", "receive", "refuse", "refund"]) {
      expect((await stranger.put(`${BASE}/${verb}`)).status, verb).to.equal(401);
      expect((await client.put(`${BASE}/${verb}`)).status, verb).to.equal(401);
      expect((await powerless.client.put(`${BASE}/${verb}`)).status, verb).to.equal(403);
      const reply = await put(verb, "x" as never);
      expect([reply.status, reply.msg.split(":")[0]], verb).to.deep.equal([400, "id"]);
    }
    for (const path of [`${BASE}/page`, `${BASE}/count-by-status`, `${BASE}/get-detail?id=1`]) {
      expect((await stranger.get(path)).status).to.equal(401);
      expect((await powerless.client.get(path)).status).to.equal(403);
    }
    for (const [verb, field] of [
      ["disagree", "auditReason"],
      ["refuse", "refuseMemo"],
    ] as const)
      for (const value of [undefined, "", { $gt: "" }]) {
        const reply = await put(verb, 1, { [field]: value });
        expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
      }
  });
});
