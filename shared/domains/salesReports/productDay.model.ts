import type { ProductNumbers } from "#shared/domains/trade/index.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { VisitNumbers } from "./productVisit.models.js";

/** The numbers of one product on one day (rules: Sales reports); counting all of it again gives the same result. */
interface ProductDayDoc extends ProductNumbers, VisitNumbers {
  /** "2026-01-01 7": day and product. */
  _id: string;
  /** yyyy-MM-dd in Asia/Shanghai. */
  day: string;
  spuId: number;
  /** Its name when it was bought; "": nobody bought it. */
  spuName: string;
  countedAt: Date;
}

const number = { type: Number, default: 0 };

export const ProductDayModel = defineModel<ProductDayDoc>(
  "productDays",
  {
    _id: { type: String, required: true },
    day: { type: String, required: true },
    spuId: { type: Number, required: true },
    spuName: { type: String, default: "" },
    browseCount: number,
    browseUserCount: number,
    cartCount: number,
    orderCount: number,
    orderPayCount: number,
    orderPayPriceFen: number,
    afterSaleCount: number,
    afterSaleRefundPriceFen: number,
    countedAt: { type: Date, required: true },
  },
  { indexes: [[{ day: 1, spuId: 1 }]] },
);
