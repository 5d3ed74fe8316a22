import type { ActivityKind } from "./activity.states.js";
/** The fields of a settlement or a new order that select an activity (rules: Catalog and prices). */
export interface ActivityInput {
  type?: number | undefined;
  seckillActivityId?: number | undefined;
  combinationActivityId?: number | undefined;
  combinationHeadId?: number | undefined;
  bargainRecordId?: number | undefined;
  pointActivityId?: number | undefined;
}

/** The one line of an activity order; `stock` is the SKU's own. */
export interface ActivityLine {
  skuId: number;
  spuId: number;
  count: number;
  stock: number;
}

/** An activity's offer for one line: its price, and what takeActivity will reserve. */
export interface ActivityOffer {
  type: ActivityKind;
  activityId: number;
  skuId: number;
  count: number;
  /** Per piece. */
  unitFen: number;
  /** Points mall: points per piece; else 0. */
  pointPerPiece: number;
  /** Group-buy: the group to join; null: a new one. */
  headId: number | null;
  /** Bargain: the ordered record. */
  recordId: number | null;
}
