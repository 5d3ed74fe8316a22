import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** Who looked at a product and who put it into the cart. */
export interface VisitNumbers {
  /** How often it was opened, and by how many different members. */
  browseCount: number;
  browseUserCount: number;
  /** Different members who put it into their cart. */
  cartCount: number;
}

/** Of one product on one day; added to as it happens. */
export interface ProductVisitDayDoc extends VisitNumbers {
  /** "2026-01-01 7": day and product. */
  _id: string;
  /** yyyy-MM-dd in Asia/Shanghai. */
  day: string;
  spuId: number;
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
  { indexes: [[{ day: 1, spuId: 1 }]] },
);

/** That a member was counted for a product and a day; gone when the day is over. */
interface ProductVisitorDoc {
  /** "2026-01-01 7 browse 12": day, product, what they did, member. */
  _id: string;
  expiresAt: Date;
}
export const ProductVisitorModel = defineModel<ProductVisitorDoc>(
  "productVisitors",
  { _id: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);
