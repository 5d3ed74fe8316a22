import { expect } from "chai";
import fc from "fast-check";
import { priceOrder } from "#shared/domains/trade/checkout/price/chain.js";
import { totalsOf, type BareLine } from "#shared/domains/trade/checkout/price/draft.js";
import type { PriceFacts } from "#shared/domains/trade/checkout/price/facts.js";
import { draft, facts, points, rewardOf, rule, terms } from "./priceSupport.js";

const scope = fc.oneof(
  fc.constant({ productScope: 1 as const, scopeValues: [] as number[] }),
  fc.record({
    productScope: fc.constantFrom(2 as const, 3 as const),
    scopeValues: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  }),
);
const anyLine: fc.Arbitrary<BareLine> = fc.record({
  skuId: fc.integer({ min: 1, max: 6 }),
  spuId: fc.integer({ min: 1, max: 4 }),
  categoryId: fc.integer({ min: 1, max: 4 }),
  count: fc.integer({ min: 1, max: 99 }),
  unitPriceFen: fc.integer({ min: 1, max: 900_000 }),
  deliveryTemplateId: fc.constantFrom(null, 7),
  weight: fc.constant(0),
  volume: fc.constant(0),
  giveIntegral: fc.integer({ min: 0, max: 20 }),
});
const basket = fc.array(anyLine, { minLength: 1, maxLength: 6 });

const discount = fc.record({
  activityId: fc.integer({ min: 1, max: 3 }),
  name: fc.constant("Sale"),
  kind: fc.constantFrom("percent" as const, "amount" as const),
  percent: fc.integer({ min: 0, max: 100 }),
  amountFen: fc.integer({ min: 0, max: 100_000 }),
});
const anyReward = fc
  .record({
    scope,
    conditionType: fc.constantFrom(10 as const, 20 as const),
    rules: fc.array(
      fc.record({
        limit: fc.integer({ min: 0, max: 500_000 }),
        discountFen: fc.integer({ min: 0, max: 300_000 }),
        point: fc.integer({ min: 0, max: 500 }),
        freeDelivery: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ scope: ofReward, conditionType, rules }) =>
    rewardOf({
      ...ofReward,
      conditionType,
      rules: rules.sort((a, b) => a.limit - b.limit).map(({ limit, ...given }) => rule(limit, given)),
    }),
  );
const anyCoupon = fc
  .record({
    scope,
    discountType: fc.constantFrom(1 as const, 2 as const),
    discountFen: fc.integer({ min: 1, max: 300_000 }),
    discountPercent: fc.integer({ min: 1, max: 99 }),
    discountLimitFen: fc.option(fc.integer({ min: 1, max: 50_000 }), { nil: null }),
    usePriceFen: fc.integer({ min: 0, max: 200_000 }),
  })
  .map(({ scope: ofCoupon, ...rest }) => terms({ ...ofCoupon, ...rest }));
const anyPoints = fc
  .record({
    available: fc.integer({ min: 0, max: 2_000_000 }),
    wanted: fc.boolean(),
    fenPerPoint: fc.integer({ min: 0, max: 120 }),
    maxPoints: fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: null }),
    pointsPerYuan: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ available, wanted, ...rules }) => points(rules, { available, wanted }));
const delivery = {
  destination: [330106, 330100, 330000, 1],
  templates: new Map([
    [
      7,
      {
        chargeMode: 1 as const,
        charges: [{ areaIds: [1], startCount: 1, startPriceFen: 800, extraCount: 1, extraPriceFen: 100 }],
        frees: [],
      },
    ],
  ]),
};
const anyFacts: fc.Arbitrary<PriceFacts> = fc
  .record({
    vip: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
    discounts: fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), discount)),
    reward: fc.option(anyReward, { nil: null }),
    coupons: fc.array(anyCoupon, { maxLength: 3 }),
    points: anyPoints,
  })
  .map(({ vip, discounts, coupons, ...rest }) =>
    facts({
      ...delivery,
      ...rest,
      vip: vip === null ? null : { levelId: 1, name: "Level", discountPercent: vip },
      discounts: new Map(discounts),
      coupons: coupons.map((coupon, index) => ({ ...coupon, _id: index + 1 })),
    }),
  );

/** With the best coupon chosen, as a client does after a first settlement. */
const withBestCoupon = (lines: BareLine[], given: PriceFacts): PriceFacts => {
  const [best] = priceOrder(draft(lines), given).coupons;
  return best && !best.mismatch ? { ...given, couponId: best.coupon._id } : given;
};
/** The discounts of whole lines may take all of them: such an order is refused, which is another rule. */
const isSellable = (lines: BareLine[], given: PriceFacts): boolean => {
  try {
    priceOrder(draft(lines), given);
    return true;
  } catch {
    return false;
  }
};
const goodsFen = (lines: BareLine[], given: PriceFacts): number => {
  const { payFen, deliveryFen } = totalsOf(priceOrder(draft(lines), given));
  return payFen - deliveryFen;
};

describe("the price chain, whatever runs at once", () => {
  const check = (property: (lines: BareLine[], given: PriceFacts) => void): void =>
    fc.assert(
      fc.property(basket, anyFacts, (lines, plain) => {
        fc.pre(isSellable(lines, plain));
        property(lines, withBestCoupon(lines, plain));
      }),
      { numRuns: 400 },
    );

  it("adds up: the parts to the order, the lines to the order, the rows to what was taken off", () => {
    check((lines, given) => {
      const priced = priceOrder(draft(lines), given);
      const totals = totalsOf(priced);
      const off = totals.discountFen + totals.vipFen + totals.couponFen + totals.pointFen;
      expect(totals.payFen).to.equal(totals.totalFen - off + totals.deliveryFen);
      expect(priced.promotions.reduce((sum, { discountFen }) => sum + discountFen, 0)).to.equal(off);
      for (const { items, discountFen, totalFen } of priced.promotions) {
        expect(items.reduce((sum, item) => sum + item.discountFen, 0)).to.equal(discountFen);
        expect(items.reduce((sum, item) => sum + item.totalFen, 0)).to.equal(totalFen);
      }
      expect(totals.pointFen).to.equal(totals.usePoint * given.points.rules.fenPerPoint);
    });
  });

  it("keeps every part whole and not negative, and leaves at least 1 fen for the goods", () => {
    check((lines, given) => {
      const priced = priceOrder(draft(lines), given);
      for (const priceLine of priced.lines) {
        const { discountFen, vipFen, couponFen, pointFen, deliveryFen, payFen, usePoint, givePoint } = priceLine;
        for (const part of [discountFen, vipFen, couponFen, pointFen, deliveryFen, payFen, usePoint, givePoint])
          expect(Number.isSafeInteger(part) && part >= 0, JSON.stringify(priceLine)).to.equal(true);
      }
      // A discount activity alone may give a product away; what comes after it leaves something to pay.
      const discounted = goodsFen(lines, { ...facts(delivery), vip: given.vip, discounts: given.discounts });
      expect(goodsFen(lines, given)).to.be.at.least(Math.min(1, discounted));
      expect(totalsOf(priced).usePoint).to.be.at.most(given.points.available);
    });
  });

  it("does not depend on the order of the items while coupon and reward are for all of them", () => {
    const all = { productScope: 1 as const, scopeValues: [] };
    const forAll = ({ reward, coupons, ...rest }: PriceFacts): PriceFacts => ({
      ...rest,
      reward: reward && { ...reward, ...all },
      coupons: coupons.map((coupon) => ({ ...coupon, ...all })),
    });
    fc.assert(
      fc.property(
        basket.chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length }))),
        anyFacts.map(forAll),
        ([lines, shuffled], plain) => {
          fc.pre(isSellable(lines, plain));
          const given = withBestCoupon(lines, plain);
          expect(totalsOf(priceOrder(draft(shuffled), given))).to.deep.equal(totalsOf(priceOrder(draft(lines), given)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("never asks more for the goods because of one thing more: level, discount, reward, coupon or points", () => {
    const nothing = facts(delivery);
    const things: (keyof Pick<PriceFacts, "vip" | "discounts" | "reward" | "points">)[] = [
      "vip",
      "discounts",
      "reward",
      "points",
    ];
    check((lines, given) => {
      const bare = goodsFen(lines, nothing);
      for (const thing of things) expect(goodsFen(lines, { ...nothing, [thing]: given[thing] })).to.be.at.most(bare);
      expect(goodsFen(lines, given)).to.be.at.most(
        goodsFen(lines, { ...given, couponId: null, points: nothing.points }),
      );
      const withoutPoints = { ...given, points: nothing.points };
      expect(goodsFen(lines, given)).to.be.at.most(goodsFen(lines, withoutPoints));
      expect(goodsFen(lines, withoutPoints)).to.be.at.most(goodsFen(lines, { ...withoutPoints, couponId: null }));
      const better = { ...given, couponId: null, points: nothing.points };
      expect(goodsFen(lines, better)).to.be.at.most(goodsFen(lines, { ...better, reward: null }));
    });
  });

  it("of an activity adds up as well, takes its points and no other promotion, and only the points mall may be free", () => {
    const anyOffer = fc.record({
      type: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
      activityId: fc.constant(8),
      unitFen: fc.integer({ min: 0, max: 900_000 }),
      pointPerPiece: fc.integer({ min: 0, max: 500 }),
    });
    fc.assert(
      fc.property(anyLine, anyOffer, anyFacts, (one, { pointPerPiece, ...offered }, plain) => {
        const offer = { ...offered, pointPerPiece: offered.type === 4 ? pointPerPiece : 0 };
        fc.pre(offer.type === 4 || Math.min(offer.unitFen, one.unitPriceFen) > 0);
        const priced = priceOrder(draft([one], { type: offer.type }), { ...plain, offer });
        const totals = totalsOf(priced);
        const goods = Math.min(offer.unitFen, one.unitPriceFen) * one.count;
        expect(totals.payFen).to.equal(goods - totals.pointFen + totals.deliveryFen);
        expect(totals.discountFen).to.equal(totals.totalFen - goods);
        expect([totals.vipFen, totals.couponFen]).to.deep.equal([0, 0]);
        expect(totals.payFen).to.be.at.least(offer.type === 4 ? 0 : 1);
        expect(priced.promotions.filter(({ type }) => type !== 8).every(({ type }) => type === offer.type)).to.equal(
          true,
        );
        if (offer.type === 4) expect(totals).to.include({ usePoint: offer.pointPerPiece * one.count, pointFen: 0 });
      }),
      { numRuns: 300 },
    );
  });

  it("takes exactly the chosen coupon's worth, and refuses the one that does not match", () => {
    check((lines, given) => {
      const priced = priceOrder(draft(lines), given);
      for (const { coupon, valueFen, mismatch } of priced.coupons) {
        const chosen = { ...given, couponId: coupon._id };
        if (mismatch)
          expect(() => priceOrder(draft(lines), chosen))
            .to.throw()
            .with.property("code", 1011003006);
        else expect(totalsOf(priceOrder(draft(lines), chosen)).couponFen).to.equal(valueFen);
      }
    });
  });
});
