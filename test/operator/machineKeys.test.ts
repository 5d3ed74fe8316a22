import { expect } from "chai";
import { MachineKeyModel } from "#shared/domains/operator/machineKey/machineKey.model.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { clientWith, stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const BASE = "/admin-api/infra/machine-key";
const BRANDS = "/admin-api/product/brand";

describe("a machine with a key of its own", () => {
  let operator: BuiltOperator;
  let counter = 0;
  before(async () => {
    await startService();
    operator = await buildOperator();
  });
  afterEach(() => heldClock.release());

  async function build(scopes: string[], more: object = {}) {
    const name = `machine-${process.pid}-${++counter}`;
    const { code, msg, data } = await operator.client.post(`${BASE}/create`, { name, scopes, ...more });
    expect(code, msg).to.equal(0);
    return { name, id: data.id as number, key: data.key as string, client: clientWith(data.key) };
  }
  const rowOf = async (id: number): Promise<Record<string, unknown>> =>
    (await operator.client.get(`${BASE}/page?pageSize=100`)).data.list.find((one: { id: number }) => one.id === id);

  it("may do what its scopes say, and nothing else", async () => {
    const { client } = await build(["product:brand:query"]);
    expect((await client.get(`${BRANDS}/page`)).code).to.equal(0);
    expect((await client.delete(`${BRANDS}/delete?id=1`)).status).to.equal(403);
    expect((await client.get("/admin-api/trade/order/page")).status).to.equal(403);
    expect((await client.get("/admin-api/system/user/profile/get")).status).to.equal(403);
    expect((await client.get("/app-api/member/user/get")).status).to.equal(401);
  });

  it("is shown once; the store has no key, the list only its end", async () => {
    const { id, key } = await build(["product:brand:query"]);
    expect(key).to.match(/^mk_[\w-]{43}$/);
    const stored = JSON.stringify(await MachineKeyModel.findById(id).lean());
    const listed = JSON.stringify(await rowOf(id));
    const logged = JSON.stringify(await OperationLogModel.findOne({ action: "machine-key.create", bizId: String(id) }));
    for (const text of [stored, listed, logged]) expect(text).not.to.contain(key.slice(3, 30));
    expect(listed).to.contain(key.slice(-4));
  });

  it("what it does is in the audit log under its name", async () => {
    const { client, id, name } = await build(["product:brand:create", "product:brand:query"]);
    const body = { name: `Brand ${name}`, picUrl: "https://example.com/a.png", sort: 1, status: 0 };
    const made = await client.post(`${BRANDS}/create`, body);
    expect(made.code, made.msg).to.equal(0);
    const { data } = await operator.client.get(`/admin-api/system/operate-log/page?operatorId=${id}`);
    expect(data.list).to.have.length(1);
    expect(JSON.stringify(data.list[0])).to.contain(name);
    expect((await rowOf(id))["lastUseTime"]).to.be.a("number");
  });

  it("is refused at once when it is revoked, and after its time", async () => {
    heldClock.hold();
    const revoked = await build(["product:brand:query"]);
    const expired = await build(["product:brand:query"], { expireTime: Date.now() + hours(1) });
    expect((await expired.client.get(`${BRANDS}/page`)).code).to.equal(0);
    for (let times = 0; times < 2; times++)
      expect((await operator.client.put(`${BASE}/revoke`, { id: revoked.id })).data).to.equal(true);
    expect((await revoked.client.get(`${BRANDS}/page`)).status).to.equal(401);
    const rows = { action: "machine-key.revoke", bizId: String(revoked.id) };
    expect(await OperationLogModel.countDocuments(rows)).to.equal(1);
    heldClock.advance(hours(2));
    expect((await expired.client.get(`${BRANDS}/page`)).status).to.equal(401);
    expect((await clientWith(`${revoked.key}x`).get(`${BRANDS}/page`)).status).to.equal(401);
    expect((await clientWith("mk_").get(`${BRANDS}/page`)).status).to.equal(401);
  });

  it("has a limit of its own, and addresses of its own", async () => {
    const slow = await build(["product:brand:query"], { perMinute: 3 });
    const quick = await build(["product:brand:query"]);
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++) statuses.push((await slow.client.get(`${BRANDS}/page`)).status);
    expect(statuses).to.deep.equal([200, 200, 200, 429, 429]);
    expect((await quick.client.get(`${BRANDS}/page`)).status).to.equal(200);
    const here = await build(["product:brand:query"], { addresses: ["127.0.0.0/8", "::1"] });
    const there = await build(["product:brand:query"], { addresses: ["10.1.2.3", "192.168.0.0/16"] });
    expect((await here.client.get(`${BRANDS}/page`)).code).to.equal(0);
    expect((await there.client.get(`${BRANDS}/page`)).status).to.equal(403);
  });

  it("never keeps operators, roles or keys, nor reads secrets; nobody gives it more than the own rights", async () => {
    const maker = await buildOperator(["infra:machine-key:create", "product:brand:query"]);
    const never = [
      "*",
      "system:user:create",
      "system:role:query",
      "infra:machine-key:create",
      "infra:webhook:secret",
      "pay:app:query",
    ];
    for (const scope of never) {
      const reply = await operator.client.post(`${BASE}/create`, { name: "Greedy", scopes: [scope] });
      expect([reply.code, JSON.stringify(reply).includes("scopes")], scope).to.deep.equal([400, true]);
    }
    expect((await operator.client.get(`${BASE}/list-scopes`)).data).not.to.include.members(["system:user:create"]);
    const more = await maker.client.post(`${BASE}/create`, { name: "More", scopes: ["trade:order:query"] });
    expect(more.code).to.equal(400);
    expect(
      (await maker.client.post(`${BASE}/create`, { name: "Same", scopes: ["product:brand:query"] })).code,
    ).to.equal(0);
    // A row that was written with more does not have it either.
    const { client, id } = await build(["product:brand:query"]);
    await MachineKeyModel.updateOne({ _id: id }, { $set: { scopes: ["*", "system:user:query"] } });
    expect((await client.get("/admin-api/system/user/page")).status).to.equal(403);
    expect((await client.get(`${BRANDS}/page`)).status).to.equal(403);
  });

  it("is refused by name: no scope, an unknown one, a wrong address or limit, a time that is none", async () => {
    const good = { name: "Bad", scopes: ["product:brand:query"] };
    for (const [more, field] of [
      [{ scopes: [] }, "scopes"],
      [{ scopes: ["product:brand:eat"] }, "scopes"],
      [{ addresses: ["10.0.0.0/33"] }, "addresses"],
      [{ addresses: ["example.com"] }, "addresses"],
      [{ perMinute: 0 }, "perMinute"],
      [{ expireTime: "soon" }, "expireTime"],
      [{ name: "" }, "name"],
    ] as const) {
      const reply = await operator.client.post(`${BASE}/create`, { ...good, ...more });
      expect([reply.status, JSON.stringify(reply).includes(field)], field).to.deep.equal([400, true]);
    }
    expect((await operator.client.put(`${BASE}/revoke`, { id: 99_999_999 })).code).to.equal(1002021000);
  });

  it("each act needs its right", async () => {
    const reader = await buildOperator(["infra:machine-key:query"]);
    const member = await buildMember();
    for (const [client, status] of [
      [stranger, 401],
      [member.client, 401],
      [reader.client, 403],
    ] as const) {
      expect((await client.post(`${BASE}/create`, { name: "No", scopes: ["product:brand:query"] })).status).to.equal(
        status,
      );
      expect((await client.put(`${BASE}/revoke`, { id: 1 })).status).to.equal(status);
    }
    expect((await reader.client.get(`${BASE}/page`)).code).to.equal(0);
  });
});
