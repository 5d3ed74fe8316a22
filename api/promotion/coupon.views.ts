import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import {
  couponStatusAt,
  type CouponDoc,
  type CouponOfMember,
  type CouponTemplateDoc,
  type CouponTemplateInput,
  type TakeableTemplate,
  type TemplateWithUse,
} from "#shared/domains/promotion/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import type {
  CouponAdminView,
  CouponView,
  TakeableTemplateView,
  TemplateAdminView,
  TemplateCreateBody,
} from "./coupon.schemas.js";

type Terms = Pick<
  CouponDoc,
  | "name"
  | "usePriceFen"
  | "productScope"
  | "scopeValues"
  | "discountType"
  | "discountPercent"
  | "discountFen"
  | "discountLimitFen"
>;
const termsView = (terms: Terms) => ({
  name: terms.name,
  usePrice: terms.usePriceFen,
  productScope: terms.productScope,
  productScopeValues: terms.scopeValues,
  discountType: terms.discountType,
  discountPercent: terms.discountPercent,
  discountPrice: terms.discountFen,
  discountLimitPrice: terms.discountLimitFen,
});

export const couponView = (coupon: CouponDoc): z.input<typeof CouponView> => ({
  id: coupon._id,
  templateId: coupon.templateId,
  status: couponStatusAt(coupon, clock.now()),
  ...termsView(coupon),
  validStartTime: coupon.validStartAt.getTime(),
  validEndTime: coupon.validEndAt.getTime(),
  useOrderId: coupon.orderId,
  useTime: epochMs(coupon.usedAt),
  createTime: coupon.createdAt.getTime(),
});

export const couponAdminView = ({ coupon, nickname }: CouponOfMember): z.input<typeof CouponAdminView> => ({
  ...couponView(coupon),
  userId: coupon.memberId,
  nickname,
  takeType: coupon.takeType,
});

const templateView = (template: CouponTemplateDoc) => ({
  id: template._id,
  description: template.description,
  ...termsView(template),
  totalCount: template.totalCount,
  takeLimitCount: template.takeLimitCount,
  takeCount: template.takeCount,
  validityType: template.validityType,
  validStartTime: epochMs(template.validStartAt),
  validEndTime: epochMs(template.validEndAt),
  fixedStartTerm: template.fixedStartDays,
  fixedEndTerm: template.fixedEndDays,
});

export const takeableTemplateView = ({
  template,
  canTake,
}: TakeableTemplate): z.input<typeof TakeableTemplateView> => ({ ...templateView(template), canTake });

export const templateAdminView = ({ template, useCount }: TemplateWithUse): z.input<typeof TemplateAdminView> => ({
  ...templateView(template),
  status: template.status,
  takeType: template.takeType,
  useCount,
  createTime: template.createdAt.getTime(),
});

const dateOrNull = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

export function templateInput(body: z.output<typeof TemplateCreateBody>): CouponTemplateInput {
  return {
    name: body.name,
    description: body.description ?? "",
    totalCount: body.totalCount,
    takeLimitCount: body.takeLimitCount,
    takeType: body.takeType,
    usePriceFen: body.usePrice,
    productScope: body.productScope,
    scopeValues: body.productScopeValues ?? [],
    validityType: body.validityType,
    validStartAt: dateOrNull(body.validStartTime),
    validEndAt: dateOrNull(body.validEndTime),
    fixedStartDays: body.fixedStartTerm ?? 0,
    fixedEndDays: body.fixedEndTerm ?? null,
    discountType: body.discountType,
    discountPercent: body.discountPercent ?? null,
    discountFen: body.discountPrice ?? null,
    discountLimitFen: body.discountLimitPrice ?? null,
  };
}
