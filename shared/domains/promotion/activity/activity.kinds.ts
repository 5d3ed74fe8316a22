import type { ActivityKind } from "./activity.states.js";
/** What names an activity in a settlement or a new order (rules: Catalog and prices). */
export interface ActivityInput {
  type?: number | undefined;
  seckillActivityId?: number | undefined;
  combinationActivityId?: number | undefined;
  combinationHeadId?: number | undefined;
  bargainRecordId?: number | undefined;
  pointActivityId?: number | undefined;
}

/** The one line of an activity order; `stock` is what its SKU has left. */
export interface ActivityLine {
  skuId: number;
  spuId: number;
  count: number;
  stock: number;
}

/** What an activity gives a member for one line: its price, and what takeActivity will hold. */
export interface ActivityOffer {
  type: ActivityKind;
  activityId: number;
  skuId: number;
  count: number;
  /** Of one piece. */
  unitFen: number;
  /** Points mall: points of one piece, else 0. */
  pointPerPiece: number;
  /** Group-buy: the group that is joined; null: a new one. */
  headId: number | null;
  /** Bargain: the record that is ordered. */
  recordId: number | null;
}
