import { expect } from "chai";
import type { Endpoint } from "#api/http/endpoint.js";
import { endpoints } from "#api/routes.js";
import { setUpShop } from "#scripts/setup/setUpShop.js";
import { seedWebsite } from "#scripts/seed/seedWebsite.js";
import { seedPlaced } from "#shared/domains/promotion/placed/seedPlaced.js";
import { seedRechargePackages } from "#shared/domains/recharge/seedRechargePackages.js";
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { fill } from "#test/architecture/filledInput.js";
import { buildBargain, buildGroupBuy, buildPointActivity, buildSeckill } from "#test/factories/activity.js";
import { buildLive, buildLiveMount } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { buildCouponTemplate, buildDiscountActivity, buildRewardActivity } from "#test/factories/promotion.js";
import { buildStore } from "#test/factories/store.js";
import { buildWebhook } from "#test/factories/webhook.js";
import { buildSpu } from "#test/factories/spu.js";
import { buildLetters, ownWord } from "#test/operations/queues/causeLetters.js";
import type { Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const FORM_CHANGED = 1001009005;

/** What a form read answers and a form saved takes, by noun. */
const ofRole = (role: string): Map<string, Endpoint> =>
  new Map(endpoints.filter(({ form }) => form?.role === role).map((one) => [one.form!.noun, one]));
const reads = ofRole("read");
const saves = ofRole("save");

type Row = Record<string, unknown>;

/** Bodies that do not follow from the schema and the row alone. */
const bodies: Record<string, (opened: Row) => Row> = {
  // Its sections are saved only where they change.
  "website/about": () => ({ contact: { companyName: "示例公司" } }),
  "promotion/reward-activity": ({ name, startTime, endTime, conditionType, productScope, productScopeValues }) => ({
    name,
    startTime,
    endTime,
    conditionType,
    productScope,
    productScopeValues,
    rules: [{ limit: 10_000, discountPrice: 1_000 }],
  }),
};

describe("a form that another operator has saved meanwhile", () => {
  let [first, second]: BuiltOperator[] = [];
  before(async () => {
    await startService();
    [first, second] = [await buildOperator(), await buildOperator()];
    await setUpShop();
    await seedRechargePackages();
    await seedPlaced();
    await seedWebsite();
    const { spuId, skuIds } = await buildSpu();
    const product = { spuId, skuId: skuIds[0]! };
    await buildDiscountActivity({ products: [{ ...product, kind: "percent", percent: 80, amountFen: null }] });
    await buildRewardActivity({ productScope: 2, scopeValues: [spuId] });
    await buildCouponTemplate();
    for (const build of [buildSeckill, buildGroupBuy, buildBargain, buildPointActivity]) await build();
    await buildLiveMount((await buildLive({ started: false })).live._id);
    await buildMember();
    await buildStore();
    await buildWebhook("https://example.com/hook", ["order.paid"], { enabled: false });
    await buildPaidOrder();
    await buildLetters(1, `${await ownWord()} is away`);
  });

  it("every noun that is read and saved as a whole is a form", () => {
    expect(reads.size).to.be.greaterThan(35);
    expect([...reads.keys()]).to.have.members([...saves.keys()]);
  });

  const client = (): Client => first!.client;

  /** An id of the noun: its newest row, or one that is made; undefined: a single object. */
  async function idOf(noun: string): Promise<unknown> {
    if (!reads.get(noun)!.input.query) return undefined;
    // The first one is built in.
    if (noun === "system/role") return first!.operator.roleIds[0];
    for (const list of ["page", "list", "list-all-simple"]) {
      const { code, data } = await client().get(`/admin-api/${noun}/${list}`);
      const rows = (code === 0 ? (data.list ?? data) : []) as Row[];
      if (rows.length > 0) return rows[0]!["id"];
    }
    const creates = endpoints.find(({ path, method }) => path === `/admin-api/${noun}/create` && method === "post");
    const made = await client().post(creates!.path, fill(creates!, known)!.body as object);
    expect(made.code, `${noun} ${made.msg}`).to.equal(0);
    return made.data.id ?? made.data;
  }
  const known: Row = { startTime: clock.ms(), endTime: clock.ms() + days(1), validEndTime: clock.ms() + hours(1) };

  async function read(noun: string, id: unknown): Promise<Row> {
    const { path } = reads.get(noun)!;
    const reply = await client().get(id === undefined ? path : `${path}?id=${String(id)}`);
    expect([reply.status, reply.code], `${path} ${reply.msg}`).to.deep.equal([200, 0]);
    return reply.data as Row;
  }

  for (const [noun, save] of saves)
    it(`${noun}: refused with who changed it and when, and nothing is written`, async () => {
      const { field } = save.form!;
      const id = await idOf(noun);
      const opened = await read(noun, id);
      expect(opened[field]).to.be.a("number");
      const inside = [opened["products"], opened["rules"]].map((rows) => (rows as Row[] | undefined)?.[0]);
      const filled = fill(save, Object.assign({}, ...inside, known, opened) as Row);
      const body: Row = { ...(filled?.body as Row), ...(id === undefined ? {} : { id }), ...bodies[noun]?.(opened) };
      delete body[field];
      const send = (by: BuiltOperator, more: Row) =>
        save.method === "put"
          ? by.client.put(save.path, { ...body, confirm: true, ...more })
          : by.client.post(save.path, { ...body, confirm: true, ...more });

      const saved = await send(second!, { [field]: opened[field] });
      expect(saved.code, saved.msg).to.equal(0);
      // The same save again, as after a lost answer, is no other one.
      const again = await send(second!, { [field]: opened[field] });
      expect(again.code, again.msg).to.equal(0);
      const after = await read(noun, id);
      expect(after[field]).to.equal(Number(opened[field]) + 1);

      const outdated = await send(first!, { [field]: opened[field] });
      expect([outdated.status, outdated.code], outdated.msg).to.deep.equal([200, FORM_CHANGED]);
      expect(outdated.msg)
        .to.contain(second!.operator.nickname)
        .and.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
      expect(await read(noun, id)).to.deep.equal(after);

      // Without a version it is as it was before there were any.
      expect((await send(first!, {})).code).to.equal(0);
      expect((await read(noun, id))[field]).to.equal(Number(after[field]) + 1);
      const bad = await send(first!, { [field]: "newest" });
      expect([bad.status, bad.msg.split(":")[0]]).to.deep.equal([400, field]);
    });

  it("two at once: one is saved, the other is told", async () => {
    const brand = (await client().post("/admin-api/product/brand/create", { name: "Both", sort: 1, status: 0 })).data;
    const { version } = await read("product/brand", brand);
    const send = (by: BuiltOperator, name: string) =>
      by.client.put("/admin-api/product/brand/update", { id: brand, name, sort: 1, status: 0, version });
    const codes = (await Promise.all([send(first!, "First"), send(second!, "Second")])).map(({ code }) => code);
    expect(codes.toSorted()).to.deep.equal([0, FORM_CHANGED]);
    expect((await read("product/brand", brand))["name"]).to.equal(codes[0] === 0 ? "First" : "Second");
  });

  it("what only sells counts no version; another act of an operator does", async () => {
    const { items } = await buildUnpaidOrder();
    const { spuId } = items[0]!;
    expect((await read("product/spu", spuId))["version"]).to.equal(0);
    expect((await client().put("/admin-api/product/spu/update-status", { id: spuId, status: 0 })).code).to.equal(0);
    expect((await read("product/spu", spuId))["version"]).to.equal(1);
  });
});
