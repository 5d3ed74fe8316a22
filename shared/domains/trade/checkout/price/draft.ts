import type { CouponGift, RewardRule } from "#shared/domains/promotion/index.js";
import type { RewardCondition } from "#shared/domains/promotion/promotion.codes.js";
import type { DeliveryType, OrderType } from "../../order/order.states.js";
import type { CouponMatch } from "./couponTerms.js";
import type { PromotionType } from "../../trade.codes.js";

/** The parts that a line's price is made of, each fen for the whole line and never negative. */
export interface LineAmounts {
  /** Activity price, discount activity and full reduction. */
  discountFen: number;
  vipFen: number;
  couponFen: number;
  pointFen: number;
  /** The line's share of the delivery fee: the only part that adds. */
  deliveryFen: number;
}

/** Points for the whole line: what it takes and what it gives once paid. */
interface LinePoints {
  usePoint: number;
  givePoint: number;
}

/** What a line is of, before any price. */
export interface BareLine {
  skuId: number;
  spuId: number;
  categoryId: number;
  count: number;
  /** Of one piece, before anything is taken off. */
  unitPriceFen: number;
  deliveryTemplateId: number | null;
  /** Of one piece: kg and m³. */
  weight: number;
  volume: number;
  /** Points that the product gives by itself, a line, whatever the count. */
  giveIntegral: number;
}

export interface PriceLine extends BareLine, LineAmounts, LinePoints {
  /** unitPrice x count - discount - vip - coupon - point + delivery. */
  payFen: number;
}

/** What lowered the price and by how much, shared out over the lines it was for (rules: Catalog and prices). */
export interface Promotion {
  type: PromotionType;
  id: number;
  /** The activity's own name; "" where its kind is all there is to say. */
  name: string;
  /** What its lines were to pay before. */
  totalFen: number;
  discountFen: number;
  items: readonly { skuId: number; totalFen: number; discountFen: number }[];
  /** false: a reward whose first rule is not reached yet. */
  match: boolean;
  /** Of a reward: the rule that is reached, or the first one. Its limit counts fen or pieces. */
  rule: (RewardRule & { conditionType: RewardCondition }) | null;
}

/** An order's price on its way through the chain. Plain data: a step answers a new draft. */
export interface PriceDraft {
  type: OrderType;
  deliveryType: DeliveryType;
  lines: readonly PriceLine[];
  /** A reward promised delivery for nothing. */
  freeDelivery: boolean;
  /** What a reward gives once the order is paid. */
  giveCoupons: readonly CouponGift[];
  promotions: readonly Promotion[];
  /** Every coupon looked at, usable ones first. */
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

/** The draft that the chain starts with. */
export function draftOf(type: OrderType, deliveryType: DeliveryType, lines: readonly BareLine[]): PriceDraft {
  const nothing = { discountFen: 0, vipFen: 0, couponFen: 0, pointFen: 0, deliveryFen: 0, usePoint: 0, givePoint: 0 };
  return {
    type,
    deliveryType,
    freeDelivery: false,
    giveCoupons: [],
    promotions: [],
    coupons: [],
    lines: lines.map((line) => ({ ...line, ...nothing, payFen: line.unitPriceFen * line.count })),
  };
}

/** The draft with `amounts` added to one part, a number a line; the lines' payFen follow. */
export function addAmounts(draft: PriceDraft, part: keyof LineAmounts, amounts: readonly number[]): PriceDraft {
  return {
    ...draft,
    lines: draft.lines.map((line, index) => {
      const changed = { ...line, [part]: line[part] + (amounts[index] ?? 0) };
      return { ...changed, payFen: payFenOf(changed) };
    }),
  };
}

/** The draft with points added to what its lines take or give, a number a line. */
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
