import { randomInt } from "node:crypto";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { SpuModel } from "#shared/domains/catalog/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildBuyer } from "#test/factories/order.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { unversioned } from "#test/support/unversioned.js";

const at = (verb: string): string => `/admin-api/trade/delivery/express-template/${verb}`;
const COUNTRY = 1;
const template = (more: object = {}) => ({
  name: `模板 ${randomInt(1e9)}`,
  chargeMode: 1,
  sort: 7,
  charges: [{ areaIds: [COUNTRY], startCount: 1, startPrice: 700, extraCount: 1, extraPrice: 300 }],
  frees: [{ areaIds: [330000], freeCount: 3, freePrice: 5_000 }],
  ...more,
});

describe("operators' fee templates", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(
      ["create", "update", "delete", "query"].map((verb) => `trade:delivery-express-template:${verb}`),
    );
  });

  it("are made, changed, listed and removed; the next settlement knows; each write is audited", async () => {
    const { client } = operator;
    const body = template();
    const made = await client.post(at("create"), body);
    expect(made.code, made.msg).to.equal(0);
    const id: number = made.data;
    const got = unversioned((await client.get(`${at("get")}?id=${id}`)).data) as Record<string, any>;
    expect(got).to.deep.equal({ ...body, id, createTime: got["createTime"] });
    const buyer = await buildBuyer();
    const skuId = (await buildSpu({ price: 1_000, deliveryTemplateId: id })).skuIds[0]!;
    const settle = async (count: number) =>
      buyer.client.post("/app-api/trade/order/settlement", { items: [{ skuId, count }], addressId: buyer.addressId });
    expect((await settle(2)).data.price.deliveryPrice).to.equal(1_000);
    expect((await settle(5)).data.price.deliveryPrice).to.equal(0);
    const charges = [{ ...body.charges[0], extraPrice: 0 }];
    expect((await client.put(at("update"), { ...got, charges, frees: [] })).data).to.equal(true);
    expect((await settle(2)).data.price.deliveryPrice).to.equal(700);
    expect((await settle(5)).data.price.deliveryPrice).to.equal(700);
    const page = await client.get(`${at("page")}?chargeMode=1&name=${encodeURIComponent(body.name)}`);
    expect(page.data).to.deep.equal({ list: [{ ...got, charges, frees: [] }], total: 1 });
    expect((await client.get(`${at("page")}?chargeMode=3&name=${encodeURIComponent(body.name)}`)).data.total).to.equal(
      0,
    );
    expect((await client.delete(`${at("delete")}?id=${id}`)).code).to.equal(1011005002);
    expect((await settle(2)).data.price.deliveryPrice).to.equal(700);
    await SpuModel.updateOne({ deliveryTemplateId: id }, { $set: { status: -1 } });
    expect((await client.delete(`${at("delete")}?id=${id}`)).data).to.equal(true);
    for (const reply of [
      await client.get(`${at("get")}?id=${id}`),
      await client.delete(`${at("delete")}?id=${id}`),
      await client.put(at("update"), got),
    ])
      expect(reply.code).to.equal(1011005001);
    const rows = await OperationLogModel.find({ bizId: String(id), action: /^express-template\./ }).lean();
    expect(rows.map((row) => row.action)).to.have.members([
      "express-template.create",
      "express-template.update",
      "express-template.delete",
    ]);
  });

  it("have a name of their own", async () => {
    const { client } = operator;
    const body = template();
    expect((await client.post(at("create"), body)).code).to.equal(0);
    expect((await client.post(at("create"), body)).code).to.equal(1011005000);
    const id = (await client.post(at("create"), template())).data;
    expect((await client.put(at("update"), { ...body, id })).code).to.equal(1011005000);
  });

  it("name the field that is wrong", async () => {
    const row = template().charges[0]!;
    const free = template().frees[0]!;
    for (const [wrong, field] of [
      [{ name: undefined }, "name"],
      [{ name: { $gt: "" } }, "name"],
      [{ name: "x".repeat(65) }, "name"],
      [{ chargeMode: 4 }, "chargeMode"],
      [{ sort: undefined }, "sort"],
      [{ charges: [] }, "charges"],
      [{ charges: undefined }, "charges"],
      [{ charges: [row, row] }, "charges"],
      [{ charges: [{ ...row, areaIds: [] }] }, "charges.0.areaIds"],
      [{ charges: [{ ...row, areaIds: [5] }] }, "charges.0.areaIds.0"],
      [{ charges: [{ ...row, startCount: -1 }] }, "charges.0.startCount"],
      [{ charges: [{ ...row, startPrice: 1.5 }] }, "charges.0.startPrice"],
      [{ charges: [{ ...row, startPrice: "5" }] }, "charges.0.startPrice"],
      [{ charges: [{ ...row, extraCount: "1" }] }, "charges.0.extraCount"],
      [{ charges: [{ ...row, extraPrice: -1 }] }, "charges.0.extraPrice"],
      [{ frees: [{ ...free, freePrice: -1 }] }, "frees.0.freePrice"],
      [{ frees: [{ ...free, freeCount: { $gt: "" } }] }, "frees.0.freeCount"],
    ] as const) {
      const reply = await operator.client.post(at("create"), template(wrong));
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(wrong)).to.deep.equal([400, field]);
    }
  });

  it("need an operator with the permission", async () => {
    const { client: nobody } = await buildOperator(["trade:order:query"]);
    const { client: shopper } = await buildMember();
    for (const [client, status] of [
      [stranger, 401],
      [shopper, 401],
      [nobody, 403],
    ] as const) {
      for (const verb of ["get", "page"]) expect((await client.get(at(verb))).status, verb).to.equal(status);
      expect((await client.post(at("create"), {})).status).to.equal(status);
      expect((await client.put(at("update"), {})).status).to.equal(status);
      expect((await client.delete(at("delete"))).status).to.equal(status);
    }
  });
});
