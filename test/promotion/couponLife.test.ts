import { expect } from "chai";
import {
  eraseCoupons,
  getCouponTemplate,
  giveCoupons,
  recallCoupon,
  returnCoupon,
  switchCouponTemplate,
  revokeGivenCoupons,
  unusedCoupons,
  useCoupon,
} from "#shared/domains/promotion/index.js";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { expireCoupons, giveRegistrationCoupons } from "#shared/domains/promotion/worker.js";
import { expireCouponsJob } from "#shared/domains/promotion/promotion.jobs.js";
import { clock, days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { AppError } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildMember } from "#test/factories/member.js";
import { buildCoupon, buildCouponTemplate, readCoupon } from "#test/factories/promotion.js";
import { startService } from "#test/support/service.js";
import { runJobs } from "#test/support/runJobs.js";

const codeOf = async (work: Promise<unknown>): Promise<number> => {
  try {
    await work;
    return 0;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
const use = (coupon: { _id: number; memberId: number }, orderId: number, at = clock.now()): Promise<number> =>
  codeOf(inTransaction(() => useCoupon({ couponId: coupon._id, memberId: coupon.memberId, orderId, at })));
/** Of no other test: an order uses one coupon. */
const freshOrderId = (): Promise<number> => nextId("ordersOfCouponTests").then((id) => 1_000 + id);

before(() => startService());
afterEach(() => heldClock.release());

describe("a coupon in an order", () => {
  it("is used once: of two orders at once one gets it", async () => {
    const coupon = await buildCoupon();
    const orders = await Promise.all([freshOrderId(), freshOrderId(), freshOrderId()]);
    const ends = await Promise.all(orders.map((orderId) => use(coupon, orderId)));
    expect(ends.slice().sort()).to.deep.equal([0, 1013005002, 1013005002]);
    const used = await readCoupon(coupon._id);
    expect([used.status, used.orderId]).to.deep.equal([2, orders[ends.indexOf(0)]]);
    expect(used.usedAt).to.be.instanceOf(Date);
  });

  it("is refused by name: gone, somebody else's, not valid yet, over", async () => {
    const coupon = await buildCoupon({ validStartAt: clock.after(hours(1)), validEndAt: clock.after(hours(2)) });
    expect(await use({ ...coupon, _id: 99_999_999 }, 1)).to.equal(1013005000);
    expect(await use({ ...coupon, memberId: 99_999_999 }, 1)).to.equal(1013005000);
    expect(await use(coupon, 1)).to.equal(1013005003);
    expect(await use(coupon, 1, new Date(coupon.validStartAt.getTime() - 1))).to.equal(1013005003);
    expect(await use(coupon, 1, coupon.validEndAt)).to.equal(1013005003);
    expect(await use(coupon, 1, coupon.validStartAt)).to.equal(0);
    expect(await use(coupon, 2, coupon.validStartAt)).to.equal(1013005002);
  });

  it("is used or taken back, never both, when an operator recalls it at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const coupon = await buildCoupon();
      const orderId = await freshOrderId();
      const ends = await Promise.all([use(coupon, orderId), codeOf(recallCoupon(coupon._id))]);
      const left = await CouponModel.findById(coupon._id).lean();
      expect(ends).to.deep.equal(left ? [0, 1013005001] : [1013005000, 0]);
      if (left) expect(left).to.include({ status: 2, orderId });
    }
  });

  it("stays unused when the order's transaction fails", async () => {
    const coupon = await buildCoupon();
    const placing = inTransaction(async () => {
      await useCoupon({ couponId: coupon._id, memberId: coupon.memberId, orderId: 1, at: clock.now() });
      throw new Error("the order failed");
    });
    await placing.catch(() => undefined);
    expect((await readCoupon(coupon._id)).status).to.equal(1);
  });

  it("comes back when the order is cancelled, however often that is said", async () => {
    const coupon = await buildCoupon();
    const orderId = await freshOrderId();
    await use(coupon, orderId);
    for (let time = 0; time < 2; time++) await inTransaction(() => returnCoupon(orderId));
    const back = await readCoupon(coupon._id);
    expect([back.status, back.orderId, back.usedAt]).to.deep.equal([1, null, null]);
    expect(await use(coupon, await freshOrderId())).to.equal(0);
    await inTransaction(() => returnCoupon(orderId));
    expect((await readCoupon(coupon._id)).status).to.equal(2);
  });

  it("comes back as expired when its time is over by then", async () => {
    const coupon = await buildCoupon({ validEndAt: clock.after(hours(1)) });
    const orderId = await freshOrderId();
    await use(coupon, orderId);
    heldClock.hold(coupon.validEndAt);
    await inTransaction(() => returnCoupon(orderId));
    const back = await readCoupon(coupon._id);
    expect([back.status, back.orderId]).to.deep.equal([3, null]);
  });
});

describe("a coupon past its end", () => {
  it("reads as expired at that moment, before the job has written it", async () => {
    const { client, member } = await buildMember();
    const coupon = await buildCoupon({ memberId: member._id, validEndAt: clock.after(hours(1)) });
    const later = await buildCoupon({ memberId: member._id, validEndAt: clock.after(hours(2)) });
    const total = async (status: number): Promise<number> =>
      (await client.post("/app-api/promotion/coupon/page", { status })).data.total;
    heldClock.hold(coupon.validEndAt.getTime() - 1);
    expect([await total(1), await total(3)]).to.deep.equal([2, 0]);
    expect((await unusedCoupons(member._id, clock.now())).map(({ _id }) => _id)).to.deep.equal([coupon._id, later._id]);
    heldClock.advance(1);
    expect([await total(1), await total(3)]).to.deep.equal([1, 1]);
    expect((await unusedCoupons(member._id, clock.now())).map(({ _id }) => _id)).to.deep.equal([later._id]);
    const page = await client.post("/app-api/promotion/coupon/page", { status: 3 });
    expect(page.data.list[0]).to.include({ id: coupon._id, status: 3 });
    expect((await readCoupon(coupon._id)).status).to.equal(1);
  });

  it("is written as expired by the job, twice the same; used ones and others stay", async () => {
    const over = await buildCoupon({ validEndAt: clock.after(-1) });
    const used = await buildCoupon({ validEndAt: clock.after(-1), status: 2, orderId: 1 });
    const good = await buildCoupon();
    for (let run = 0; run < 2; run++) {
      await enqueue(expireCouponsJob, {});
      await runJobs();
      const statuses = await Promise.all([over, used, good].map(async ({ _id }) => (await readCoupon(_id)).status));
      expect(statuses).to.deep.equal([3, 2, 1]);
    }
  });

  it("is found beyond the first batch", async () => {
    const { member } = await buildMember();
    for (let index = 0; index < 5; index++) await buildCoupon({ memberId: member._id, validEndAt: clock.after(-1) });
    await expireCoupons(2);
    expect(await CouponModel.countDocuments({ memberId: member._id, status: 3 })).to.equal(5);
  });
});

describe("gifts of an order", () => {
  const given = (orderId: number) => CouponModel.find({ giveOrderId: orderId }).sort({ _id: 1 }).lean();
  const give = (memberId: number, orderId: number, gifts: { templateId: number; count: number }[]) =>
    inTransaction(() => giveCoupons({ memberId, orderId, gifts }));

  it("are given once, as the template says, whoever may take it otherwise", async () => {
    const { member } = await buildMember();
    const orderId = await freshOrderId();
    const two = await buildCouponTemplate({ takeType: 2 });
    const one = await buildCouponTemplate({ takeLimitCount: 1 });
    const gifts = [
      { templateId: two, count: 2 },
      { templateId: one, count: 1 },
    ];
    await Promise.all(Array.from({ length: 4 }, () => give(member._id, orderId, gifts)));
    const coupons = await given(orderId);
    expect(coupons.map(({ templateId }) => templateId).sort()).to.deep.equal([two, two, one].sort());
    for (const coupon of coupons) expect(coupon).to.include({ memberId: member._id, takeType: 2, status: 1 });
    expect((await getCouponTemplate(two)).takeCount).to.equal(2);
  });

  it("leave out what cannot be given", async () => {
    const { member } = await buildMember();
    const orderId = await freshOrderId();
    const few = await buildCouponTemplate({ takeType: 2, totalCount: 1 });
    const disabled = await buildCouponTemplate({ takeType: 2 });
    await switchCouponTemplate(disabled, 1);
    await give(
      member._id,
      orderId,
      [few, disabled, 99_999_999].map((templateId) => ({ templateId, count: 3 })),
    );
    expect((await given(orderId)).map(({ templateId }) => templateId)).to.deep.equal([few]);
  });

  it("go when the order is refunded, but for those that were used; twice is once", async () => {
    const { member } = await buildMember();
    const orderId = await freshOrderId();
    const templateId = await buildCouponTemplate({ takeType: 2 });
    await give(member._id, orderId, [{ templateId, count: 3 }]);
    const [used] = await given(orderId);
    await use(used!, await freshOrderId());
    for (let time = 0; time < 2; time++) await inTransaction(() => revokeGivenCoupons(orderId));
    expect((await given(orderId)).map(({ _id }) => _id)).to.deep.equal([used!._id]);
    expect((await getCouponTemplate(templateId)).takeCount).to.equal(1);
  });

  it("do not come after they were taken back", async () => {
    const { member } = await buildMember();
    const orderId = await freshOrderId();
    const templateId = await buildCouponTemplate({ takeType: 2 });
    await inTransaction(() => revokeGivenCoupons(orderId));
    await give(member._id, orderId, [{ templateId, count: 1 }]);
    expect(await given(orderId)).to.deep.equal([]);
  });
});

describe("a new member", () => {
  it("gets one of each coupon for registration while there are any, once", async () => {
    const templateId = await buildCouponTemplate({ takeType: 3, totalCount: 2 });
    const soldOut = await buildCouponTemplate({ takeType: 3, totalCount: 1 });
    const disabled = await buildCouponTemplate({ takeType: 3 });
    await switchCouponTemplate(disabled, 1);
    try {
      const { member } = await buildMember();
      await runJobs();
      const own = async (memberId: number) =>
        (await CouponModel.find({ memberId }).sort({ templateId: 1 }).lean()).map((coupon) => coupon.templateId);
      expect(await own(member._id)).to.deep.equal([templateId, soldOut]);
      await Promise.all([giveRegistrationCoupons(member._id), giveRegistrationCoupons(member._id)]);
      expect(await own(member._id)).to.deep.equal([templateId, soldOut]);
      const { member: second } = await buildMember();
      const { member: third } = await buildMember();
      await runJobs();
      expect((await own(second._id)).length + (await own(third._id)).length).to.equal(1);
      expect((await CouponModel.findOne({ memberId: member._id }).lean())?.takeType).to.equal(3);
    } finally {
      for (const id of [templateId, soldOut]) await switchCouponTemplate(id, 1);
    }
  });
});

describe("a member who leaves", () => {
  it("loses the coupons that are not used", async () => {
    const { member } = await buildMember();
    const used = await buildCoupon({ memberId: member._id, status: 2, orderId: 1 });
    await buildCoupon({ memberId: member._id });
    await buildCoupon({ memberId: member._id, status: 3, validEndAt: clock.after(-days(1)) });
    const other = await buildCoupon();
    for (let time = 0; time < 2; time++) await inTransaction(() => eraseCoupons(member._id));
    expect((await CouponModel.find({ memberId: member._id }).lean()).map(({ _id }) => _id)).to.deep.equal([used._id]);
    expect((await readCoupon(other._id)).status).to.equal(1);
  });
});
