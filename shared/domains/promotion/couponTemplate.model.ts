import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { ProductScopeKind } from "./productScope.js";

/** What a coupon takes off. 1: an amount. 2: a percentage, at most discountLimitFen. */
export interface CouponDiscount {
  discountType: 1 | 2;
  /** 80: eighty percent are paid. null for an amount. */
  discountPercent: number | null;
  discountFen: number | null;
  discountLimitFen: number | null;
}

/** A kind of coupon (domain-facts 2.5). What was taken keeps the terms that it was taken with. */
export interface CouponTemplateDoc extends CouponDiscount {
  _id: number;
  name: string;
  nameTerms: string[];
  description: string;
  /** 0 enabled, 1 disabled. */
  status: 0 | 1;
  /** -1: without end. */
  totalCount: number;
  /** A member's share; -1: without end. */
  takeLimitCount: number;
  /** 1 taken by members, 2 given by operators, 3 given at registration. */
  takeType: 1 | 2 | 3;
  /** What the matching goods must come to; 0: nothing. */
  usePriceFen: number;
  productScope: ProductScopeKind;
  scopeValues: number[];
  /** 1 fixed dates, 2 days after taking. */
  validityType: 1 | 2;
  validStartAt: Date | null;
  validEndAt: Date | null;
  fixedStartDays: number | null;
  fixedEndDays: number | null;
  /** How many were taken or given: moved by guarded writes alone, never above totalCount. */
  takeCount: number;
  createdAt: Date;
}

const orNull = { type: Number, default: null };

export const CouponTemplateModel = defineModel<CouponTemplateDoc>(
  "couponTemplates",
  {
    name: { type: String, required: true },
    nameTerms: { type: [String], default: [] },
    description: { type: String, default: "" },
    status: { type: Number, enum: [0, 1], default: 0 },
    totalCount: { type: Number, required: true },
    takeLimitCount: { type: Number, required: true },
    takeType: { type: Number, enum: [1, 2, 3], required: true },
    usePriceFen: { type: Number, required: true },
    productScope: { type: Number, enum: [1, 2, 3], required: true },
    scopeValues: { type: [Number], default: [] },
    validityType: { type: Number, enum: [1, 2], required: true },
    validStartAt: { type: Date, default: null },
    validEndAt: { type: Date, default: null },
    fixedStartDays: orNull,
    fixedEndDays: orNull,
    discountType: { type: Number, enum: [1, 2], required: true },
    discountPercent: orNull,
    discountFen: orNull,
    discountLimitFen: orNull,
    takeCount: { type: Number, default: 0, min: 0 },
  },
  { logicalDelete: true, indexes: [[{ takeType: 1, status: 1, deletedAt: 1, _id: -1 }], [{ createdAt: -1, _id: -1 }]] },
);
