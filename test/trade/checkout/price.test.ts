import { expect } from "chai";
import fc from "fast-check";
import { tradeErrors } from "#shared/domains/trade/trade.errors.js";
import { listPrice, priceOrder } from "#shared/domains/trade/checkout/price/chain.js";
import { deliveryFee } from "#shared/domains/trade/checkout/price/deliveryFee.js";
import { addAmounts, totalsOf, type BareLine } from "#shared/domains/trade/checkout/price/draft.js";
import type { PriceFacts } from "#shared/domains/trade/checkout/price/facts.js";
import { splitFen } from "#shared/kernel/money/money.js";
import { draft, facts as plainFacts, line } from "./priceSupport.js";

const DISTRICT = 330106;
const path = [DISTRICT, 330100, 330000, 1];
const charge = (areaIds: number[], startPriceFen: number, overrides = {}) => ({
  areaIds,
  startCount: 1,
  startPriceFen,
  extraCount: 1,
  extraPriceFen: 100,
  ...overrides,
});
const facts = (overrides: Partial<PriceFacts> = {}): PriceFacts => plainFacts({ destination: path, ...overrides });
const byCount = (
  charges = [charge([1], 800)],
  frees: { areaIds: number[]; freeCount: number; freePriceFen: number }[] = [],
) => facts({ templates: new Map([[7, { chargeMode: 1 as const, charges, frees }]]) });
const feeOf = (lines: BareLine[], given: PriceFacts): number =>
  totalsOf(deliveryFee(listPrice(draft(lines), given), given)).deliveryFen;

const lines = fc.array(
  fc.record({
    unitPriceFen: fc.integer({ min: 0, max: 5_000_000 }),
    count: fc.integer({ min: 1, max: 999 }),
    deliveryTemplateId: fc.constantFrom(null, 7, 8),
    weight: fc.constantFrom(0, 0.1, 0.35, 2),
    volume: fc.constantFrom(0, 0.001, 0.02),
  }),
  { minLength: 1, maxLength: 8 },
);
const anyFacts = fc.record({
  startPriceFen: fc.integer({ min: 0, max: 5_000 }),
  extraPriceFen: fc.integer({ min: 0, max: 2_000 }),
  startCount: fc.constantFrom(0.1, 0.5, 1, 3),
  extraCount: fc.constantFrom(0.1, 0.3, 1, 2),
  chargeMode: fc.constantFrom(1 as const, 2 as const, 3 as const),
});

describe("the price of an order", () => {
  it("is the sum of its items' prices, whatever the delivery costs, and no part is negative", () => {
    fc.assert(
      fc.property(lines, anyFacts, anyFacts, (rows, first, second) => {
        fc.pre(rows.some((row) => row.unitPriceFen > 0));
        const template = ({ chargeMode, ...row }: typeof first) => ({
          chargeMode,
          charges: [{ areaIds: [1], ...row }],
          frees: [],
        });
        const given = facts({
          templates: new Map([
            [7, template(first)],
            [8, template(second)],
          ]),
        });
        const priced = priceOrder(draft(rows.map((row) => line(row))), given);
        const totals = totalsOf(priced);
        expect(totals.payFen).to.equal(totals.totalFen + totals.deliveryFen);
        expect(priced.lines.reduce((sum, { payFen }) => sum + payFen, 0)).to.equal(totals.payFen);
        for (const priceLine of priced.lines) {
          expect(Number.isSafeInteger(priceLine.payFen)).to.equal(true);
          expect(priceLine.deliveryFen).to.be.at.least(0);
          expect(priceLine.payFen).to.be.at.least(priceLine.unitPriceFen * priceLine.count);
        }
      }),
    );
  });

  it("keeps its items' sum when an amount is taken off and spread over them, and never falls below zero", () => {
    fc.assert(
      fc.property(
        lines,
        fc.nat(),
        fc.constantFrom("discountFen", "couponFen", "pointFen", "vipFen"),
        (rows, off, part) => {
          const priced = listPrice(draft(rows.map((row) => line(row))), facts());
          const weights = priced.lines.map(({ payFen }) => payFen);
          const amount = Math.min(off, totalsOf(priced).payFen);
          const after = addAmounts(priced, part as "discountFen", splitFen(amount, weights, weights));
          expect(totalsOf(after).payFen).to.equal(totalsOf(priced).payFen - amount);
          expect(Math.min(...after.lines.map(({ payFen }) => payFen))).to.be.at.least(0);
        },
      ),
    );
  });

  it("is refused when nothing is left to pay", () => {
    expect(() => priceOrder(draft([line({ unitPriceFen: 0 })]), facts()))
      .to.throw()
      .with.property("code", 1011003000);
  });
});

describe("the delivery fee", () => {
  const item = (overrides: Partial<BareLine> = {}) => line({ deliveryTemplateId: 7, ...overrides });

  it("is nothing without an address, for pick-up, and for goods without a template", () => {
    expect(feeOf([item()], { ...byCount(), destination: null })).to.equal(0);
    expect(totalsOf(deliveryFee(draft([item()], { deliveryType: 2 }), byCount())).deliveryFen).to.equal(0);
    expect(feeOf([line()], byCount())).to.equal(0);
  });

  it("counts the first pieces together and every begun step beyond them", () => {
    const given = byCount([charge([1], 800, { startCount: 3, extraCount: 2, extraPriceFen: 200 })]);
    const fees = [1, 3, 4, 5, 6].map((count) => feeOf([item({ count })], given));
    expect(fees).to.deep.equal([800, 800, 1_000, 1_000, 1_200]);
  });

  it("takes the row of the district before the city's, the province's and the country's", () => {
    const rows = [charge([1], 4), charge([330000], 3), charge([330100], 2), charge([DISTRICT], 1)];
    for (const [dropped, fee] of [1, 2, 3, 4].entries())
      expect(feeOf([item()], byCount(rows.slice(0, 4 - dropped)))).to.equal(fee);
  });

  it("is refused where no row of the template reaches, and where the template is gone", () => {
    expect(() => feeOf([item()], byCount([charge([310000], 5)])))
      .to.throw()
      .with.property("code", tradeErrors.NoDeliveryTemplate.code);
    expect(() => feeOf([item({ deliveryTemplateId: 99 })], byCount()))
      .to.throw()
      .with.property("code", 1011003001);
  });

  it("measures weight and volume without the errors of fractions", () => {
    const weighed = facts({
      templates: new Map([
        [7, { chargeMode: 2 as const, charges: [charge([1], 500, { startCount: 0.3, extraCount: 0.1 })], frees: [] }],
      ]),
    });
    expect(feeOf([item({ weight: 0.1, count: 3 })], weighed)).to.equal(500);
    expect(feeOf([item({ weight: 0.1, count: 4 })], weighed)).to.equal(600);
    const bulky = facts({
      templates: new Map([
        [7, { chargeMode: 3 as const, charges: [charge([1], 500, { startCount: 0.01, extraCount: 0.01 })], frees: [] }],
      ]),
    });
    expect(feeOf([item({ volume: 0.004, count: 5 })], bulky)).to.equal(600);
  });

  it("is nothing from the free row's count and price on, both", () => {
    const given = byCount(undefined, [{ areaIds: [330000], freeCount: 2, freePriceFen: 3_000 }]);
    expect(feeOf([item({ count: 2, unitPriceFen: 1_500 })], given)).to.equal(0);
    expect(feeOf([item({ count: 2, unitPriceFen: 1_499 })], given)).to.equal(900);
    expect(feeOf([item({ count: 1, unitPriceFen: 9_000 })], given)).to.equal(800);
  });

  it("is nothing from the shop's own price on, and when a reduction promised it", () => {
    const given = { ...byCount(), freeDeliveryFromFen: 1_000 };
    expect(feeOf([item({ unitPriceFen: 1_000 })], given)).to.equal(0);
    expect(feeOf([item({ unitPriceFen: 999 })], given)).to.equal(800);
    const promised = deliveryFee({ ...listPrice(draft([item()]), given), freeDelivery: true }, byCount());
    expect(totalsOf(promised).deliveryFen).to.equal(0);
  });

  it("is one for each template, shared by what it measures; goods without weight share by their number", () => {
    const given = facts({
      templates: new Map([
        [7, { chargeMode: 2 as const, charges: [charge([1], 1_000, { startCount: 100 })], frees: [] }],
        [8, { chargeMode: 1 as const, charges: [charge([1], 700, { startCount: 10 })], frees: [] }],
      ]),
    });
    const shares = (rows: BareLine[]) => deliveryFee(draft(rows), given).lines.map(({ deliveryFen }) => deliveryFen);
    expect(shares([item({ weight: 1 }), item({ weight: 3 }), line({ deliveryTemplateId: 8 })])).to.deep.equal([
      250, 750, 700,
    ]);
    expect(shares([item({ count: 1 }), item({ count: 2 })])).to.deep.equal([333, 667]);
  });
});
