import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { CouponDiscountType, CouponStatus, CouponTakeType } from "./coupon.states.js";
import type { CouponDiscount } from "./couponTemplate.model.js";
import { ProductScopeKind } from "../promotion.codes.js";

/** A member's coupon, with a copy of its template's terms at the time it was taken. */
export interface CouponDoc extends CouponDiscount {
  _id: number;
  memberId: number;
  templateId: number;
  name: string;
  /** The stored status; past validEndAt an unused coupon counts as expired (couponStatusAt). */
  status: CouponStatus;
  takeType: CouponTakeType;
  usePriceFen: number;
  productScope: ProductScopeKind;
  scopeValues: number[];
  validStartAt: Date;
  validEndAt: Date;
  /** The order that uses it. */
  orderId: number | null;
  usedAt: Date | null;
  /** The paid order that gave it. */
  giveOrderId: number | null;
  createdAt: Date;
}

const orNull = { type: Number, default: null };

export const CouponModel = defineModel<CouponDoc>(
  "coupons",
  {
    memberId: { type: Number, required: true },
    templateId: { type: Number, required: true },
    name: { type: String, required: true },
    status: { type: Number, enum: Object.values(CouponStatus), default: CouponStatus.unused },
    takeType: { type: Number, enum: Object.values(CouponTakeType), required: true },
    usePriceFen: { type: Number, required: true },
    productScope: { type: Number, enum: Object.values(ProductScopeKind), required: true },
    scopeValues: { type: [Number], default: [] },
    discountType: { type: Number, enum: Object.values(CouponDiscountType), required: true },
    discountPercent: orNull,
    discountFen: orNull,
    discountLimitFen: orNull,
    validStartAt: { type: Date, required: true },
    validEndAt: { type: Date, required: true },
    orderId: orNull,
    usedAt: { type: Date, default: null },
    giveOrderId: orNull,
  },
  {
    indexes: [
      [{ memberId: 1, status: 1, validEndAt: 1 }],
      [{ memberId: 1, templateId: 1, takeType: 1 }],
      [{ templateId: 1, status: 1 }],
      [{ status: 1, validEndAt: 1 }],
      [{ orderId: 1, status: 1 }],
      [{ giveOrderId: 1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
