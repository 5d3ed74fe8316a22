import type { DeliveryTemplateDoc } from "../deliveryTemplate.model.js";
import type { DeliveryType, OrderType } from "../order.states.js";

/** The parts that a line's price is made of, each fen for the whole line and never negative. */
export interface LineAmounts {
  /** Discount activity and full reduction. */
  discountFen: number;
  vipFen: number;
  couponFen: number;
  pointFen: number;
  /** The line's share of the delivery fee: the only part that adds. */
  deliveryFen: number;
}

export interface PriceLine extends LineAmounts {
  skuId: number;
  spuId: number;
  count: number;
  /** Of one piece, before anything is taken off. */
  unitPriceFen: number;
  deliveryTemplateId: number | null;
  /** Of one piece: kg and m³. */
  weight: number;
  volume: number;
  /** unitPrice x count - discount - vip - coupon - point + delivery. */
  payFen: number;
}

/** An order's price on its way through the chain. Plain data: a step answers a new draft. */
export interface PriceDraft {
  type: OrderType;
  deliveryType: DeliveryType;
  lines: readonly PriceLine[];
  /** A reduction promised delivery for nothing. */
  freeDelivery: boolean;
}

/** What the steps look up, read before they run. */
export interface PriceFacts {
  /** [district, city, province, country] of the destination; null: no address yet. */
  destination: readonly number[] | null;
  templates: ReadonlyMap<number, Pick<DeliveryTemplateDoc, "chargeMode" | "charges" | "frees">>;
  /** Express costs nothing from this price on; null: no such rule. */
  freeDeliveryFromFen: number | null;
}

export type PriceStep = (draft: PriceDraft, facts: PriceFacts) => PriceDraft;

/** Sums over the lines (spec, Price object). */
export interface PriceTotals {
  totalFen: number;
  discountFen: number;
  vipFen: number;
  couponFen: number;
  pointFen: number;
  deliveryFen: number;
  payFen: number;
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

export function payFenOf(line: Omit<PriceLine, "payFen">): number {
  const off = line.discountFen + line.vipFen + line.couponFen + line.pointFen;
  return line.unitPriceFen * line.count - off + line.deliveryFen;
}

export function totalsOf({ lines }: PriceDraft): PriceTotals {
  const sum = (of: (line: PriceLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  return {
    totalFen: sum((line) => line.unitPriceFen * line.count),
    discountFen: sum((line) => line.discountFen),
    vipFen: sum((line) => line.vipFen),
    couponFen: sum((line) => line.couponFen),
    pointFen: sum((line) => line.pointFen),
    deliveryFen: sum((line) => line.deliveryFen),
    payFen: sum((line) => line.payFen),
  };
}
