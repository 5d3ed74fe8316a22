import { mulDivFloor, splitFen } from "#shared/kernel/money/money.js";
import type { OrderDoc } from "../order/order.model.js";
import type { OrderItemDoc } from "../order/orderItem.model.js";

type Money = Pick<OrderItemDoc, "payPriceFen" | "refundPriceFen">;
type Points = Pick<OrderItemDoc, "usePoint" | "refundPoint" | "givePoint" | "takenBackPoint">;

/** Fen of an item that are not refunded yet. */
export const leftOf = ({ payPriceFen, refundPriceFen }: Money): number => Math.max(0, payPriceFen - refundPriceFen);

/**
 * Splits a refund over the items: first to the item of its after-sale, then by what is left of each and not requested
 * by an open after-sale (`claimsFen`), then by all that is left. No item gets more than is left of it; the shares add
 * up to the refund, as far as that much is left.
 */
export function shareRefund(
  refundFen: number,
  items: readonly (Money & Pick<OrderItemDoc, "_id">)[],
  { ownItemId, claimsFen }: { ownItemId: number | null; claimsFen: ReadonlyMap<number, number> },
): number[] {
  const shares = items.map(() => 0);
  const room = (index: number): number => leftOf(items[index]!) - shares[index]!;
  const own = items.map(({ _id }, index) => (_id === ownItemId ? room(index) : 0));
  give(own);
  give(items.map(({ _id }, index) => Math.max(0, room(index) - (claimsFen.get(_id) ?? 0))));
  give(items.map((_, index) => room(index)));
  return shares;

  function give(caps: readonly number[]): void {
    const rest = refundFen - sumOf(shares);
    const amount = Math.min(rest, sumOf(caps));
    for (const [index, share] of splitFen(amount, caps, caps).entries()) shares[index]! += share;
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/**
 * Points of an item in proportion to `refundFen`: floor(points × refundFen / payPriceFen), and with the last refund all
 * that are left. For a free item in proportion to its pieces: `part` of `whole`.
 */
export function pointsWith(
  item: Money & Points,
  refundFen: number,
  isLast: boolean,
  [part, whole]: readonly [part: number, whole: number] = [0, 1],
): { usePoint: number; givePoint: number } {
  const share = (total: number, before: number): number => {
    if (isLast) return total - before;
    const ofAll =
      item.payPriceFen === 0 ? mulDivFloor(total, part, whole) : mulDivFloor(total, refundFen, item.payPriceFen);
    return Math.min(total - before, ofAll);
  };
  return {
    usePoint: share(item.usePoint, item.refundPoint),
    givePoint: share(item.givePoint, item.takenBackPoint),
  };
}

/** Experience for a payment: 1 per whole yuan. */
export const experienceOf = (paidFen: number): number => Math.floor(paidFen / 100);

/** Experience in proportion to `refundFen` of an order, rounded down; with the last refund all that is left. */
export function experienceWith(
  { payPriceFen, refundPriceFen, takenBackExperience }: Pick<OrderDoc, keyof Money | "takenBackExperience">,
  refundFen: number,
): number {
  if (payPriceFen === 0) return 0;
  const left = experienceOf(payPriceFen) - takenBackExperience;
  if (refundPriceFen + refundFen >= payPriceFen) return left;
  return Math.min(left, mulDivFloor(experienceOf(payPriceFen), refundFen, payPriceFen));
}
