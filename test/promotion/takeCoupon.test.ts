import { expect } from "chai";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { getCouponTemplate, switchCouponTemplate } from "#shared/domains/promotion/index.js";
import { clock, days, hours, heldClock } from "#shared/kernel/time/clock.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildCouponTemplate } from "#test/factories/promotion.js";
import { buildCategory, buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const TAKE = "/app-api/promotion/coupon/take";
const LIST = "/app-api/promotion/coupon-template/list";
const PAGE = "/app-api/promotion/coupon/page";

const members = (count: number): Promise<BuiltMember[]> =>
  Promise.all(Array.from({ length: count }, () => buildMember()));

describe("taking a coupon", () => {
  before(() => startService());
  afterEach(() => heldClock.release());

  it("gives the member a coupon with the template's terms, valid from its first day on", async () => {
    heldClock.hold();
    const { client, member } = await buildMember();
    const templateId = await buildCouponTemplate({ fixedStartDays: 1, fixedEndDays: 3, usePriceFen: 5_000 });
    const taken = await client.post(TAKE, { templateId });
    expect([taken.code, taken.data], taken.msg).to.deep.equal([0, true]);
    const { data } = await client.post(PAGE, { status: 1 });
    expect(data.total).to.equal(1);
    const { name } = await getCouponTemplate(templateId);
    expect(data.list[0]).to.deep.include({
      templateId,
      name,
      status: 1,
      usePrice: 5_000,
      productScope: 1,
      productScopeValues: [],
      discountType: 1,
      discountPercent: null,
      discountPrice: 1_000,
      discountLimitPrice: null,
      validStartTime: clock.ms() + days(1),
      validEndTime: clock.ms() + days(4),
      useOrderId: null,
      useTime: null,
    });
    expect((await getCouponTemplate(templateId)).takeCount).to.equal(1);
    expect(await CouponModel.countDocuments({ memberId: member._id })).to.equal(1);
  });

  it("ends at the member's share, and a double tap takes one", async () => {
    const { client } = await buildMember();
    const templateId = await buildCouponTemplate({ takeLimitCount: 1 });
    const taps = await Promise.all(Array.from({ length: 10 }, () => client.post(TAKE, { templateId })));
    expect(taps.map(({ code }) => code).sort()).to.deep.equal([0, ...Array<number>(9).fill(1013004003)]);
    expect((await getCouponTemplate(templateId)).takeCount).to.equal(1);
    const two = await buildCouponTemplate({ takeLimitCount: 2 });
    const codes = [];
    for (let tap = 0; tap < 3; tap++) codes.push((await client.post(TAKE, { templateId: two })).code);
    expect(codes).to.deep.equal([0, 0, 1013004003]);
    expect((await client.post(TAKE, { templateId: two })).data).to.equal(false);
  });

  it("fifty members at once for the last ten: ten take one", async () => {
    const templateId = await buildCouponTemplate({ totalCount: 10 });
    const callers = await members(50);
    const ends = await Promise.all(callers.map(({ client }) => client.post(TAKE, { templateId })));
    expect(ends.filter(({ code }) => code === 0)).to.have.length(10);
    expect(ends.filter(({ code }) => code === 1013004002)).to.have.length(40);
    expect(await CouponModel.countDocuments({ templateId })).to.equal(10);
    expect((await getCouponTemplate(templateId)).takeCount).to.equal(10);
  });

  it("is refused by name", async () => {
    const { client } = await buildMember();
    const take = async (templateId: number): Promise<number> => (await client.post(TAKE, { templateId })).code;
    expect(await take(99_999_999)).to.equal(1013004000);
    const disabled = await buildCouponTemplate();
    await switchCouponTemplate(disabled, 1);
    expect(await take(disabled)).to.equal(1013004000);
    expect(await take(await buildCouponTemplate({ takeType: 2 }))).to.equal(1013004005);
    const forNewMembers = await buildCouponTemplate({ takeType: 3 });
    expect(await take(forNewMembers)).to.equal(1013004005);
    await switchCouponTemplate(forNewMembers, 1);
    const fixed = { validityType: 1, validStartAt: clock.after(-hours(2)) } as const;
    expect(await take(await buildCouponTemplate({ ...fixed, validEndAt: clock.after(-1) }))).to.equal(1013004004);
    expect(await take(await buildCouponTemplate({ ...fixed, validEndAt: clock.after(hours(1)) }))).to.equal(0);
    expect((await stranger.post(TAKE, { templateId: disabled })).status).to.equal(401);
    expect((await client.post(TAKE, {})).msg).to.match(/^templateId/);
    expect((await client.post(TAKE, { templateId: { $gt: "" } })).status).to.equal(400);
  });

  it("honours an Idempotency-Key: the answer again, one coupon", async () => {
    const { client, member } = await buildMember();
    const templateId = await buildCouponTemplate({ takeLimitCount: -1 });
    const keyed = client.with({ "idempotency-key": `take-${templateId}` });
    for (let tap = 0; tap < 3; tap++) expect((await keyed.post(TAKE, { templateId })).data).to.equal(true);
    expect(await CouponModel.countDocuments({ memberId: member._id, templateId })).to.equal(1);
  });
});

describe("the coupons on offer", () => {
  afterEach(() => heldClock.release());
  const idsOf = (reply: { data: { id: number }[] }): number[] => reply.data.map(({ id }) => id);

  it("are those that can be taken now, newest first; who has had the share is told", async () => {
    const { client } = await buildMember();
    const mine = await buildCouponTemplate();
    const soldOut = await buildCouponTemplate({ totalCount: 1 });
    const given = await buildCouponTemplate({ takeType: 2 });
    const over = await buildCouponTemplate({
      validityType: 1,
      validStartAt: clock.after(-hours(2)),
      validEndAt: clock.after(-1),
    });
    const other = await buildCouponTemplate();
    await client.post(TAKE, { templateId: mine });
    await (await buildMember()).client.post(TAKE, { templateId: soldOut });
    const reply = await client.get(`${LIST}?count=100`);
    expect(reply.code, reply.msg).to.equal(0);
    expect(idsOf(reply)).to.include.members([mine, other]).and.not.include.members([soldOut]);
    for (const hidden of [soldOut, given, over]) expect(idsOf(reply)).not.to.include(hidden);
    expect(idsOf(reply).indexOf(other)).to.be.below(idsOf(reply).indexOf(mine));
    const canTake = (id: number): boolean => reply.data.find((row: { id: number }) => row.id === id).canTake;
    expect([canTake(mine), canTake(other)]).to.deep.equal([false, true]);
    const unknown = await stranger.get(`${LIST}?count=100`);
    expect(unknown.data.find((row: { id: number }) => row.id === mine).canTake).to.equal(true);
    expect((await client.get(`${LIST}?count=1`)).data).to.have.length(1);
    expect((await client.get(`${LIST}?count=101`)).status).to.equal(400);
  });

  it("are not those that an operator has switched off", async () => {
    const templateId = await buildCouponTemplate();
    const isListed = async (): Promise<boolean> => idsOf(await stranger.get(`${LIST}?count=100`)).includes(templateId);
    expect(await isListed()).to.equal(true);
    await switchCouponTemplate(templateId, 1);
    expect(await isListed()).to.equal(false);
    await switchCouponTemplate(templateId, 0);
    expect(await isListed()).to.equal(true);
  });

  it("can be asked for one product; a category is itself alone, without its children", async () => {
    const { parentId, categoryId } = await buildCategory();
    const { spuId, spu } = await buildSpu({ categoryId });
    const ofParent = await buildCouponTemplate({ productScope: 3, scopeValues: [parentId] });
    const { spuId: otherId } = await buildSpu();
    const all = await buildCouponTemplate();
    const ofSpu = await buildCouponTemplate({ productScope: 2, scopeValues: [spuId] });
    const ofCategory = await buildCouponTemplate({ productScope: 3, scopeValues: [spu.categoryId] });
    const ofOther = await buildCouponTemplate({ productScope: 2, scopeValues: [otherId] });
    const found = idsOf(await stranger.get(`${LIST}?count=100&spuId=${spuId}`));
    expect(found).to.include.members([all, ofSpu, ofCategory]);
    expect(found).not.to.include(ofOther);
    expect(found).not.to.include(ofParent);
    expect(idsOf(await stranger.get(`${LIST}?count=100&productScope=2`))).to.include.members([ofSpu, ofOther]);
    expect(idsOf(await stranger.get(`${LIST}?spuId=99999999`))).to.deep.equal([]);
  });
});

describe("the member's coupons", () => {
  it("are the member's own, by status, newest first", async () => {
    const { client } = await buildMember();
    const ids = [];
    for (let index = 0; index < 3; index++) {
      ids.unshift(await buildCouponTemplate());
      await client.post(TAKE, { templateId: ids[0] });
    }
    const page = await client.post(PAGE, { pageNo: 1, pageSize: 2 });
    expect([page.data.total, page.data.list.map((row: { templateId: number }) => row.templateId)]).to.deep.equal([
      3,
      ids.slice(0, 2),
    ]);
    for (const status of [2, 3]) expect((await client.post(PAGE, { status })).data.total).to.equal(0);
    expect((await (await buildMember()).client.post(PAGE)).data).to.deep.equal({ list: [], total: 0 });
    expect((await stranger.post(PAGE)).status).to.equal(401);
    for (const status of [4, "x", { $gt: "" }]) expect((await client.post(PAGE, { status })).status).to.equal(400);
  });
});
