import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** restore: sold units came back; adjust: an operator set the stock, and `count` is signed. */
export const stockMovementKinds = ["reserve", "release", "commit", "restore", "adjust"] as const;
export type StockMovementKind = (typeof stockMovementKinds)[number];

/** One change of one SKU's stock for one cause, such as refId `order-17`. At most one of each kind. */
export interface StockMovementDoc {
  _id: number;
  skuId: number;
  kind: StockMovementKind;
  refId: string;
  count: number;
  /** Why an operator changed it; "" where refId says it all. */
  reason: string;
  /** Of a reserve row: how it ended. Release and commit shut each other out through this field. */
  endedBy: "release" | "commit" | null;
  createdAt: Date;
}

export const StockMovementModel = defineModel<StockMovementDoc>(
  "stockMovements",
  {
    skuId: { type: Number, required: true },
    kind: { type: String, enum: stockMovementKinds, required: true },
    refId: { type: String, required: true },
    count: { type: Number, required: true },
    reason: { type: String, default: "" },
    endedBy: { type: String, default: null },
  },
  {
    indexes: [
      [{ skuId: 1, kind: 1, refId: 1 }, { unique: true }],
      [{ createdAt: -1, _id: -1 }],
      [{ skuId: 1, createdAt: -1, _id: -1 }],
      [{ refId: 1 }],
    ],
  },
);
