import { splitFen } from "#shared/kernel/money/money.js";
import { addAmounts, totalsOf, type LineAmounts, type PriceDraft, type PriceLine, type Promotion } from "./draft.js";

type PromotionOf = Pick<Promotion, "type" | "id" | "name"> & Partial<Pick<Promotion, "match" | "rule">>;

/**
 * Takes an amount off the lines that `isFor` selects: share = floor(amount × payFen / sum of payFen), the last line
 * gets the remainder, no line becomes negative, and at least 1 fen of the order is left (rules: Catalog and prices).
 * Adds the promotion's row.
 */
export function takeOff(
  draft: PriceDraft,
  part: keyof Omit<LineAmounts, "deliveryFen">,
  amountFen: number,
  isFor: (line: PriceLine) => boolean,
  promotion: PromotionOf,
): PriceDraft {
  const weights = weightsOf(draft, isFor);
  const chosenFen = weights.reduce((sum, weight) => sum + weight, 0);
  const most = Math.max(0, Math.min(chosenFen, totalsOf(draft).payFen - 1));
  const shares = splitFen(Math.min(amountFen, most), weights, weights);
  return addPromotion(addAmounts(draft, part, shares), draft, shares, isFor, promotion);
}

/** The current payFen of the selected lines; 0 for the others. */
export const weightsOf = ({ lines }: PriceDraft, isFor: (line: PriceLine) => boolean): number[] =>
  lines.map((line) => (isFor(line) ? line.payFen : 0));

/** Adds a promotion's row: `shares` taken off the selected lines as they were `before`. */
export function addPromotion(
  draft: PriceDraft,
  before: PriceDraft,
  shares: readonly number[],
  isFor: (line: PriceLine, index: number) => boolean,
  { match = true, rule = null, ...promotion }: PromotionOf,
): PriceDraft {
  const items = before.lines.flatMap((line, index) =>
    isFor(line, index) ? [{ skuId: line.skuId, totalFen: line.payFen, discountFen: shares[index] ?? 0 }] : [],
  );
  const sum = (of: (item: Promotion["items"][number]) => number): number =>
    items.reduce((total, item) => total + of(item), 0);
  const row: Promotion = {
    ...promotion,
    match,
    rule,
    items,
    totalFen: sum((item) => item.totalFen),
    discountFen: sum((item) => item.discountFen),
  };
  return { ...draft, promotions: [...draft.promotions, row] };
}
