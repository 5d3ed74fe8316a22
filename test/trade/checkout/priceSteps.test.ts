import { expect } from "chai";
import { priceOrder } from "#shared/domains/trade/checkout/price/chain.js";
import { totalsOf, type BareLine } from "#shared/domains/trade/checkout/price/draft.js";
import type { Discount, PriceFacts } from "#shared/domains/trade/checkout/price/facts.js";
import { mismatchText, promotionText } from "#shared/domains/trade/checkout/price/wording.js";
import { draft, facts, line, points, rewardOf, rule, terms } from "./priceSupport.js";

const price = (lines: BareLine[], given: Partial<PriceFacts> = {}, type: 0 | 1 | 2 | 3 | 4 = 0) => {
  const priced = priceOrder(draft(lines, { type }), facts(given));
  return { ...priced, totals: totalsOf(priced) };
};
const vip = (discountPercent: number) => ({ levelId: 2, name: "Gold", discountPercent });
const percentOff = (percent: number, activityId = 9): Discount => ({
  activityId,
  name: `Sale ${activityId}`,
  kind: "percent",
  percent,
  amountFen: null,
});
const amountOff = (amountFen: number, activityId = 9): Discount => ({
  activityId,
  name: `Sale ${activityId}`,
  kind: "amount",
  percent: null,
  amountFen,
});
const codeOf = (run: () => unknown): number | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as { code: number }).code;
  }
};

describe("the member's level and the discount activity", () => {
  it("never add up: the better one of each line counts, on a tie the level", () => {
    const lines = [
      line({ skuId: 1 }),
      line({ skuId: 2 }),
      line({ skuId: 3, unitPriceFen: 500, count: 2 }),
      line({ skuId: 4 }),
    ];
    const discounts = new Map([
      [1, percentOff(80)],
      [2, percentOff(90)],
      [3, amountOff(51)],
    ]);
    const { totals, lines: priced, promotions } = price(lines, { vip: vip(90), discounts });
    expect(priced.map(({ vipFen, discountFen }) => [vipFen, discountFen])).to.deep.equal([
      [0, 200],
      [100, 0],
      [0, 102],
      [100, 0],
    ]);
    expect(totals).to.include({ vipFen: 200, discountFen: 302, payFen: 3_498 });
    expect(
      promotions.map(({ type, id, name, discountFen, totalFen }) => ({ type, id, name, discountFen, totalFen })),
    ).to.deep.equal([
      { type: 6, id: 2, name: "Gold", discountFen: 200, totalFen: 2_000 },
      { type: 4, id: 9, name: "Sale 9", discountFen: 302, totalFen: 2_000 },
    ]);
    expect(promotions[1]!.items).to.deep.equal([
      { skuId: 1, totalFen: 1_000, discountFen: 200 },
      { skuId: 3, totalFen: 1_000, discountFen: 102 },
    ]);
  });

  it("round what is paid half up: 80 percent of 0.99 are 0.79, of 0.01 nothing is off", () => {
    expect(price([line({ unitPriceFen: 99 })], { vip: vip(80) }).totals).to.include({ vipFen: 20, payFen: 79 });
    expect(price([line({ unitPriceFen: 1 })], { vip: vip(80) }).totals.payFen).to.equal(1);
  });

  it("take an amount off each piece, and never more than it costs", () => {
    const lines = [line({ skuId: 1, unitPriceFen: 300, count: 3 }), line({ skuId: 2 })];
    const totals = (fen: number) => price(lines, { discounts: new Map([[1, amountOff(fen)]]) }).totals;
    expect(totals(100)).to.include({ discountFen: 300, payFen: 1_600 });
    expect(totals(999)).to.include({ discountFen: 900, payFen: 1_000 });
  });
});

describe("a reward", () => {
  const rules = [rule(1_000, { discountFen: 100 }), rule(2_000, { discountFen: 300, freeDelivery: true, point: 10 })];

  it("takes the last rule that is reached, split by price, the remainder to the last item of its scope", () => {
    const lines = [
      line({ skuId: 1, spuId: 1, unitPriceFen: 1_000 }),
      line({ skuId: 2, spuId: 2, unitPriceFen: 1_001 }),
      line({ skuId: 3, spuId: 3, unitPriceFen: 5_000 }),
    ];
    const reward = rewardOf({ rules, productScope: 2, scopeValues: [1, 2] });
    const priced = price(lines, { reward });
    expect(priced.lines.map(({ discountFen, givePoint }) => [discountFen, givePoint])).to.deep.equal([
      [149, 4],
      [151, 6],
      [0, 0],
    ]);
    expect(priced.promotions).to.have.length(1);
    expect(priced.promotions[0]).to.deep.include({ type: 5, id: 3, totalFen: 2_001, discountFen: 300, match: true });
    expect(priced.promotions[0]!.items.map(({ skuId }) => skuId)).to.deep.equal([1, 2]);
  });

  it("counts what the step before left to pay, or pieces", () => {
    const reward = rewardOf({ rules });
    expect(price([line({ count: 2 })], { reward }).totals.discountFen).to.equal(300);
    expect(price([line({ count: 2 })], { reward, vip: vip(99) }).totals.discountFen).to.equal(100);
    const byPieces = rewardOf({ conditionType: 20, rules: [rule(3, { discountFen: 50 })] });
    expect(price([line({ count: 2 }), line()], { reward: byPieces }).totals.discountFen).to.equal(50);
  });

  it("that is not reached takes nothing and says what its first rule would be", () => {
    const { totals, promotions } = price([line({ unitPriceFen: 999 })], { reward: rewardOf({ rules }) });
    expect(totals.payFen).to.equal(999);
    expect(promotions[0]).to.deep.include({ match: false, discountFen: 0, totalFen: 999, type: 5 });
    expect(promotionText(promotions[0]!, "en")).to.match(/Spend ¥10\.00, minus ¥1\.00/);
  });

  it("of other categories is not even mentioned", () => {
    const reward = rewardOf({ rules, productScope: 3, scopeValues: [99] });
    expect(price([line({ count: 5 })], { reward })).to.deep.include({ promotions: [] });
  });

  it("may give free delivery and coupons, and leaves at least 1 fen of the order", () => {
    const delivered = {
      destination: [330106, 330100, 330000, 1],
      templates: new Map([
        [
          7,
          {
            chargeMode: 1 as const,
            charges: [{ areaIds: [1], startCount: 1, startPriceFen: 800, extraCount: 1, extraPriceFen: 0 }],
            frees: [],
          },
        ],
      ]),
    };
    const give = [{ templateId: 4, count: 2 }];
    const reward = rewardOf({ rules: [rule(1_000, { freeDelivery: true, giveCoupons: give, discountFen: 5_000 })] });
    const priced = price([line({ deliveryTemplateId: 7 })], { ...delivered, reward });
    expect(priced.totals).to.include({ deliveryFen: 0, discountFen: 999, payFen: 1 });
    expect(priced.giveCoupons).to.deep.equal(give);
  });
});

describe("a coupon", () => {
  const goods = [
    line({ skuId: 1, spuId: 1, categoryId: 1, unitPriceFen: 1_000 }),
    line({ skuId: 2, spuId: 2, categoryId: 2, unitPriceFen: 2_000 }),
  ];
  const reasonOf = (overrides: Parameters<typeof terms>[0], lines = goods) =>
    price(lines, { coupons: [terms(overrides)] }).coupons[0]!.mismatch?.why ?? null;

  it("takes an amount, or a percentage up to its limit, off the goods of its scope alone", () => {
    const taken = (overrides: Parameters<typeof terms>[0]) =>
      price(goods, { coupons: [terms(overrides)], couponId: 5 }).lines.map(({ couponFen }) => couponFen);
    expect(taken({ discountFen: 100 })).to.deep.equal([33, 67]);
    expect(taken({ discountFen: 100, productScope: 2, scopeValues: [2] })).to.deep.equal([0, 100]);
    expect(taken({ discountFen: 100, productScope: 3, scopeValues: [1] })).to.deep.equal([100, 0]);
    const percent = { discountType: 2 as const, discountFen: null, discountPercent: 85 };
    expect(taken(percent)).to.deep.equal([150, 300]);
    expect(taken({ ...percent, discountLimitFen: 90 })).to.deep.equal([30, 60]);
  });

  it("says why it cannot be used, the first reason first", () => {
    const later = { validStartAt: new Date("2026-06-02T00:00:00Z") };
    expect(reasonOf({})).to.equal(null);
    expect(reasonOf({ ...later, productScope: 2, scopeValues: [99] })).to.equal("notYetValid");
    expect(reasonOf({ productScope: 2, scopeValues: [99], usePriceFen: 9_999 })).to.equal("noGoods");
    expect(reasonOf({ usePriceFen: 3_001, discountFen: 9_999 })).to.equal("short");
    expect(reasonOf({ usePriceFen: 3_000 })).to.equal(null);
    expect(reasonOf({ discountFen: 3_000 })).to.equal("worthMore");
    expect(reasonOf({ discountFen: 2_999 })).to.equal(null);
    const [short] = price(goods, { coupons: [terms({ usePriceFen: 4_234 })] }).coupons;
    expect(mismatchText(short!.mismatch!, "zh")).to.contain("12.34");
    expect(mismatchText(short!.mismatch!, "en")).to.contain("12.34");
  });

  it("is measured after level, discount and reward, and without the delivery fee", () => {
    const reward = rewardOf({ rules: [rule(0, { discountFen: 500 })] });
    const given = (usePriceFen: number) => price(goods, { reward, vip: vip(90), coupons: [terms({ usePriceFen })] });
    expect(given(2_200).coupons[0]!.mismatch).to.equal(null);
    expect(given(2_201).coupons[0]!.mismatch).to.deep.equal({ why: "short", byFen: 1 });
  });

  it("stands before those that save less; of two alike before the one that ends later; unusable ones at the end", () => {
    const coupons = [
      terms({ _id: 1, discountFen: 9_999 }),
      terms({ _id: 2, discountFen: 50 }),
      terms({ _id: 3, discountFen: 100, validEndAt: new Date("2028-01-01") }),
      terms({ _id: 4, discountFen: 100, validEndAt: new Date("2026-07-01") }),
    ];
    expect(price(goods, { coupons }).coupons.map(({ coupon }) => coupon._id)).to.deep.equal([4, 3, 2, 1]);
  });

  it("is refused when it is not there, cannot be used, or comes with an activity", () => {
    expect(codeOf(() => price(goods, { couponId: 5 }))).to.equal(1011003006);
    expect(codeOf(() => price(goods, { couponId: 5, coupons: [terms({ usePriceFen: 9_999 })] }))).to.equal(1011003006);
    const offer = { type: 1 as const, activityId: 8, unitFen: 500, pointPerPiece: 0 };
    expect(codeOf(() => price([line()], { couponId: 5, coupons: [terms()], offer }, 1))).to.equal(1011003002);
  });
});

describe("points", () => {
  const wanted = (available: number, rules: Parameters<typeof points>[0] = {}) =>
    price([line({ unitPriceFen: 333 }), line({ unitPriceFen: 667 })], {
      points: points(rules, { available, wanted: true }),
    }).totals;

  it("pay as far as they go, up to the shop's limit, and leave at least 1 fen", () => {
    expect(wanted(100)).to.include({ usePoint: 100, pointFen: 100, payFen: 900 });
    expect(wanted(100, { fenPerPoint: 3 })).to.include({ usePoint: 100, pointFen: 300 });
    expect(wanted(100, { maxPoints: 40 })).to.include({ usePoint: 40 });
    expect(wanted(100, { maxPoints: 0 })).to.include({ usePoint: 100 });
    expect(wanted(5_000)).to.include({ usePoint: 999, payFen: 1 });
    expect(wanted(5_000, { fenPerPoint: 100 })).to.include({ usePoint: 9, pointFen: 900, payFen: 100 });
  });

  it("stay when they are not wanted, not there, worth nothing or switched off", () => {
    const stay = (rules: Parameters<typeof points>[0], more: Parameters<typeof points>[1]) =>
      price([line()], { points: points(rules, { available: 100, wanted: true, ...more }) }).totals.usePoint;
    expect(stay({}, { wanted: false })).to.equal(0);
    expect(stay({}, { available: 0 })).to.equal(0);
    expect(stay({ fenPerPoint: 0 }, {})).to.equal(0);
    expect(stay({ deductEnabled: false }, {})).to.equal(0);
  });

  it("are given for whole yuan of what is paid, with the products' own a line", () => {
    const given = price([line({ unitPriceFen: 1_050, count: 2, giveIntegral: 5 }), line({ unitPriceFen: 99 })], {
      points: points({ pointsPerYuan: 2 }),
    });
    expect(given.lines.map(({ givePoint }) => givePoint)).to.deep.equal([46, 2]);
    expect(
      price([line({ giveIntegral: 5 })], { points: points({ pointsPerYuan: 2, deductEnabled: false }) }).totals
        .givePoint,
    ).to.equal(5);
  });
});

describe("an activity's price", () => {
  const offer = (type: 1 | 2 | 3 | 4, unitFen: number, pointPerPiece = 0) => ({
    type,
    activityId: 8,
    unitFen,
    pointPerPiece,
  });

  it("stands instead of the product's, whatever level, discount and reward would say", () => {
    for (const type of [1, 2, 3] as const) {
      const priced = price(
        [line({ count: 2 })],
        {
          offer: offer(type, 700),
          vip: vip(50),
          discounts: new Map([[1, percentOff(10)]]),
          reward: rewardOf({ rules: [rule(0, { discountFen: 1 })] }),
        },
        type,
      );
      expect(priced.totals).to.include({ totalFen: 2_000, discountFen: 600, vipFen: 0, payFen: 1_400 });
      expect(priced.promotions).to.have.length(1);
      expect(priced.promotions[0]).to.include({ type, id: 8, discountFen: 600 });
    }
  });

  it("is never above the product's", () => {
    expect(price([line()], { offer: offer(1, 5_000) }, 1).totals).to.include({ discountFen: 0, payFen: 1_000 });
  });

  it("of a flash sale can be lowered by points", () => {
    const given = { offer: offer(1, 700), points: points({}, { available: 50, wanted: true }) };
    expect(price([line()], given, 1).totals).to.include({ usePoint: 50, payFen: 650 });
  });

  it("of the points mall takes its own points alone, and may be nothing", () => {
    const given = (fen: number) => ({
      offer: offer(4, fen, 30),
      points: points({ pointsPerYuan: 1 }, { available: 500, wanted: true }),
    });
    expect(price([line({ count: 2 })], given(100), 4).totals).to.include({
      usePoint: 60,
      pointFen: 0,
      payFen: 200,
      givePoint: 2,
    });
    expect(price([line({ giveIntegral: 9 })], given(0), 4).totals).to.include({
      usePoint: 30,
      payFen: 0,
      givePoint: 0,
    });
    expect(codeOf(() => price([line()], { offer: offer(1, 0) }, 1))).to.equal(1011003000);
  });
});
