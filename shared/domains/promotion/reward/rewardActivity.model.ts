import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { ProductScopeKind, RewardCondition } from "../promotion.codes.js";

export interface CouponGift {
  templateId: number;
  count: number;
}

/** What is given from a limit on, which is in fen or pieces, depending on the activity's condition. */
export interface RewardRule {
  limit: number;
  discountFen: number;
  freeDelivery: boolean;
  point: number;
  giveCoupons: CouponGift[];
}

/** "Spend X, minus Y" (rules: Catalog and prices). */
export interface RewardActivityDoc {
  _id: number;
  name: string;
  nameTerms: string[];
  status: EnabledStatus;
  startAt: Date;
  endAt: Date;
  remark: string;
  conditionType: RewardCondition;
  productScope: ProductScopeKind;
  scopeValues: number[];
  /** Ascending by limit. */
  rules: RewardRule[];
  createdAt: Date;
}

const count = { type: Number, default: 0 };

export const RewardActivityModel = defineModel<RewardActivityDoc>(
  "rewardActivities",
  {
    name: { type: String, required: true },
    nameTerms: { type: [String], default: [] },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
    startAt: { type: Date, required: true },
    endAt: { type: Date, required: true },
    remark: { type: String, default: "" },
    conditionType: { type: Number, enum: Object.values(RewardCondition), required: true },
    productScope: { type: Number, enum: Object.values(ProductScopeKind), required: true },
    scopeValues: { type: [Number], default: [] },
    rules: {
      type: [
        {
          _id: false,
          limit: { type: Number, required: true },
          discountFen: count,
          freeDelivery: { type: Boolean, default: false },
          point: count,
          giveCoupons: { type: [{ _id: false, templateId: Number, count: Number }], default: [] },
        },
      ],
      required: true,
    },
  },
  { logicalDelete: true, indexes: [[{ status: 1, endAt: 1 }], [{ createdAt: -1, _id: -1 }]] },
);
