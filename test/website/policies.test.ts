import { expect } from "chai";
import { clock, days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { PolicyModel, type PolicyType } from "#shared/domains/website/content/policy.model.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPolicy, fresh } from "#test/factories/website.js";
import { stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const ADMIN = "/admin-api/website/policy";
const IN_FORCE = 1017007001;
const inForce = async (type: PolicyType = "privacy"): Promise<any> =>
  stranger.get(`/app-api/website/policy/get-by-type?policyType=${type}`);

describe("policies by version", () => {
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator(["*"])).client;
  });
  beforeEach(async () => {
    await PolicyModel.updateMany({}, { $set: { deletedAt: new Date() } });
    await buildPolicy({ policyType: "terms" });
  });
  afterEach(() => heldClock.release());

  it("none in force is told", async () => {
    await buildPolicy({ effectiveAt: clock.after(days(1)) });
    await buildPolicy({ published: false });
    expect((await inForce()).code).to.equal(1017007000);
  });

  it("the published one that came into force last counts, and time alone brings the next one in", async () => {
    heldClock.hold();
    await buildPolicy({ effectiveAt: clock.after(-days(30)) });
    const now = await buildPolicy({ effectiveAt: clock.after(-days(2)) });
    await buildPolicy({ effectiveAt: clock.after(-days(9)) });
    await buildPolicy({ effectiveAt: clock.after(-days(1)), published: false });
    const next = await buildPolicy({ effectiveAt: clock.after(hours(3)) });
    expect((await inForce()).data.id).to.equal(now);
    heldClock.advance(hours(3) - 1);
    expect((await inForce()).data.id).to.equal(now);
    heldClock.advance(1);
    expect((await inForce()).data.id).to.equal(next);
  });

  it("a day counts from its beginning in Asia/Shanghai", async () => {
    const body = { policyType: "privacy", title: "隐私政策", content: "<p>一</p>", effectiveDate: "2027-03-01" };
    const { data: id } = await client.post(`${ADMIN}/create`, { ...body, version: fresh("v") });
    const { data } = await client.get(`${ADMIN}/get?id=${id}`);
    expect(data.effectiveDate).to.equal(Date.parse("2027-02-28T16:00:00Z"));
    heldClock.hold(Date.parse("2027-02-28T15:59:59.999Z"));
    expect((await inForce()).code).to.equal(1017007000);
    heldClock.hold(Date.parse("2027-02-28T16:00:00Z"));
    expect((await inForce()).data.id).to.equal(id);
  });

  it("operators see one of each type in force: the newest whose day has come", async () => {
    const of = async (policyType: string, reader = client): Promise<number[]> =>
      (await reader.get(`${ADMIN}/page?policyType=${policyType}&pageSize=100`)).data.list
        .filter((row: { inForce: boolean }) => row.inForce)
        .map((row: { id: number }) => row.id);
    await buildPolicy({ effectiveAt: clock.after(-days(9)) });
    const newest = await buildPolicy({ effectiveAt: clock.after(-days(8)) });
    await buildPolicy({ effectiveAt: clock.after(-days(10)) });
    const coming = await buildPolicy({ effectiveAt: clock.after(days(2)) });
    await buildPolicy({ effectiveAt: clock.after(-minutes(1)), published: false });
    await buildPolicy({ policyType: "terms", effectiveAt: clock.after(-days(700)) });
    expect([await of("privacy"), (await of("terms")).length]).to.deep.equal([[newest], 1]);
    heldClock.hold();
    heldClock.advance(days(3));
    expect(await of("privacy", (await buildOperator(["*"])).client)).to.deep.equal([coming]);
  });

  it("one that is in force, or was, is never changed or deleted; one to come is free", async () => {
    const old = await buildPolicy({ effectiveAt: clock.after(-days(30)) });
    const now = await buildPolicy({ effectiveAt: clock.after(-days(1)) });
    const next = await buildPolicy({ effectiveAt: clock.after(days(1)) });
    const draft = await buildPolicy({ effectiveAt: clock.after(-days(1)), published: false });
    for (const id of [old, now]) {
      expect((await client.get(`${ADMIN}/get?id=${id}`)).data.inForce).to.equal(id === now);
      for (const reply of [
        await client.put(`${ADMIN}/update`, { id, content: "<p>改</p>" }),
        await client.put(`${ADMIN}/publish`, { id, published: false }),
        await client.put(`${ADMIN}/sort`, { id, sortOrder: 1 }),
        await client.delete(`${ADMIN}/delete?id=${id}`),
      ])
        expect([reply.code, reply.data]).to.deep.equal([IN_FORCE, false]);
    }
    for (const id of [next, draft])
      expect((await client.put(`${ADMIN}/update`, { id, content: "<p>改</p><script>x</script>" })).code).to.equal(0);
    expect((await client.get(`${ADMIN}/get?id=${next}`)).data).to.include({ content: "<p>改</p>", inForce: false });
    expect((await client.put(`${ADMIN}/publish`, { id: draft, published: true })).code).to.equal(0);
    expect((await inForce()).data.id).to.equal(draft);
    expect((await client.put(`${ADMIN}/update`, { id: draft, title: "晚了" })).code).to.equal(IN_FORCE);
    expect((await client.delete(`${ADMIN}/delete?id=${next}`)).code).to.equal(0);
  });

  it("a version is used once a type", async () => {
    const version = fresh("v");
    const body = { title: "政策", content: "<p>一</p>", effectiveDate: Date.now() + days(9), version };
    const create = async (more: object): Promise<any> => client.post(`${ADMIN}/create`, { ...body, ...more });
    const first = await create({ policyType: "privacy" });
    expect((await create({ policyType: "privacy" })).code).to.equal(1017007002);
    expect((await create({ policyType: "terms" })).code).to.equal(0);
    const other = await create({ policyType: "privacy", version: fresh("v") });
    expect((await client.put(`${ADMIN}/update`, { id: other.data, version })).code).to.equal(1017007002);
    await client.delete(`${ADMIN}/delete?id=${first.data}`);
    expect((await client.put(`${ADMIN}/update`, { id: other.data, version })).code).to.equal(0);
  });

  it("two at once of the same version: one stands", async () => {
    const body = {
      policyType: "terms",
      title: "条款",
      content: "<p>一</p>",
      effectiveDate: "2030-01-01",
      version: fresh("v"),
    };
    const codes = await Promise.all([1, 2, 3].map(async () => (await client.post(`${ADMIN}/create`, body)).code));
    expect(codes.sort()).to.deep.equal([0, 1017007002, 1017007002]);
  });
});
