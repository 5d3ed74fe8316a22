import { mulDivFloor, splitFen } from "#shared/kernel/money/money.js";
import { addPoints, totalsOf } from "./draft.js";
import type { PriceStep } from "./facts.js";
import { weightsOf } from "./takeOff.js";

/** The points that come from money, per line: floor(the sum × pointsPerYuan / 100), split by what each line is to pay. */
export const pointsOfMoney = (payPricesFen: readonly number[], pointsPerYuan: number): number[] =>
  splitFen(
    mulDivFloor(
      payPricesFen.reduce((sum, fen) => sum + fen, 0),
      pointsPerYuan,
      100,
    ),
    payPricesFen,
  );

/**
 * Adds the points that the order gives once paid: those of the whole price with delivery, and each product's own per line;
 * a reward's are in the draft already. A free order gives none.
 */
export const givePoints: PriceStep = (draft, { points: { rules } }) => {
  const { payFen } = totalsOf(draft);
  if (payFen <= 0) return draft;
  const pointsPerYuan = rules.deductEnabled ? Math.max(0, rules.pointsPerYuan) : 0;
  const shares = pointsOfMoney(
    weightsOf(draft, () => true),
    pointsPerYuan,
  );
  return addPoints(
    { ...draft, pointsPerYuan },
    "givePoint",
    draft.lines.map(({ giveIntegral }, index) => giveIntegral + (shares[index] ?? 0)),
  );
};
