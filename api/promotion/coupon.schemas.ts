import { z } from "zod";
import { Confirm } from "#api/http/security/confirm.js";
import { DateRange, Long, LongId, longOf, optional, pageInput, pageOf, text, Time, Instant } from "#api/http/fields.js";
import {
  CouponDiscountType,
  CouponStatus,
  CouponTakeType,
  CouponValidity,
} from "#shared/domains/promotion/coupon/coupon.states.js";
import { Fen, int, Name, namesItsScope, Scope, scopeFault, ScopeValues, Switch } from "./promotion.fields.js";

/** 1 unused, 2 used, 3 expired. */
const Status = longOf(Object.values(CouponStatus));
/** 1 taken by members, 2 given by operators, 3 given at registration. */
const TakeType = longOf(Object.values(CouponTakeType));
/** 1 amount, 2 percent. */
const DiscountType = longOf(Object.values(CouponDiscountType));
/** -1: unlimited. */
const Bound = z
  .number()
  .int()
  .min(-1)
  .max(100_000_000)
  .refine((count) => count !== 0, { error: "must be -1 or at least 1" })
  .default(-1);
const Days = z.number().int().min(0).max(3_650);

/** The discount, and the goods it applies to. */
const terms = {
  name: z.string(),
  /** The minimum of the matching goods, fen; 0: none. */
  usePrice: int,
  productScope: int,
  productScopeValues: z.array(int),
  discountType: int,
  /** 80: eighty percent are paid. */
  discountPercent: int.nullable(),
  discountPrice: int.nullable(),
  discountLimitPrice: int.nullable(),
};
export const CouponView = z.object({
  id: int,
  templateId: int,
  status: int,
  ...terms,
  validStartTime: Time,
  validEndTime: Time,
  useOrderId: int.nullable(),
  useTime: Time.nullable(),
  createTime: Time,
});
export const CouponPage = pageOf(CouponView);
export const CouponPageBody = pageInput({ status: optional(Status) });
export const CouponTakeBody = z.object({ templateId: LongId });

const template = {
  id: int,
  description: z.string(),
  ...terms,
  totalCount: int,
  takeLimitCount: int,
  takeCount: int,
  validityType: int,
  validStartTime: Time.nullable(),
  validEndTime: Time.nullable(),
  fixedStartTerm: int.nullable(),
  fixedEndTerm: int.nullable(),
};
export const TakeableTemplateView = z.object({ ...template, canTake: z.boolean() });
export const TakeableTemplateList = z.array(TakeableTemplateView);
export const TakeableTemplateQuery = z.object({
  /** Only those for this product. */
  spuId: optional(LongId),
  productScope: optional(Scope),
  count: optional(Long.pipe(z.number().min(1).max(100))),
});

const fields = {
  name: Name,
  description: optional(text(500)),
  totalCount: Bound,
  takeLimitCount: Bound,
  takeType: TakeType,
  usePrice: Fen,
  productScope: Scope,
  productScopeValues: ScopeValues,
  /** 1 fixed dates, 2 days after taking. */
  validityType: longOf(Object.values(CouponValidity)),
  validStartTime: optional(Instant),
  validEndTime: optional(Instant),
  fixedStartTerm: optional(Days),
  fixedEndTerm: optional(Days.min(1)),
  discountType: DiscountType,
  discountPercent: optional(z.number().int().min(1).max(99)),
  discountPrice: optional(Fen.min(1)),
  discountLimitPrice: optional(Fen.min(1)),
  confirm: Confirm,
};

type Sent = {
  validityType: CouponValidity;
  validStartTime?: number | undefined;
  validEndTime?: number | undefined;
  fixedEndTerm?: number | undefined;
  discountType: CouponDiscountType;
  discountPercent?: number | undefined;
  discountPrice?: number | undefined;
};
type Rule = [(sent: Sent) => boolean, { path: string[]; error: string }];
const needed = (path: string, ok: (sent: Sent) => boolean): Rule => [ok, { path: [path], error: "must be given" }];
/** The required fields of each kind of validity and of discount. */
const rules: Rule[] = [
  needed("validStartTime", (sent) => sent.validityType !== CouponValidity.dates || sent.validStartTime !== undefined),
  needed("validEndTime", (sent) => sent.validityType !== CouponValidity.dates || sent.validEndTime !== undefined),
  [
    (sent) =>
      sent.validityType !== CouponValidity.dates || (sent.validStartTime ?? 0) < (sent.validEndTime ?? Infinity),
    { path: ["validEndTime"], error: "must be later than validStartTime" },
  ],
  needed("fixedEndTerm", (sent) => sent.validityType !== CouponValidity.days || sent.fixedEndTerm !== undefined),
  needed(
    "discountPercent",
    (sent) => sent.discountType !== CouponDiscountType.percent || sent.discountPercent !== undefined,
  ),
  needed(
    "discountPrice",
    (sent) => sent.discountType !== CouponDiscountType.amount || sent.discountPrice !== undefined,
  ),
];
const sound = <S extends z.ZodType<Sent>>(schema: S): S =>
  rules.reduce((checked, [ok, fault]) => checked.refine(ok, fault) as S, schema);

export const TemplateCreateBody = sound(z.object(fields).refine(namesItsScope, scopeFault));
export const TemplateUpdateBody = sound(z.object({ id: LongId, ...fields }).refine(namesItsScope, scopeFault));
export const TemplateStatusBody = z.object({ id: LongId, status: Switch });
export const TemplateAdminView = z.object({
  ...template,
  status: int,
  takeType: int,
  useCount: int,
  createTime: Time,
});
export const TemplateAdminPage = pageOf(TemplateAdminView);
export const TemplatePageQuery = pageInput({
  name: optional(Name),
  status: optional(Switch),
  takeType: optional(TakeType),
  discountType: optional(DiscountType),
  productScope: optional(Scope),
  createTime: DateRange,
});

export const CouponSendBody = z.object({ templateId: LongId, userIds: z.array(LongId).min(1).max(500) });
export const CouponAdminView = CouponView.extend({ userId: int, nickname: z.string(), takeType: int });
export const CouponAdminPage = pageOf(CouponAdminView);
export const CouponAdminPageQuery = pageInput({
  userId: optional(LongId),
  templateId: optional(LongId),
  status: optional(Status),
  createTime: DateRange,
});
