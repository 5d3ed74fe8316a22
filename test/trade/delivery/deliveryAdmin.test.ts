import { randomInt } from "node:crypto";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { ExpressCompanyModel } from "#shared/domains/trade/delivery/expressCompany.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const at = (verb: string): string => `/admin-api/trade/delivery/express/${verb}`;
const fresh = (more: object = {}) => ({ code: `c${randomInt(1e9)}`, name: "某某快递", sort: 99, status: 0, ...more });

describe("operators' delivery companies", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildOperator([
      "trade:delivery-express:create",
      "trade:delivery-express:update",
      "trade:delivery-express:delete",
      "trade:delivery-express:query",
      "trade:config:query",
      "trade:config:save",
    ]);
  });

  it("are made, changed, listed and removed, each write audited", async () => {
    const { client } = operator;
    const body = fresh();
    const made = await client.post(at("create"), body);
    expect(made.code, made.msg).to.equal(0);
    const id: number = made.data;
    expect((await client.get(`${at("get")}?id=${id}`)).data).to.deep.include({ ...body, id, logo: "" });
    expect((await client.put(at("update"), { ...body, id, name: "另一家", status: 1 })).data).to.equal(true);
    const page = await client.get(`${at("page")}?code=${body.code}&status=1&name=${encodeURIComponent("另一")}`);
    expect(page.data).to.deep.include({ total: 1 });
    expect(page.data.list[0]).to.include({ id, name: "另一家", status: 1 });
    const { client: shopper } = await buildMember();
    const shown = await shopper.get("/app-api/trade/delivery/express/getDeliveryExpressList");
    expect(shown.data.map((row: { id: number }) => row.id)).not.to.include(id);
    expect((await client.delete(`${at("delete")}?id=${id}`)).data).to.equal(true);
    expect((await client.get(`${at("get")}?id=${id}`)).code).to.equal(1011004000);
    const rows = await OperationLogModel.find({ bizId: String(id), action: /^express\./ }).lean();
    expect(rows.map((row) => row.action)).to.have.members(["express.create", "express.update", "express.delete"]);
  });

  it("are refused when the code is taken or the company is not there", async () => {
    const { client } = operator;
    const body = fresh();
    const id = (await client.post(at("create"), body)).data;
    expect((await client.post(at("create"), body)).code).to.equal(1011004001);
    expect((await client.put(at("update"), { ...body, id, code: "shunfeng" })).code).to.equal(1011004001);
    expect((await client.put(at("update"), { ...body, code: "zz", id: 999_999 })).code).to.equal(1011004000);
    expect((await client.delete(`${at("delete")}?id=999999`)).code).to.equal(1011004000);
    for (const field of ["code", "name", "sort", "status"]) {
      const reply = await client.post(at("create"), fresh({ [field]: { $gt: "" } }));
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
    for (const logo of ["javascript:alert(1)", "ftp://a.example/x.png", "x", "public/a/b.png", { $gt: "" }])
      expect((await client.post(at("create"), fresh({ logo }))).status).to.equal(400);
  });

  it("show their logo as an address, which can be sent back; one of our store moves with it", async () => {
    const { client } = operator;
    const key = "public/test/product.png";
    const body = fresh({ logo: mediaUrl(key) });
    const id = (await client.post(at("create"), body)).data;
    expect(await ExpressCompanyModel.findById(id).lean()).to.include({ logo: key });
    const got = (await client.get(`${at("get")}?id=${id}`)).data;
    expect(got.logo).to.equal(mediaUrl(key));
    expect((await client.put(at("update"), got)).data).to.equal(true);
    expect((await client.put(at("update"), { ...got, logo: "https://cdn.example/l.png", version: 1 })).data).to.equal(
      true,
    );
    expect((await client.get(`${at("get")}?id=${id}`)).data.logo).to.equal("https://cdn.example/l.png");
    expect((await client.put(at("update"), { ...got, logo: "", version: 2 })).data).to.equal(true);
    expect((await client.get(`${at("get")}?id=${id}`)).data.logo).to.equal("");
  });

  it("and the settings of trade are saved whole, and public in part", async () => {
    const { client } = operator;
    const before = (await client.get("/admin-api/trade/config/get")).data;
    const settings = { ...before, afterSaleRefundReasons: ["不想要了"], deliveryExpressFreePrice: 8_800 };
    const saved = await client.put("/admin-api/trade/config/save", settings);
    expect([saved.code, saved.data]).to.deep.equal([0, true]);
    const after = (await client.get("/admin-api/trade/config/get")).data;
    expect(after).to.deep.equal({ ...settings, version: before.version + 1 });
    const shown = await stranger.get("/app-api/trade/config/get");
    expect(shown.data.afterSaleRefundReasons).to.deep.equal(["不想要了"]);
    expect(await OperationLogModel.countDocuments({ action: "config.save" })).to.be.greaterThan(0);
    const wrong = await client.put("/admin-api/trade/config/save", { ...before, deliveryExpressFreePrice: "5" });
    expect([wrong.status, wrong.msg.split(":")[0]]).to.deep.equal([400, "deliveryExpressFreePrice"]);
    await client.put("/admin-api/trade/config/save", before);
  });

  it("need an operator with the permission", async () => {
    const { client: nobody } = await buildOperator(["trade:order:query"]);
    const { client: shopper } = await buildMember();
    for (const path of [at("get"), at("page"), "/admin-api/trade/config/get"])
      for (const [client, status] of [
        [stranger, 401],
        [shopper, 401],
        [nobody, 403],
      ] as const)
        expect((await client.get(path)).status, path).to.equal(status);
    for (const path of [at("update"), "/admin-api/trade/config/save"])
      for (const [client, status] of [
        [stranger, 401],
        [shopper, 401],
        [nobody, 403],
      ] as const)
        expect((await client.put(path, {})).status, path).to.equal(status);
    expect((await nobody.post(at("create"), {})).status).to.equal(403);
    expect((await stranger.post(at("create"), {})).status).to.equal(401);
    expect((await nobody.delete(at("delete"))).status).to.equal(403);
    expect((await stranger.delete(at("delete"))).status).to.equal(401);
  });
});
