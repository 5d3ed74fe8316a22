import { mulDivFloor, splitFen } from "#shared/kernel/money/money.js";
import { addPoints, totalsOf } from "./draft.js";
import type { PriceStep } from "./facts.js";
import { weightsOf } from "./takeOff.js";

/**
 * Adds the points that the order gives once paid: floor(payFen × pointsPerYuan / 100) of the whole price with delivery,
 * split by payFen, and each product's own per line; a reward's are in the draft already. A free order gives none.
 */
export const givePoints: PriceStep = (draft, { points: { rules } }) => {
  const { payFen } = totalsOf(draft);
  if (payFen <= 0) return draft;
  const given = rules.deductEnabled ? mulDivFloor(payFen, Math.max(0, rules.pointsPerYuan), 100) : 0;
  const shares = splitFen(
    given,
    weightsOf(draft, () => true),
  );
  return addPoints(
    draft,
    "givePoint",
    draft.lines.map(({ giveIntegral }, index) => giveIntegral + (shares[index] ?? 0)),
  );
};
