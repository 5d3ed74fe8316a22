import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** A variant's discount: a percentage of its price, or an amount off it. */
export interface DiscountProduct {
  spuId: number;
  skuId: number;
  kind: "percent" | "amount";
  /** The paid part: 80 means 80 % of the price. null for an amount. */
  percent: number | null;
  /** The reduction per piece. null for a percentage. */
  amountFen: number | null;
}

/** A limited-time discount on some variants (rules: Catalog and prices). */
export interface DiscountActivityDoc {
  _id: number;
  name: string;
  nameTerms: string[];
  status: EnabledStatus;
  startAt: Date;
  endAt: Date;
  remark: string;
  /** The poster: a key in object storage, or a full address. */
  imgUrl: string;
  products: DiscountProduct[];
  createdAt: Date;
}

export const DiscountActivityModel = defineModel<DiscountActivityDoc>(
  "discountActivities",
  {
    name: { type: String, required: true },
    nameTerms: { type: [String], default: [] },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
    startAt: { type: Date, required: true },
    endAt: { type: Date, required: true },
    remark: { type: String, default: "" },
    imgUrl: { type: String, default: "" },
    products: {
      type: [{ _id: false, spuId: Number, skuId: Number, kind: String, percent: Number, amountFen: Number }],
      required: true,
    },
  },
  { logicalDelete: true, indexes: [[{ status: 1, endAt: 1 }], [{ createdAt: -1, _id: -1 }]] },
);
