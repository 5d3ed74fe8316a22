import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** One SKU in a member's cart, with at most one row per SKU. */
export interface CartRowDoc {
  _id: number;
  memberId: number;
  skuId: number;
  /** Stored too, so that a row whose SKU was deleted can still show its product. */
  spuId: number;
  count: number;
  selected: boolean;
  createdAt: Date;
}

export const CartRowModel = defineModel<CartRowDoc>(
  "cartRows",
  {
    memberId: { type: Number, required: true },
    skuId: { type: Number, required: true },
    spuId: { type: Number, required: true },
    count: { type: Number, required: true, min: 1 },
    selected: { type: Boolean, default: true },
  },
  { indexes: [[{ memberId: 1, skuId: 1 }, { unique: true }]] },
);
