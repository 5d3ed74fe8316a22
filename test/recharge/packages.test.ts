import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { RechargePackageModel } from "#shared/domains/recharge/rechargePackage.model.js";
import { seedRechargePackages } from "#shared/domains/recharge/seedRechargePackages.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { buildRecharge, reload } from "./support.js";
import { unversioned } from "#test/support/unversioned.js";

const BASE = "/admin-api/pay/wallet-recharge-package";
let counter = 0;
const freshName = (): string => `pack ${process.pid}-${++counter}`;
const fields = (overrides: object = {}) => ({
  name: freshName(),
  payPrice: 900,
  bonusPrice: 90,
  status: 0,
  ...overrides,
});

describe("operators of recharge packages", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(
      ["create", "update", "delete", "query"].map((verb) => `pay:wallet-recharge-package:${verb}`),
    );
  });

  it("need the permission of each endpoint", async () => {
    const nobody = await buildOperator(["pay:wallet:query"]);
    const { client } = await buildMember();
    for (const caller of [stranger, client, nobody.client]) {
      const expected = caller === nobody.client ? 403 : 401;
      expect((await caller.post(`${BASE}/create`, {})).status).to.equal(expected);
      expect((await caller.put(`${BASE}/update`, {})).status).to.equal(expected);
      expect((await caller.delete(`${BASE}/delete?id=1`)).status).to.equal(expected);
      expect((await caller.get(`${BASE}/get?id=1`)).status).to.equal(expected);
      expect((await caller.get(`${BASE}/page`)).status).to.equal(expected);
    }
  });

  it("create, read, change and delete them, each write audited", async () => {
    const { client } = operator;
    const body = fields();
    const created = await client.post(`${BASE}/create`, body);
    expect(created.code, created.msg).to.equal(0);
    const id = created.data as number;
    const got = await client.get(`${BASE}/get?id=${id}`);
    expect(unversioned(got.data)).to.deep.equal({ id, ...body, createTime: got.data.createTime });
    // What get gave goes back as it is.
    expect((await client.put(`${BASE}/update`, { ...got.data, bonusPrice: 100, status: 1 })).data).to.equal(true);
    expect((await client.get(`${BASE}/get?id=${id}`)).data).to.include({ bonusPrice: 100, status: 1 });
    const page = await client.get(`${BASE}/page?status=1`);
    expect(page.data.list.map((one: { id: number }) => one.id)).to.include(id);
    expect((await client.delete(`${BASE}/delete?id=${id}`)).data).to.equal(true);
    expect((await client.get(`${BASE}/get?id=${id}`)).code).to.equal(1007008011);
    const audited = await OperationLogModel.find({ action: /^rechargePackage/, bizId: String(id) })
      .sort({ _id: 1 })
      .lean();
    expect(audited.map(({ action }) => action)).to.deep.equal([
      "rechargePackage.create",
      "rechargePackage.update",
      "rechargePackage.delete",
    ]);
    expect(audited[1]!.before).to.include({ bonusPriceFen: 90, status: 0 });
    expect(audited[1]!.after).to.include({ bonusPriceFen: 100, status: 1 });
  });

  it("cannot give a name twice", async () => {
    const { client } = operator;
    const body = fields();
    expect((await client.post(`${BASE}/create`, body)).code).to.equal(0);
    const again = await client.post(`${BASE}/create`, body);
    expect([again.status, again.code]).to.deep.equal([200, 1007008013]);
    const other = await client.post(`${BASE}/create`, fields());
    expect((await client.put(`${BASE}/update`, { ...body, id: other.data })).code).to.equal(1007008013);
    const name = freshName();
    const ends = await Promise.all(Array.from({ length: 4 }, () => client.post(`${BASE}/create`, fields({ name }))));
    expect(ends.map(({ code }) => code).sort()).to.deep.equal([0, 1007008013, 1007008013, 1007008013]);
    expect(await OperationLogModel.countDocuments({ "after.name": name })).to.equal(1);
  });

  it("are told when it is not there", async () => {
    const { client } = operator;
    expect((await client.put(`${BASE}/update`, { id: 99_999_999, ...fields() })).code).to.equal(1007008011);
    const deleted = await client.delete(`${BASE}/delete?id=99999999`);
    expect([deleted.code, deleted.data]).to.deep.equal([1007008011, false]);
  });

  it("must give each field in its form", async () => {
    const { client } = operator;
    const bad: [object, string][] = [
      [fields({ name: "" }), "name"],
      [fields({ name: { $gt: "" } }), "name"],
      [fields({ payPrice: 0 }), "payPrice"],
      [fields({ payPrice: "9" }), "payPrice"],
      [fields({ bonusPrice: -1 }), "bonusPrice"],
      [fields({ bonusPrice: { $gt: "" } }), "bonusPrice"],
      [fields({ status: 2 }), "status"],
    ];
    for (const [body, field] of bad) {
      const reply = await client.post(`${BASE}/create`, body);
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(body)).to.deep.equal([400, field]);
    }
    expect((await client.put(`${BASE}/update`, fields())).status).to.equal(400);
    expect((await client.get(`${BASE}/page?status=5`)).status).to.equal(400);
  });

  it("leave recharges that were made with the price they were made with", async () => {
    const { client } = operator;
    const body = fields();
    const { data: id } = await client.post(`${BASE}/create`, body);
    const { rechargeId } = await buildRecharge({ packageId: id });
    await client.put(`${BASE}/update`, { id, ...body, payPrice: 1_000 });
    await client.delete(`${BASE}/delete?id=${id}`);
    expect(await reload(rechargeId)).to.include({ payPriceFen: 900, totalPriceFen: 990 });
  });

  it("the demo's packages are made once", async () => {
    await seedRechargePackages();
    const count = await RechargePackageModel.countDocuments();
    await seedRechargePackages();
    expect(await RechargePackageModel.countDocuments()).to.equal(count);
  });
});
