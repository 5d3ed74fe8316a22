import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { CouponStatus } from "./coupon.states.js";
import type { CouponDiscount } from "./couponTemplate.model.js";
import type { ProductScopeKind } from "./productScope.js";

/** A member's coupon, with the terms of its template at the moment it was taken. */
export interface CouponDoc extends CouponDiscount {
  _id: number;
  memberId: number;
  templateId: number;
  name: string;
  /** As it was last written; past validEndAt an unused one is expired, whatever is written (couponStatusAt). */
  status: CouponStatus;
  /** 1 taken, 2 given by an operator or with an order, 3 given at registration. */
  takeType: 1 | 2 | 3;
  usePriceFen: number;
  productScope: ProductScopeKind;
  scopeValues: number[];
  validStartAt: Date;
  validEndAt: Date;
  /** The order that uses it. */
  orderId: number | null;
  usedAt: Date | null;
  /** The paid order that it was a gift of. */
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
    status: { type: Number, enum: [1, 2, 3], default: 1 },
    takeType: { type: Number, enum: [1, 2, 3], required: true },
    usePriceFen: { type: Number, required: true },
    productScope: { type: Number, enum: [1, 2, 3], required: true },
    scopeValues: { type: [Number], default: [] },
    discountType: { type: Number, enum: [1, 2], required: true },
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
