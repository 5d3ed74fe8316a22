import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { listSignInRules, loyaltyRules, loyaltySettings, saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { unversioned } from "#test/support/unversioned.js";

let client: Client;
let nobody: Client;
before(async () => {
  await startService();
  ({ client } = await buildOperator());
  nobody = (await buildOperator(["trade:order:query"])).client;
});

async function expectGuarded(make: (who: Client) => Promise<{ status: number }>, name: string): Promise<void> {
  const { client: member } = await buildMember();
  expect((await make(stranger)).status, name).to.equal(401);
  expect((await make(member)).status, name).to.equal(401);
  expect((await make(nobody)).status, name).to.equal(403);
}

describe("the worth of points", () => {
  const GET = "/admin-api/member/config/get";
  const SAVE = "/admin-api/member/config/save";
  const good = {
    pointTradeDeductEnable: true,
    pointTradeDeductUnitPrice: 2,
    pointTradeDeductMaxPrice: 500,
    pointTradeGivePoint: 3,
  };
  let before: LoyaltySettings;
  beforeEach(async () => void (before = await loyaltySettings()));
  afterEach(() => saveLoyaltyConfig(before));

  it("is saved whole, shown again, audited, and what orders go by at once", async () => {
    expect((await client.put(SAVE, good)).data).to.equal(true);
    expect(unversioned((await client.get(GET)).data)).to.deep.equal(good);
    expect(await loyaltyRules()).to.deep.equal({
      deductEnabled: true,
      fenPerPoint: 2,
      maxPoints: 500,
      pointsPerYuan: 3,
    });
    const row = await OperationLogModel.findOne({ action: "config.save", module: "member" }).sort({ _id: -1 }).lean();
    expect(row!.after).to.include({ fenPerPoint: 2, maxPoints: 500 });
  });

  it("has no cap with 0 or null, and gives nothing while it is switched off", async () => {
    for (const none of [0, null, undefined]) {
      expect((await client.put(SAVE, { ...good, pointTradeDeductMaxPrice: none })).data).to.equal(true);
      expect((await loyaltyRules()).maxPoints).to.equal(null);
    }
    await client.put(SAVE, { ...good, pointTradeDeductEnable: false });
    expect(await loyaltyRules()).to.include({ deductEnabled: false, pointsPerYuan: 0 });
    expect((await client.get(GET)).data.pointTradeGivePoint).to.equal(3);
  });

  it("takes numbers alone, and a point that is taken is worth something", async () => {
    for (const [field, value] of [
      ["pointTradeDeductEnable", "true"],
      ["pointTradeDeductUnitPrice", "2"],
      ["pointTradeDeductUnitPrice", 0],
      ["pointTradeDeductUnitPrice", undefined],
      ["pointTradeDeductMaxPrice", -1],
      ["pointTradeGivePoint", 1.5],
      ["pointTradeGivePoint", { $gt: "" }],
    ] as const) {
      const reply = await client.put(SAVE, { ...good, [field]: value });
      expect([reply.status, reply.msg.split(":")[0]], `${field} ${String(value)}`).to.deep.equal([400, field]);
    }
    expect(await loyaltySettings()).to.deep.equal(before);
  });

  it("is for operators who may", async () => {
    await expectGuarded((who) => who.get(GET), GET);
    await expectGuarded((who) => who.put(SAVE, {}), SAVE);
  });
});

describe("levels, for operators", () => {
  const at = (verb: string) => `/admin-api/member/level/${verb}`;
  const body = (level: number, experience: number, more: object = {}) => ({
    name: `Op ${level}`,
    level,
    experience,
    discountPercent: 90,
    status: 0,
    ...more,
  });
  const ids: number[] = [];
  const create = async (one: object): Promise<number> => {
    const { code, data, msg } = await client.post(at("create"), one);
    expect(code, msg).to.equal(0);
    ids.push(data);
    return data;
  };
  after(async () => {
    for (const id of ids) await client.delete(`${at("delete")}?id=${id}`);
  });

  it("are created, shown, listed, changed with what get gave, and removed", async () => {
    const id = await create(body(30_001, 600_000_001, { description: "10 % off", icon: "https://a.example/i.png" }));
    const { data } = await client.get(`${at("get")}?id=${id}`);
    expect(data).to.include({ id, name: "Op 30001", level: 30_001, discountPercent: 90, description: "10 % off" });
    expect((await client.put(at("update"), { ...data, discountPercent: 85 })).data).to.equal(true);
    const list = await client.get(`${at("list")}?name=${encodeURIComponent("Op 30001")}&status=0`);
    expect(list.data).to.have.length(1);
    expect(list.data[0].discountPercent).to.equal(85);
    expect((await client.get(`${at("list")}?status=1`)).data.map((one: { id: number }) => one.id)).not.to.include(id);
    const page = await client.get(`${at("page")}?name=${encodeURIComponent("Op 30001")}&pageSize=5`);
    expect([page.data.total, page.data.list[0].id]).to.deep.equal([1, id]);
    expect((await client.delete(`${at("delete")}?id=${id}`)).data).to.equal(true);
    expect((await client.get(`${at("get")}?id=${id}`)).code).to.equal(1004011000);
    const audited = await OperationLogModel.find({ bizId: String(id), action: /^level\./ })
      .sort({ _id: 1 })
      .lean();
    expect(audited.map(({ action }) => action)).to.deep.equal(["level.create", "level.update", "level.delete"]);
    expect(audited[1]!.before).to.include({ discountPercent: 90 });
    expect(audited[1]!.after).to.include({ discountPercent: 85 });
  });

  it("have a name and a number of their own, and the higher needs more experience", async () => {
    const low = await create(body(30_010, 600_001_000));
    await create(body(30_020, 600_002_000));
    const refused = async (one: object, code: number) => {
      const reply = await client.post(at("create"), one);
      expect([reply.status, reply.code], reply.msg).to.deep.equal([200, code]);
    };
    await refused(body(30_015, 600_001_500, { name: "Op 30010" }), 1004011001);
    await refused(body(30_010, 600_001_500, { name: "Another" }), 1004011002);
    await refused(body(30_015, 600_001_000), 1004011003);
    await refused(body(30_015, 600_002_000), 1004011004);
    await refused(body(30_030, 5), 1004011003);
    const moved = await client.put(at("update"), { id: low, ...body(30_010, 600_002_500) });
    expect([moved.code, moved.data]).to.deep.equal([1004011004, false]);
    expect((await client.put(at("update"), { id: low, ...body(30_010, 600_001_001) })).data).to.equal(true);
    expect((await client.put(at("update"), { id: 99_999_999, ...body(30_011, 600_001_200) })).code).to.equal(
      1004011000,
    );
  });

  it("with members are not removed", async () => {
    const id = await create(body(30_040, 600_004_000));
    const { member } = await buildMember({ levelId: id });
    const kept = await client.delete(`${at("delete")}?id=${id}`);
    expect([kept.code, kept.data]).to.deep.equal([1004011005, false]);
    const freed = { id: member._id, levelId: null, reason: "Make room" };
    expect((await client.put("/admin-api/member/user/update-level", freed)).data).to.equal(true);
    expect((await client.delete(`${at("delete")}?id=${id}`)).data).to.equal(true);
    expect((await client.delete(`${at("delete")}?id=${id}`)).code).to.equal(1004011000);
  });

  it("take what they say, from operators who may", async () => {
    for (const [field, value] of [
      ["name", ""],
      ["level", 0],
      ["level", "1"],
      ["experience", -1],
      ["discountPercent", 101],
      ["discountPercent", "90"],
      ["status", 2],
      ["icon", { $gt: "" }],
    ] as const) {
      const reply = await client.post(at("create"), { ...body(30_050, 600_005_000), [field]: value });
      expect([reply.status, reply.msg.split(":")[0]], field).to.deep.equal([400, field]);
    }
    for (const verb of ["get", "list", "page"]) await expectGuarded((who) => who.get(at(verb)), verb);
    await expectGuarded((who) => who.post(at("create")), "create");
    await expectGuarded((who) => who.put(at("update")), "update");
    await expectGuarded((who) => who.delete(at("delete")), "delete");
  });
});

describe("sign-in days, for operators", () => {
  const at = (verb: string) => `/admin-api/member/sign-in/config/${verb}`;
  const body = { day: 200, point: 5, experience: 1, status: 1 };

  it("are created, shown, listed, changed and removed, each day once", async () => {
    const { data: id } = await client.post(at("create"), body);
    expect(id).to.be.a("number");
    expect((await client.post(at("create"), body)).code).to.equal(1004009001);
    const { data: other } = await client.post(at("create"), { ...body, day: 201 });
    const { data: shown } = await client.get(`${at("get")}?id=${id}`);
    expect(shown).to.include({ id, ...body });
    expect((await client.put(at("update"), { ...shown, point: 9 })).data).to.equal(true);
    const clash = await client.put(at("update"), { ...shown, day: 201 });
    expect([clash.code, clash.data]).to.deep.equal([1004009001, false]);
    const { data: list } = await client.get(at("list"));
    expect(list.map(({ day, point }: { day: number; point: number }) => [day, point])).to.deep.equal([
      [200, 9],
      [201, 5],
    ]);
    for (const one of [id, other]) expect((await client.delete(`${at("delete")}?id=${one}`)).data).to.equal(true);
    expect((await client.delete(`${at("delete")}?id=${id}`)).code).to.equal(1004009000);
    expect((await client.get(`${at("get")}?id=${id}`)).code).to.equal(1004009000);
    expect((await client.put(at("update"), { ...shown, point: 9 })).code).to.equal(1004009000);
    expect(await listSignInRules()).to.deep.equal([]);
    const audited = await OperationLogModel.find({ bizId: String(id), action: /^signInConfig\./ })
      .sort({ _id: 1 })
      .lean();
    expect(audited.map(({ action }) => action)).to.deep.equal([
      "signInConfig.create",
      "signInConfig.update",
      "signInConfig.delete",
    ]);
  });

  it("take what they say, from operators who may", async () => {
    for (const [field, value] of [
      ["day", 0],
      ["day", "1"],
      ["point", -1],
      ["experience", 0.5],
      ["status", { $gt: "" }],
    ] as const) {
      const reply = await client.post(at("create"), { ...body, [field]: value });
      expect([reply.status, reply.msg.split(":")[0]], field).to.deep.equal([400, field]);
    }
    for (const verb of ["get", "list"]) await expectGuarded((who) => who.get(at(verb)), verb);
    await expectGuarded((who) => who.post(at("create")), "create");
    await expectGuarded((who) => who.put(at("update")), "update");
    await expectGuarded((who) => who.delete(at("delete")), "delete");
  });

  it("the members' sign-ins are shown by member and day", async () => {
    const { member, client: own } = await buildMember();
    await own.post("/app-api/member/sign-in/record/create");
    const path = `/admin-api/member/sign-in/record/page?userId=${member._id}`;
    const { data } = await client.get(path);
    expect(data.total).to.equal(1);
    expect(data.list[0]).to.include({ userId: member._id, day: 1, point: 0, experience: 0 });
    expect((await client.get(`${path}&day=2`)).data.total).to.equal(0);
  });
});
