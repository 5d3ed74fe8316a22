import { defineModel } from "#shared/kernel/mongo/mongo.js";

/**
 * restore: sold units returned to stock; withdraw: that was taken back; adjust: an operator set the stock, with a signed
 * `count`.
 */
export const stockMovementKinds = ["reserve", "release", "commit", "restore", "withdraw", "adjust"] as const;
export type StockMovementKind = (typeof stockMovementKinds)[number];

/** One change of a SKU's stock; at most one per kind and cause, such as refId `order-17`. */
export interface StockMovementDoc {
  _id: number;
  skuId: number;
  kind: StockMovementKind;
  refId: string;
  count: number;
  /** The operator's reason; "" for other causes. */
  reason: string;
  /** How a reservation ended; this field makes release and commit exclude each other. */
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
