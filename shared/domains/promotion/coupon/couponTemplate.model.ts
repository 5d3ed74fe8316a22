import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { CouponDiscountType, CouponTakeType, CouponValidity } from "./coupon.states.js";
import { ProductScopeKind } from "../promotion.codes.js";

/** In place of a number of coupons, in all or per member: as many as are wanted. */
export const UNLIMITED = -1;

/** A coupon's reduction: an amount, or a percentage up to discountLimitFen. */
export interface CouponDiscount {
  discountType: CouponDiscountType;
  /** The paid part: 80 means 80 % of the price. null for an amount. */
  discountPercent: number | null;
  discountFen: number | null;
  discountLimitFen: number | null;
}

/** A kind of coupon (rules: Catalog and prices). Existing coupons keep the terms that they were taken with. */
export interface CouponTemplateDoc extends CouponDiscount {
  _id: number;
  name: string;
  nameTerms: string[];
  description: string;
  status: EnabledStatus;
  /** May be UNLIMITED. */
  totalCount: number;
  /** The limit per member; may be UNLIMITED. */
  takeLimitCount: number;
  takeType: CouponTakeType;
  /** The least sum of the matching goods; 0: none. */
  usePriceFen: number;
  productScope: ProductScopeKind;
  scopeValues: number[];
  validityType: CouponValidity;
  validStartAt: Date | null;
  validEndAt: Date | null;
  fixedStartDays: number | null;
  fixedEndDays: number | null;
  /** Taken and given coupons; changed by guarded writes only, never above totalCount. */
  takeCount: number;
  createdAt: Date;
}

const orNull = { type: Number, default: null };

/** An operator's input for a kind of coupon. */
export type CouponTemplateInput = Omit<CouponTemplateDoc, "_id" | "nameTerms" | "status" | "takeCount" | "createdAt">;

export const CouponTemplateModel = defineModel<CouponTemplateDoc>(
  "couponTemplates",
  {
    name: { type: String, required: true },
    nameTerms: { type: [String], default: [] },
    description: { type: String, default: "" },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
    totalCount: { type: Number, required: true },
    takeLimitCount: { type: Number, required: true },
    takeType: { type: Number, enum: Object.values(CouponTakeType), required: true },
    usePriceFen: { type: Number, required: true },
    productScope: { type: Number, enum: Object.values(ProductScopeKind), required: true },
    scopeValues: { type: [Number], default: [] },
    validityType: { type: Number, enum: Object.values(CouponValidity), required: true },
    validStartAt: { type: Date, default: null },
    validEndAt: { type: Date, default: null },
    fixedStartDays: orNull,
    fixedEndDays: orNull,
    discountType: { type: Number, enum: Object.values(CouponDiscountType), required: true },
    discountPercent: orNull,
    discountFen: orNull,
    discountLimitFen: orNull,
    takeCount: { type: Number, default: 0, min: 0 },
  },
  { logicalDelete: true, indexes: [[{ takeType: 1, status: 1, deletedAt: 1, _id: -1 }], [{ createdAt: -1, _id: -1 }]] },
);
