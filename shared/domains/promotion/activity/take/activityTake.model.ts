import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { ActivityKind } from "../activity.states.js";

/** What an order has taken of an activity; one row per order. */
export interface ActivityTakeDoc {
  _id: number;
  orderId: number;
  memberId: number;
  kind: ActivityKind;
  activityId: number;
  skuId: number;
  count: number;
  unitFen: number;
  /** Group-buy: the group to join once paid; null: a new one. */
  headId: number | null;
  /** Bargain: its record. */
  recordId: number | null;
  state: "held" | "paid" | "released";
  /** Group-buy, set while unpaid or in an open group: a member has one such order per activity. */
  openKey?: string;
  createdAt: Date;
}

export const ActivityTakeModel = defineModel<ActivityTakeDoc>(
  "activityTakes",
  {
    orderId: { type: Number, required: true },
    memberId: { type: Number, required: true },
    kind: { type: Number, required: true },
    activityId: { type: Number, required: true },
    skuId: { type: Number, required: true },
    count: { type: Number, required: true },
    unitFen: { type: Number, required: true },
    headId: { type: Number, default: null },
    recordId: { type: Number, default: null },
    state: { type: String, enum: ["held", "paid", "released"], default: "held" },
    openKey: String,
  },
  {
    claims: [{ fields: ["openKey"] }],
    indexes: [
      [{ orderId: 1 }, { unique: true }],
      [{ openKey: 1 }, { sparse: true }],
      [{ activityId: 1, memberId: 1 }],
      [{ memberId: 1 }],
    ],
  },
);

/** How much of an activity's limits a member has used: pieces bought, bargains started, helps given. */
export interface ActivityCountDoc {
  _id: number;
  activityId: number;
  memberId: number;
  /** "take", "take-<skuId>", "bargain", "help". */
  scope: string;
  count: number;
}

export const ActivityCountModel = defineModel<ActivityCountDoc>(
  "activityCounts",
  {
    activityId: { type: Number, required: true },
    memberId: { type: Number, required: true },
    scope: { type: String, required: true },
    count: { type: Number, required: true, min: 0 },
  },
  { indexes: [[{ activityId: 1, memberId: 1, scope: 1 }, { unique: true }], [{ memberId: 1 }]] },
);
