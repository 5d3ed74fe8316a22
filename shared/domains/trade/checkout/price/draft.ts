import type { CouponGift, RewardRule } from "#shared/domains/promotion/index.js";
import type { RewardCondition } from "#shared/domains/promotion/promotion.codes.js";
import type { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import type { OrderType } from "../../order/order.states.js";
import type { CouponMatch } from "./couponTerms.js";
import type { PromotionType } from "../../trade.codes.js";

/** The parts of a line's price, in fen for the whole line and never negative. */
export interface LineAmounts {
  /** Activity price, discount activity and full reduction. */
  discountFen: number;
  vipFen: number;
  couponFen: number;
  pointFen: number;
  /** The line's share of the delivery fee, the only part that is added. */
  deliveryFen: number;
}

/** Points for the whole line: used ones, and those that it gives once paid. */
interface LinePoints {
  usePoint: number;
  givePoint: number;
}

/** A line before pricing. */
export interface BareLine {
  skuId: number;
  spuId: number;
  categoryId: number;
  count: number;
  /** Per piece, before reductions. */
  unitPriceFen: number;
  deliveryTemplateId: number | null;
  /** Per piece: kg and m³. */
  weight: number;
  volume: number;
  /** Points that the product itself gives, once per line, whatever the count. */
  giveIntegral: number;
}

export interface PriceLine extends BareLine, LineAmounts, LinePoints {
  /** unitPrice x count - discount - vip - coupon - point + delivery. */
  payFen: number;
}

/** A reduction of the price and its shares by line (rules: Catalog and prices). */
export interface Promotion {
  type: PromotionType;
  id: number;
  /** The activity's own name; "" when there is only its type's name. */
  name: string;
  /** The sum of its lines before the reduction. */
  totalFen: number;
  discountFen: number;
  items: readonly { skuId: number; totalFen: number; discountFen: number }[];
  /** false: a reward whose first rule is not reached yet. */
  match: boolean;
  /** For a reward: the reached rule, or the first one. Its limit is in fen or pieces. */
  rule: (RewardRule & { conditionType: RewardCondition }) | null;
}

/** An order's price between two steps of the chain. Plain data: a step returns a new draft. */
export interface PriceDraft {
  type: OrderType;
  deliveryType: DeliveryType;
  lines: readonly PriceLine[];
  /** A reward gives free delivery. */
  freeDelivery: boolean;
  /** Coupons that a reward gives once the order is paid. */
  giveCoupons: readonly CouponGift[];
  /** Of the money, as the shop gave them when it was priced. */
  pointsPerYuan: number;
  promotions: readonly Promotion[];
  /** Every matched coupon, usable ones first. */
  coupons: readonly CouponMatch[];
}

/** Sums over the lines (rules: Catalog and prices). */
interface PriceTotals {
  totalFen: number;
  discountFen: number;
  vipFen: number;
  couponFen: number;
  pointFen: number;
  deliveryFen: number;
  payFen: number;
  usePoint: number;
  givePoint: number;
}

/** The first draft of the chain. */
export function draftOf(type: OrderType, deliveryType: DeliveryType, lines: readonly BareLine[]): PriceDraft {
  const nothing = { discountFen: 0, vipFen: 0, couponFen: 0, pointFen: 0, deliveryFen: 0, usePoint: 0, givePoint: 0 };
  return {
    type,
    deliveryType,
    freeDelivery: false,
    giveCoupons: [],
    pointsPerYuan: 0,
    promotions: [],
    coupons: [],
    lines: lines.map((line) => ({ ...line, ...nothing, payFen: line.unitPriceFen * line.count })),
  };
}

/** Adds `amounts`, one per line, to one part, and updates the lines' payFen. */
export function addAmounts(draft: PriceDraft, part: keyof LineAmounts, amounts: readonly number[]): PriceDraft {
  return {
    ...draft,
    lines: draft.lines.map((line, index) => {
      const changed = { ...line, [part]: line[part] + (amounts[index] ?? 0) };
      return { ...changed, payFen: payFenOf(changed) };
    }),
  };
}

/** Adds points, one number per line, to the used or the given ones. */
export function addPoints(draft: PriceDraft, part: keyof LinePoints, points: readonly number[]): PriceDraft {
  const lines = draft.lines.map((line, index) => ({ ...line, [part]: line[part] + (points[index] ?? 0) }));
  return { ...draft, lines };
}

function payFenOf(line: Omit<PriceLine, "payFen">): number {
  const off = line.discountFen + line.vipFen + line.couponFen + line.pointFen;
  return line.unitPriceFen * line.count - off + line.deliveryFen;
}

export function totalsOf({ lines }: Pick<PriceDraft, "lines">): PriceTotals {
  const sum = (of: (line: PriceLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  return {
    totalFen: sum((line) => line.unitPriceFen * line.count),
    discountFen: sum((line) => line.discountFen),
    vipFen: sum((line) => line.vipFen),
    couponFen: sum((line) => line.couponFen),
    pointFen: sum((line) => line.pointFen),
    deliveryFen: sum((line) => line.deliveryFen),
    payFen: sum((line) => line.payFen),
    usePoint: sum((line) => line.usePoint),
    givePoint: sum((line) => line.givePoint),
  };
}
