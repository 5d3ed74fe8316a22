import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** Views of a product, and additions to the cart. */
export interface VisitNumbers {
  /** Number of views, and of different members who viewed it. */
  browseCount: number;
  browseUserCount: number;
  /** Number of different members who added it to their cart. */
  cartCount: number;
}

/** The visits of one product on one day, counted up as they happen. */
export interface ProductVisitDayDoc extends VisitNumbers {
  /** "2026-01-01 7": day and product. */
  _id: string;
  /** yyyy-MM-dd in Asia/Shanghai. */
  day: string;
  spuId: number;
  /** When it was last counted up. */
  updatedAt: Date;
}

const number = { type: Number, default: 0 };

export const ProductVisitDayModel = defineModel<ProductVisitDayDoc>(
  "productVisitDays",
  {
    _id: { type: String, required: true },
    day: { type: String, required: true },
    spuId: { type: Number, required: true },
    browseCount: number,
    browseUserCount: number,
    cartCount: number,
  },
  { indexes: [[{ day: 1, updatedAt: 1 }]] },
);

/** Marks that a member was counted for a product and a day; expires after the day. */
interface ProductVisitorDoc {
  /** "2026-01-01 7 browse 12": day, product, kind, member. */
  _id: string;
  expiresAt: Date;
}
export const ProductVisitorModel = defineModel<ProductVisitorDoc>(
  "productVisitors",
  { _id: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);
