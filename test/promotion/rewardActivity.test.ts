import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import {
  closeRewardActivity,
  RewardActivityModel,
  rewardRuleText,
  runningReward,
  type RewardRule,
} from "#shared/domains/promotion/index.js";
import { clock, days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { withContext } from "#shared/kernel/request/context.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildCouponTemplate, buildRewardActivity } from "#test/factories/promotion.js";
import { buildCategory, buildSpu, ownPlace } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { unversioned } from "#test/support/unversioned.js";

const ADMIN = "/admin-api/promotion/reward-activity";

before(() => startService());
afterEach(async () => {
  heldClock.release();
  const open = await RewardActivityModel.find({ status: 0 }).lean();
  for (const { _id } of open) await closeRewardActivity(_id);
});

describe("the reward of a basket", () => {
  const item = { spuId: 7_001, categoryId: 8_001 };

  it("is the newest running activity that is for any of its items", async () => {
    const { spuId, spu } = await buildSpu(await ownPlace());
    const mine = { spuId, categoryId: spu.categoryId };
    const bySpu = await buildRewardActivity({ productScope: 2, scopeValues: [spuId] });
    const { spu: other } = await buildSpu(await ownPlace());
    const byCategory = await buildRewardActivity({ productScope: 3, scopeValues: [other.categoryId] });
    const found = async (items: (typeof item)[]) => (await runningReward(items, clock.now()))?.activityId;
    expect(await found([mine])).to.equal(bySpu);
    expect(await found([{ spuId: other._id, categoryId: other.categoryId }])).to.equal(byCategory);
    expect(await found([mine, { spuId: other._id, categoryId: other.categoryId }])).to.equal(byCategory);
    expect(await found([item])).to.equal(undefined);
    expect(await found([])).to.equal(undefined);
  });

  it("has its rules ascending, and begins and ends at its moments", async () => {
    const rule = (limit: number, discountFen: number): RewardRule => ({
      limit,
      discountFen,
      freeDelivery: false,
      point: 0,
      giveCoupons: [],
    });
    const startAt = clock.after(hours(1));
    const endAt = clock.after(hours(2));
    const rules = [rule(20_000, 3_000), rule(10_000, 1_000)];
    await buildRewardActivity({ productScope: 1, scopeValues: [item.spuId], startAt, endAt, rules });
    const at = (ms: number) => runningReward([item], new Date(ms));
    expect(await at(startAt.getTime() - 1)).to.equal(null);
    const found = await at(startAt.getTime());
    expect(found).to.deep.include({ conditionType: 10, productScope: 1, scopeValues: [], rules: rules.toReversed() });
    expect(await at(endAt.getTime() - 1)).not.to.equal(null);
    expect(await at(endAt.getTime())).to.equal(null);
  });

  it("is forgotten at once when it is closed", async () => {
    const activityId = await buildRewardActivity({ productScope: 1, scopeValues: [] });
    expect((await runningReward([item], clock.now()))?.activityId).to.equal(activityId);
    await closeRewardActivity(activityId);
    expect(await runningReward([item], clock.now())).to.equal(null);
  });
});

describe("the text of a rule", () => {
  const all: RewardRule = {
    limit: 10_000,
    discountFen: 1_050,
    freeDelivery: true,
    point: 50,
    giveCoupons: [
      { templateId: 1, count: 2 },
      { templateId: 2, count: 1 },
    ],
  };
  const said = (language: "en" | "zh", condition: 10 | 20, rule: RewardRule): string =>
    withContext({ requestId: "r", language }, () => rewardRuleText(condition, rule));

  it("names what is to be spent or bought, and everything that is given", () => {
    expect(said("en", 10, all)).to.equal("Spend ¥100.00, minus ¥10.50, free delivery, get 50 points, get 3 coupons");
    expect(said("zh", 10, all)).to.equal("满 100.00 元，减 10.50 元，包邮，送 50 积分，送 3 张优惠券");
    const little = { limit: 1, discountFen: 0, freeDelivery: false, point: 1, giveCoupons: [] };
    expect(said("en", 20, little)).to.equal("Buy 1 item, get 1 point");
    expect(said("zh", 20, little)).to.equal("满 1 件，送 1 积分");
  });
});

describe("operators of reward activities", () => {
  let operator: BuiltOperator;
  before(async () => {
    operator = await buildOperator(
      ["create", "update", "close", "delete", "query"].map((verb) => `promotion:reward-activity:${verb}`),
    );
  });
  const body = (overrides: object = {}) => ({
    name: "Spend and save",
    startTime: clock.ms() - hours(1),
    endTime: clock.ms() + days(1),
    remark: "",
    conditionType: 10,
    productScope: 1,
    productScopeValues: [],
    rules: [{ limit: 20_000, discountPrice: 3_000 }],
    ...overrides,
  });
  const ofSpus = (...spuIds: number[]) => ({ productScope: 2, productScopeValues: spuIds });
  const ofCategories = (...categoryIds: number[]) => ({ productScope: 3, productScopeValues: categoryIds });

  it("create, read, change, close and delete them, each write audited", async () => {
    const { client } = operator;
    const templateId = await buildCouponTemplate({ takeType: 2 });
    const rules = [
      { limit: 20_000, discountPrice: 3_000, freeDelivery: true },
      { limit: 10_000, point: 5, giveCouponTemplateCounts: { [templateId]: 2 } },
    ];
    const created = await client.post(`${ADMIN}/create`, body({ rules }));
    expect(created.code, created.msg).to.equal(0);
    const id = created.data as number;
    const got = await client.get(`${ADMIN}/get?id=${id}`);
    expect(got.data).to.deep.include({ id, status: 0, activityStatus: 20, conditionType: 10, productScopeValues: [] });
    expect(got.data.rules).to.deep.equal([
      {
        limit: 10_000,
        discountPrice: 0,
        freeDelivery: false,
        point: 5,
        giveCouponTemplateCounts: { [templateId]: 2 },
        description: "Spend ¥100.00, get 5 points, get 2 coupons",
      },
      {
        limit: 20_000,
        discountPrice: 3_000,
        freeDelivery: true,
        point: 0,
        giveCouponTemplateCounts: {},
        description: "Spend ¥200.00, minus ¥30.00, free delivery",
      },
    ]);
    const changed = await client.put(`${ADMIN}/update`, { ...got.data, remark: "Changed" });
    expect([changed.code, changed.data], changed.msg).to.deep.equal([0, true]);
    const after = unversioned((await client.get(`${ADMIN}/get?id=${id}`)).data);
    expect(after).to.deep.equal(unversioned({ ...got.data, remark: "Changed" }));
    expect((await client.delete(`${ADMIN}/delete?id=${id}`)).code).to.equal(1013006003);
    expect((await client.put(`${ADMIN}/close`, { id })).data).to.equal(true);
    expect((await client.put(`${ADMIN}/close`, { id })).code).to.equal(1013006004);
    expect((await client.put(`${ADMIN}/update`, got.data)).code).to.equal(1013006002);
    const page = await client.get(`${ADMIN}/page?status=1&name=spend`);
    expect(page.data.list.map((row: { id: number }) => row.id)).to.include(id);
    expect((await client.delete(`${ADMIN}/delete?id=${id}`)).data).to.equal(true);
    for (const gone of [
      await client.get(`${ADMIN}/get?id=${id}`),
      await client.put(`${ADMIN}/update`, got.data),
      await client.put(`${ADMIN}/close`, { id }),
      await client.delete(`${ADMIN}/delete?id=${id}`),
    ])
      expect([gone.status, gone.code]).to.deep.equal([200, 1013006000]);
    const audited = await OperationLogModel.find({ bizId: String(id), action: /^reward/ })
      .sort({ _id: 1 })
      .lean();
    expect(audited.map(({ action }) => action)).to.deep.equal(
      ["create", "update", "close", "delete"].map((verb) => `rewardActivity.${verb}`),
    );
  });

  it("give a product one activity at a time, also when two save at once", async () => {
    const { client } = operator;
    const [one, two] = [await buildSpu(await ownPlace()), await buildSpu(await ownPlace())];
    const code = async (overrides: object): Promise<number> =>
      (await client.post(`${ADMIN}/create`, body(overrides))).code;
    const first = body(ofSpus(one.spuId));
    const ends = await Promise.all(Array.from({ length: 4 }, () => client.post(`${ADMIN}/create`, first)));
    expect(ends.map((end) => end.code).sort()).to.deep.equal([0, 1013006001, 1013006001, 1013006001]);
    expect(await code(ofSpus(two.spuId, one.spuId))).to.equal(1013006001);
    // All products, and a category that one of them is in.
    expect(await code({})).to.equal(1013006005);
    const meeting = await client.post(`${ADMIN}/create`, body(ofCategories(one.spu.categoryId)));
    expect(meeting.code).to.equal(1013006005);
    expect(meeting.msg).to.include(one.spu.name).and.include("Spend and save");
    // Apart in products, or in time.
    expect(await code(ofCategories(two.spu.categoryId))).to.equal(0);
    expect(await code(ofSpus(two.spuId))).to.equal(1013006005);
    expect(await code(ofCategories(two.spu.categoryId))).to.equal(1013006005);
    const later = { startTime: first.endTime, endTime: first.endTime + days(1) };
    expect(await code({ ...ofSpus(one.spuId), ...later })).to.equal(0);
    expect(await code({ ...ofSpus(one.spuId), startTime: first.endTime - 1, endTime: first.endTime })).to.equal(
      1013006001,
    );
    const id = ends.find((end) => end.code === 0)!.data as number;
    expect((await client.put(`${ADMIN}/update`, { ...first, id, remark: "its own" })).code).to.equal(0);
    expect((await client.put(`${ADMIN}/update`, { ...first, ...later, id })).code).to.equal(1013006001);
  });

  it("see what waits, runs and is over, and search by name, switch and time of making", async () => {
    const { client } = operator;
    const word = `Bounty ${process.pid}`;
    const make = async (from: number, to: number): Promise<number> => {
      const times = { startTime: clock.ms() + hours(from), endTime: clock.ms() + hours(to) };
      const { code, data, msg } = await client.post(
        `${ADMIN}/create`,
        body({ name: word, ...times, ...ofSpus((await buildSpu()).spuId), confirm: true }),
      );
      expect(code, msg).to.equal(0);
      return data;
    };
    const [over, running, waiting] = [await make(-3, -2), await make(-2, 1), await make(1, 2)];
    const found = async (filter: string): Promise<[number, number][]> =>
      (await client.get(`${ADMIN}/page?name=${encodeURIComponent(word)}${filter}`)).data.list.map(
        (row: { id: number; activityStatus: number }) => [row.id, row.activityStatus],
      );
    expect(await found("&status=0")).to.deep.equal([
      [waiting, 10],
      [running, 20],
      [over, 30],
    ]);
    await client.put(`${ADMIN}/close`, { id: running });
    for (const [id, state] of [
      [over, 30],
      [waiting, 10],
      [running, 40],
    ] as const)
      expect(await found(`&status=${state}`)).to.deep.equal([[id, state]]);
    expect(await found("&status=20")).to.deep.equal([]);
    expect(await found("&status=1")).to.deep.equal([[running, 40]]);
    const now = clock.ms();
    expect(await found(`&createTime=${now - hours(1)}&createTime=${now + hours(1)}`)).to.have.length(3);
    expect(await found(`&createTime=0&createTime=${now - hours(1)}`)).to.deep.equal([]);
    for (const bad of ["status=2", "createTime=x", "pageSize=-1"])
      expect((await client.get(`${ADMIN}/page?${bad}`)).status, bad).to.equal(400);
  });

  it("name what is there", async () => {
    const { client } = operator;
    const rules = [{ limit: 1, giveCouponTemplateCounts: { 99999999: 1 } }];
    expect((await client.post(`${ADMIN}/create`, body(ofSpus(99_999_999)))).code).to.equal(1008005001);
    expect((await client.post(`${ADMIN}/create`, body(ofCategories(99_999_999)))).code).to.equal(1008001000);
    expect((await client.post(`${ADMIN}/create`, body({ rules }))).code).to.equal(1013004000);
    const { categoryId } = await buildCategory();
    expect((await client.post(`${ADMIN}/create`, body(ofCategories(categoryId)))).code).to.equal(0);
  });

  it("must give each field in its form", async () => {
    const { client } = operator;
    const bad: [object, string][] = [
      [{ name: "" }, "name"],
      [{ endTime: clock.ms() - hours(2) }, "endTime"],
      [{ conditionType: 30 }, "conditionType"],
      [{ conditionType: { $gt: "" } }, "conditionType"],
      [{ productScope: 4 }, "productScope"],
      [{ productScope: 2, productScopeValues: [] }, "productScopeValues"],
      [{ productScope: 2, productScopeValues: [{ $gt: "" }] }, "productScopeValues.0"],
      [{ rules: [] }, "rules"],
      [{ rules: [{ limit: 1 }, { limit: 1 }] }, "rules"],
      [{ rules: [{ limit: 0 }] }, "rules.0.limit"],
      [{ rules: [{ limit: 1, discountPrice: -1 }] }, "rules.0.discountPrice"],
      [{ rules: [{ limit: 1, giveCouponTemplateCounts: { x: 1 } }] }, "rules.0.giveCouponTemplateCounts.x"],
      [{ rules: [{ limit: 1, giveCouponTemplateCounts: { 1: 0 } }] }, "rules.0.giveCouponTemplateCounts.1"],
    ];
    for (const [field, name] of bad) {
      const reply = await client.post(`${ADMIN}/create`, body(field));
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(field)).to.deep.equal([400, name]);
    }
  });

  it("need the permission of each endpoint", async () => {
    const nobody = await buildOperator(["promotion:coupon:query"]);
    const { client } = await buildMember();
    for (const caller of [stranger, client, nobody.client]) {
      const expected = caller === nobody.client ? 403 : 401;
      expect((await caller.post(`${ADMIN}/create`, {})).status).to.equal(expected);
      expect((await caller.put(`${ADMIN}/update`, {})).status).to.equal(expected);
      expect((await caller.put(`${ADMIN}/close`, {})).status).to.equal(expected);
      expect((await caller.delete(`${ADMIN}/delete?id=1`)).status).to.equal(expected);
      expect((await caller.get(`${ADMIN}/get?id=1`)).status).to.equal(expected);
      expect((await caller.get(`${ADMIN}/page`)).status).to.equal(expected);
    }
  });
});
