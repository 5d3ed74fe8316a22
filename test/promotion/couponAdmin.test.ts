import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { getCouponTemplate } from "#shared/domains/promotion/index.js";
import { clock, days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildCoupon, buildCouponTemplate, readCoupon, templateBody } from "#test/factories/promotion.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { unversioned } from "#test/support/unversioned.js";

const TEMPLATE = "/admin-api/promotion/coupon-template";
const COUPON = "/admin-api/promotion/coupon";
const TAKE = "/app-api/promotion/coupon/take";

before(() => startService());
afterEach(() => heldClock.release());

describe("operators of coupon templates", () => {
  let operator: BuiltOperator;
  before(async () => {
    operator = await buildOperator(
      ["create", "update", "delete", "query"].map((verb) => `promotion:coupon-template:${verb}`),
    );
  });

  it("create, read, change, switch and delete them, each write audited", async () => {
    const { client } = operator;
    const created = await client.post(`${TEMPLATE}/create`, templateBody());
    expect(created.code, created.msg).to.equal(0);
    const id = created.data as number;
    const got = await client.get(`${TEMPLATE}/get?id=${id}`);
    expect(unversioned(got.data)).to.deep.equal({
      id,
      ...templateBody(),
      status: 0,
      validStartTime: null,
      validEndTime: null,
      discountPercent: null,
      discountLimitPrice: null,
      takeCount: 0,
      useCount: 0,
      createTime: got.data.createTime,
    });
    // What get gave goes back as it is.
    const changed = await client.put(`${TEMPLATE}/update`, { ...got.data, usePrice: 6_000 });
    expect([changed.code, changed.data], changed.msg).to.deep.equal([0, true]);
    expect((await client.get(`${TEMPLATE}/get?id=${id}`)).data).to.deep.equal({
      ...got.data,
      usePrice: 6_000,
      version: 1,
    });
    expect((await client.put(`${TEMPLATE}/update-status`, { id, status: 1 })).data).to.equal(true);
    const page = await client.get(`${TEMPLATE}/page?name=ten&status=1&takeType=1&discountType=1&productScope=1`);
    expect(page.data.list.map((row: { id: number }) => row.id)).to.include(id);
    const past = `createTime=0&createTime=${clock.ms() - hours(1)}`;
    expect((await client.get(`${TEMPLATE}/page?${past}`)).data.total).to.equal(0);
    expect((await client.delete(`${TEMPLATE}/delete?id=${id}`)).data).to.equal(true);
    for (const gone of [
      await client.get(`${TEMPLATE}/get?id=${id}`),
      await client.put(`${TEMPLATE}/update`, got.data),
      await client.put(`${TEMPLATE}/update-status`, { id, status: 0 }),
      await client.delete(`${TEMPLATE}/delete?id=${id}`),
    ])
      expect([gone.status, gone.code]).to.deep.equal([200, 1013004000]);
    const audited = await OperationLogModel.find({ bizId: String(id), action: /^couponTemplate/ })
      .sort({ _id: 1 })
      .lean();
    expect(audited.map(({ action }) => action)).to.deep.equal(
      ["create", "update", "updateStatus", "delete"].map((verb) => `couponTemplate.${verb}`),
    );
    expect(audited[1]!.before).to.include({ usePriceFen: 5_000 });
    expect(audited[1]!.after).to.include({ usePriceFen: 6_000 });
  });

  it("change nothing of what was taken; the total never falls below it", async () => {
    const { client } = operator;
    const id = (await client.post(`${TEMPLATE}/create`, templateBody({ totalCount: -1, takeLimitCount: 2 })))
      .data as number;
    const { client: member, member: owner } = await buildMember();
    for (let time = 0; time < 2; time++) await member.post(TAKE, { templateId: id });
    expect(
      (await client.put(`${TEMPLATE}/update`, { id, ...templateBody({ totalCount: 1, takeLimitCount: 1 }) })).code,
    ).to.equal(1013004001);
    const update = { id, confirm: true, ...templateBody({ totalCount: 2, discountPrice: 9_999, name: "Other" }) };
    expect((await client.put(`${TEMPLATE}/update`, update)).code).to.equal(0);
    const [coupon] = await CouponModel.find({ memberId: owner._id }).lean();
    expect(coupon).to.include({ name: "Ten off", discountFen: 1_000 });
    expect((await (await buildMember()).client.post(TAKE, { templateId: id })).code).to.equal(1013004002);
  });

  it("keep of a template what its kinds of discount and validity know", async () => {
    const { client } = operator;
    const fixed = { validityType: 1, validStartTime: clock.ms(), validEndTime: clock.ms() + days(1) };
    const sent = templateBody({ ...fixed, discountType: 2, discountPercent: 80, discountLimitPrice: 500 });
    const id = (await client.post(`${TEMPLATE}/create`, sent)).data;
    expect((await client.get(`${TEMPLATE}/get?id=${id}`)).data).to.include({
      ...fixed,
      fixedStartTerm: null,
      fixedEndTerm: null,
      discountType: 2,
      discountPercent: 80,
      discountPrice: null,
      discountLimitPrice: 500,
    });
    expect((await client.post(`${TEMPLATE}/create`, templateBody({ takeLimitCount: 101 }))).code).to.equal(1013004002);
    const ofSpu = templateBody({ productScope: 2, productScopeValues: [99_999_999] });
    expect((await client.post(`${TEMPLATE}/create`, ofSpu)).code).to.equal(1008005001);
    const ofCategory = templateBody({ productScope: 3, productScopeValues: [99_999_999] });
    expect((await client.post(`${TEMPLATE}/create`, ofCategory)).code).to.equal(1008001000);
    const { spuId } = await buildSpu();
    const good = await client.post(
      `${TEMPLATE}/create`,
      templateBody({ productScope: 2, productScopeValues: [spuId, spuId] }),
    );
    expect((await client.get(`${TEMPLATE}/get?id=${good.data}`)).data.productScopeValues).to.deep.equal([spuId]);
  });

  it("must give each field in its form", async () => {
    const { client } = operator;
    const bad: [object, string][] = [
      [{ name: "" }, "name"],
      [{ name: { $gt: "" } }, "name"],
      [{ totalCount: 0 }, "totalCount"],
      [{ totalCount: "5" }, "totalCount"],
      [{ takeLimitCount: -2 }, "takeLimitCount"],
      [{ takeType: 4 }, "takeType"],
      [{ usePrice: -1 }, "usePrice"],
      [{ usePrice: "9" }, "usePrice"],
      [{ productScope: 2, productScopeValues: [] }, "productScopeValues"],
      [{ validityType: 1 }, "validStartTime"],
      [{ validityType: 1, validStartTime: clock.ms(), validEndTime: clock.ms() - 1_000 }, "validEndTime"],
      [{ fixedEndTerm: 0 }, "fixedEndTerm"],
      [{ fixedEndTerm: undefined }, "fixedEndTerm"],
      [{ discountType: 4 }, "discountType"],
      [{ discountType: 2 }, "discountPercent"],
      [{ discountType: 2, discountPercent: 100 }, "discountPercent"],
      [{ discountPrice: undefined }, "discountPrice"],
      [{ discountPrice: 0 }, "discountPrice"],
      [{ discountLimitPrice: { $gt: "" } }, "discountLimitPrice"],
    ];
    for (const [field, name] of bad) {
      const reply = await client.post(`${TEMPLATE}/create`, templateBody(field));
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(field)).to.deep.equal([400, name]);
    }
    expect((await client.put(`${TEMPLATE}/update`, templateBody())).status).to.equal(400);
    expect((await client.put(`${TEMPLATE}/update-status`, { id: 1, status: 2 })).status).to.equal(400);
  });

  it("need the permission of each endpoint", async () => {
    const nobody = await buildOperator(["promotion:coupon:query"]);
    const { client } = await buildMember();
    for (const caller of [stranger, client, nobody.client]) {
      const expected = caller === nobody.client ? 403 : 401;
      expect((await caller.post(`${TEMPLATE}/create`, {})).status).to.equal(expected);
      expect((await caller.put(`${TEMPLATE}/update`, {})).status).to.equal(expected);
      expect((await caller.put(`${TEMPLATE}/update-status`, {})).status).to.equal(expected);
      expect((await caller.delete(`${TEMPLATE}/delete?id=1`)).status).to.equal(expected);
      expect((await caller.get(`${TEMPLATE}/get?id=1`)).status).to.equal(expected);
      expect((await caller.get(`${TEMPLATE}/page`)).status).to.equal(expected);
    }
  });
});

describe("operators of coupons", () => {
  let operator: BuiltOperator;
  before(async () => {
    operator = await buildOperator(["send", "query", "delete"].map((verb) => `promotion:coupon:${verb}`));
  });

  it("send a coupon to members, each of them once in a call, audited", async () => {
    const { client } = operator;
    const templateId = await buildCouponTemplate({ takeType: 2, totalCount: 3, takeLimitCount: 1 });
    const [one, two] = [await buildMember(), await buildMember()];
    const userIds = [one.member._id, two.member._id, one.member._id];
    const sent = await client.post(`${COUPON}/send`, { templateId, userIds });
    expect([sent.code, sent.data], sent.msg).to.deep.equal([0, true]);
    const coupons = await CouponModel.find({ templateId }).lean();
    expect(coupons.map(({ memberId }) => memberId).sort()).to.deep.equal(userIds.slice(0, 2).sort());
    expect(coupons[0]).to.include({ takeType: 2, status: 1 });
    expect((await getCouponTemplate(templateId)).takeCount).to.equal(2);
    expect((await two.client.post("/app-api/promotion/coupon/page", { status: 1 })).data.total).to.equal(1);
    // Who has the share is left out; when that is everybody, it is told.
    expect((await client.post(`${COUPON}/send`, { templateId, userIds })).code).to.equal(1013004003);
    const third = await buildMember();
    expect(
      (await client.post(`${COUPON}/send`, { templateId, userIds: [...userIds, third.member._id] })).code,
    ).to.equal(0);
    const fourth = await buildMember();
    expect((await client.post(`${COUPON}/send`, { templateId, userIds: [fourth.member._id] })).code).to.equal(
      1013004002,
    );
    const audited = await OperationLogModel.find({ action: "coupon.send", bizId: String(templateId) }).lean();
    expect(audited).to.have.length(2);
  });

  it("send to all of them or to nobody", async () => {
    const { client } = operator;
    const { member } = await buildMember();
    const send = async (templateId: number, userIds = [member._id]): Promise<number> =>
      (await client.post(`${COUPON}/send`, { templateId, userIds })).code;
    const templateId = await buildCouponTemplate({ takeType: 2 });
    expect(await send(templateId, [member._id, 99_999_999])).to.equal(1004001000);
    expect(await CouponModel.countDocuments({ templateId })).to.equal(0);
    expect(await send(99_999_999)).to.equal(1013004000);
    expect(await send(await buildCouponTemplate())).to.equal(1013004005);
    const over = { validityType: 1, validStartAt: clock.after(-hours(2)), validEndAt: clock.after(-1) } as const;
    expect(await send(await buildCouponTemplate({ takeType: 2, ...over }))).to.equal(1013004004);
    for (const userIds of [[], [{ $gt: "" }], "1"])
      expect((await client.post(`${COUPON}/send`, { templateId, userIds })).status).to.equal(400);
  });

  it("sending at once never gives more than there are", async () => {
    const { client } = operator;
    const templateId = await buildCouponTemplate({ takeType: 2, totalCount: 5 });
    const members = await Promise.all(Array.from({ length: 8 }, () => buildMember()));
    const ends = await Promise.all(
      members.map(({ member }) => client.post(`${COUPON}/send`, { templateId, userIds: [member._id] })),
    );
    expect(ends.filter(({ code }) => code === 0)).to.have.length(5);
    expect(await CouponModel.countDocuments({ templateId })).to.equal(5);
  });

  it("search the coupons of all members", async () => {
    const { client } = operator;
    const { member } = await buildMember({ nickname: "Holder" });
    const first = await buildCoupon({ memberId: member._id });
    const used = await buildCoupon({ memberId: member._id, status: 2, orderId: 77, usedAt: clock.now() });
    const all = await client.get(`${COUPON}/page?userId=${member._id}`);
    expect(all.data.list.map((row: { id: number }) => row.id)).to.deep.equal([used._id, first._id]);
    expect(all.data.list[0]).to.include({ userId: member._id, nickname: "Holder", status: 2, useOrderId: 77 });
    expect((await client.get(`${COUPON}/page?userId=${member._id}&status=1`)).data.total).to.equal(1);
    expect((await client.get(`${COUPON}/page?templateId=${first.templateId}`)).data.total).to.equal(1);
    const range = (from: number, to: number): string =>
      `${COUPON}/page?userId=${member._id}&createTime=${clock.ms() + from}&createTime=${clock.ms() + to}`;
    expect((await client.get(range(-hours(1), hours(1)))).data.total).to.equal(2);
    expect((await client.get(range(-hours(2), -hours(1)))).data.total).to.equal(0);
    expect((await client.get(`${COUPON}/page?userId=${member._id}&pageSize=1&pageNo=2`)).data).to.deep.include({
      total: 2,
    });
    expect((await client.get(`${COUPON}/page?status=9`)).status).to.equal(400);
  });

  it("take a coupon back while it is not used, which leaves one more for others", async () => {
    const { client } = operator;
    const templateId = await buildCouponTemplate({ totalCount: 1 });
    const { client: owner, member } = await buildMember();
    await owner.post(TAKE, { templateId });
    const coupon = (await CouponModel.findOne({ memberId: member._id, templateId }).lean())!;
    expect((await client.delete(`${COUPON}/delete?id=${coupon._id}`)).data).to.equal(true);
    expect((await client.delete(`${COUPON}/delete?id=${coupon._id}`)).code).to.equal(1013005000);
    expect((await getCouponTemplate(templateId)).takeCount).to.equal(0);
    expect((await (await buildMember()).client.post(TAKE, { templateId })).code).to.equal(0);
    const used = await buildCoupon({ status: 2, orderId: 1 });
    expect((await client.delete(`${COUPON}/delete?id=${used._id}`)).code).to.equal(1013005001);
    expect((await readCoupon(used._id)).status).to.equal(2);
    expect(await OperationLogModel.countDocuments({ action: "coupon.delete", bizId: String(coupon._id) })).to.equal(1);
  });

  it("need the permission of each endpoint", async () => {
    const nobody = await buildOperator(["promotion:coupon-template:query"]);
    const { client } = await buildMember();
    for (const caller of [stranger, client, nobody.client]) {
      const expected = caller === nobody.client ? 403 : 401;
      expect((await caller.post(`${COUPON}/send`, {})).status).to.equal(expected);
      expect((await caller.get(`${COUPON}/page`)).status).to.equal(expected);
      expect((await caller.delete(`${COUPON}/delete?id=1`)).status).to.equal(expected);
    }
  });
});
