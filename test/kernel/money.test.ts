import { expect } from "chai";
import fc from "fast-check";
import { mulDivFloor, mulDivRound, percentOf, splitFen, yuan } from "#shared/kernel/money/money.js";

const fen = fc.integer({ min: 0, max: 10_000_000_000 });
const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 });
const sum = (list: number[]): number => list.reduce((total, one) => total + one, 0);

describe("money", () => {
  it("a split adds up to the whole and gives nothing to what weighs nothing", () => {
    fc.assert(
      fc.property(fen, weights, (amount, list) => {
        const shares = splitFen(amount, list);
        const eligible = sum(list) > 0;
        expect(sum(shares)).to.equal(eligible ? amount : 0);
        shares.forEach((share, index) => {
          expect(share).to.be.at.least(0);
          if (list[index] === 0) expect(share).to.equal(0);
        });
      }),
    );
  });

  it("the remainder goes to the last eligible one", () => {
    expect(splitFen(100, [1, 1, 1, 0])).to.deep.equal([33, 33, 34, 0]);
  });

  it("no share is larger than its cap, and the split is whole while the caps allow it", () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 100 }), (list, percent) => {
        const amount = mulDivFloor(sum(list), percent, 100);
        const shares = splitFen(amount, list, list);
        expect(sum(shares)).to.equal(amount);
        shares.forEach((share, index) => expect(share).to.be.at.most(list[index]!));
      }),
    );
  });

  it("rounds half up, exactly, also where floating point would not", () => {
    expect(percentOf(999, 80)).to.equal(799);
    expect(mulDivRound(1, 1, 2)).to.equal(1);
    expect(mulDivRound(9_007_199_254_740_991, 1, 1)).to.equal(9_007_199_254_740_991);
    expect(yuan(-105)).to.equal("-1.05");
  });
});
