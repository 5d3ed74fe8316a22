import { expect } from "chai";
import fc from "fast-check";
import { cutFen } from "#shared/domains/promotion/activity/bargain/cut.js";

const bargain = fc
  .record({
    minFen: fc.integer({ min: 1, max: 100_000 }),
    above: fc.integer({ min: 1, max: 100_000 }),
    cutMinFen: fc.integer({ min: 1, max: 50_000 }),
    spread: fc.integer({ min: 0, max: 50_000 }),
  })
  .map(({ minFen, above, cutMinFen, spread }) => ({
    priceFen: minFen + above,
    minFen,
    cutMinFen,
    cutMaxFen: cutMinFen + spread,
    isLastHelp: false,
  }));
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("one cut of a bargain", () => {
  it("lies within its bounds, and never takes the price below the floor", () => {
    fc.assert(
      fc.property(bargain, random, (row, luck) => {
        const cut = cutFen(row, luck);
        expect(cut).to.be.at.most(row.cutMaxFen);
        expect(row.priceFen - cut).to.be.at.least(row.minFen);
        expect(cut).to.be.at.least(Math.min(row.cutMinFen, row.priceFen - row.minFen));
      }),
    );
  });

  it("the floor is reached with the last helper at the latest, whatever the others took", () => {
    const lucks = fc.array(random, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(bargain, lucks, (row, helpers) => {
        let priceFen = row.priceFen;
        for (const [index, luck] of helpers.entries()) {
          priceFen -= cutFen({ ...row, priceFen, isLastHelp: index === helpers.length - 1 }, luck);
          expect(priceFen).to.be.at.least(row.minFen);
        }
        expect(priceFen).to.equal(row.minFen);
      }),
    );
  });

  it("enough cuts reach the floor exactly", () => {
    fc.assert(
      fc.property(bargain, random, (row, luck) => {
        let priceFen = row.priceFen;
        for (let left = Math.ceil((priceFen - row.minFen) / row.cutMinFen); left > 0; left--)
          priceFen -= cutFen({ ...row, priceFen }, luck);
        expect(priceFen).to.equal(row.minFen);
      }),
      { numRuns: 50 },
    );
  });
});
