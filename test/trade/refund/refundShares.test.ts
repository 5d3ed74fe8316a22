import { expect } from "chai";
import fc from "fast-check";
import {
  experienceOf,
  experienceWith,
  leftOf,
  pointsWith,
  shareRefund,
} from "#shared/domains/trade/refund/refundShares.js";

const anyItem = fc
  .record({
    payPriceFen: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_000_000 })),
    usePoint: fc.integer({ min: 0, max: 100_000 }),
    givePoint: fc.integer({ min: 0, max: 100_000 }),
  })
  .map((item) => ({ ...item, refundPriceFen: 0, refundPoint: 0, takenBackPoint: 0 }));
const anyItems = fc
  .array(anyItem, { minLength: 1, maxLength: 4 })
  .map((items) => items.map((item, index) => ({ ...item, _id: index + 1 })));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

describe("the arithmetic of a refund", () => {
  it("shares a refund out to the fen, and gives no item more than is left of it, its own item first", () => {
    fc.assert(
      fc.property(
        anyItems,
        fc.nat(),
        fc.nat(4),
        fc.array(fc.nat(1_000), { maxLength: 4 }),
        (items, wish, own, claims) => {
          const all = sum(items.map(leftOf));
          const fen = wish % (all + 1);
          const ownItemId = own === 0 ? null : own;
          const claimsFen = new Map(claims.map((claim, index) => [index + 1, claim]));
          const shares = shareRefund(fen, items, { ownItemId, claimsFen });
          expect(sum(shares)).to.equal(fen);
          for (const [index, item] of items.entries()) {
            expect(shares[index]).to.be.within(0, leftOf(item));
            if (item._id === ownItemId) expect(shares[index]).to.equal(Math.min(fen, leftOf(item)));
          }
        },
      ),
    );
  });

  it("leaves alone what an open after-sale asks for, as long as there is other money", () => {
    const items = [1, 2].map((_id) => ({ _id, payPriceFen: 9_900, refundPriceFen: 0 }));
    const claimed = { ownItemId: null, claimsFen: new Map([[1, 9_900]]) };
    expect(shareRefund(9_900, items, claimed)).to.deep.equal([0, 9_900]);
    expect(shareRefund(10_000, items, claimed)).to.deep.equal([100, 9_900]);
    expect(shareRefund(0, items, claimed)).to.deep.equal([0, 0]);
  });

  it("gives the points of an item back in proportion, never too many, and all of them with the last fen", () => {
    fc.assert(
      fc.property(anyItem, fc.array(fc.integer({ min: 1, max: 700_000 }), { maxLength: 12 }), (item, asked) => {
        let now = item;
        for (const wish of [...asked, Number.MAX_SAFE_INTEGER]) {
          const fen = Math.min(wish, leftOf(now));
          const isLast = fen === leftOf(now);
          const { usePoint, givePoint } = pointsWith(now, fen, isLast);
          expect(Math.min(usePoint, givePoint)).to.be.at.least(0);
          if (!isLast) expect(usePoint).to.be.at.most((item.usePoint * fen) / item.payPriceFen);
          now = {
            ...now,
            refundPriceFen: now.refundPriceFen + fen,
            refundPoint: now.refundPoint + usePoint,
            takenBackPoint: now.takenBackPoint + givePoint,
          };
          expect(now.refundPoint).to.be.at.most(item.usePoint);
          expect(now.takenBackPoint).to.be.at.most(item.givePoint);
          if (isLast) break;
        }
        expect(now).to.include({
          refundPriceFen: item.payPriceFen,
          refundPoint: item.usePoint,
          takenBackPoint: item.givePoint,
        });
      }),
    );
  });

  it("takes experience back in proportion, and exactly what was given in the end", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000_000 }),
        fc.array(fc.integer({ min: 1, max: 900_000 }), { maxLength: 12 }),
        (payPriceFen, asked) => {
          let order = { payPriceFen, refundPriceFen: 0, takenBackExperience: 0 };
          for (const wish of [...asked, Number.MAX_SAFE_INTEGER]) {
            const fen = Math.min(wish, leftOf(order));
            const change = experienceWith(order, fen);
            expect(change).to.be.at.least(0);
            order = {
              ...order,
              refundPriceFen: order.refundPriceFen + fen,
              takenBackExperience: order.takenBackExperience + change,
            };
            expect(order.takenBackExperience).to.be.at.most(experienceOf(payPriceFen));
            if (leftOf(order) === 0) break;
          }
          expect(order.takenBackExperience).to.equal(experienceOf(payPriceFen));
        },
      ),
    );
  });

  it("rounds down: one fen of 6793 gives none of 67 points back, half of it 33", () => {
    const item = {
      payPriceFen: 6_793,
      refundPriceFen: 0,
      usePoint: 67,
      refundPoint: 0,
      givePoint: 0,
      takenBackPoint: 0,
    };
    expect(pointsWith(item, 1, false).usePoint).to.equal(0);
    expect(pointsWith(item, 3_397, false).usePoint).to.equal(33);
    expect(pointsWith(item, 6_793, true).usePoint).to.equal(67);
  });
});
