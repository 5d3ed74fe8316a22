import type { QueryFilter } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { clock } from "#shared/kernel/time/clock.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { byWords } from "#shared/kernel/lists/searchTerms.js";
import { CouponModel, type CouponDoc } from "./coupon.model.js";
import { CouponTemplateModel, type CouponTemplateDoc, UNLIMITED } from "./couponTemplate.model.js";
import { isOver, leftOf } from "./issueCoupons.js";
import { isInScope, type ScopedItem } from "../productScope.js";
import { promotionErrors } from "../promotion.errors.js";
import { type CouponDiscountType, CouponStatus, CouponTakeType } from "./coupon.states.js";
import type { ProductScopeKind } from "../promotion.codes.js";

/** Any template. Throws CouponTemplateNotFound. */
export async function getCouponTemplate(templateId: number): Promise<CouponTemplateDoc> {
  const template = await CouponTemplateModel.findById(templateId).lean<CouponTemplateDoc>();
  if (!template) throw promotionErrors.CouponTemplateNotFound();
  return template;
}

export interface TakeableTemplate {
  template: CouponTemplateDoc;
  /** Whether the member may take one more. */
  canTake: boolean;
}

/**
 * Templates that members can take now, newest first: enabled, not over, not used up. `item`: only those for this
 * product. `memberId` null: not signed in.
 */
export async function listTakeableTemplates(
  memberId: number | null,
  {
    count,
    item,
    productScope,
  }: { count: number; item?: ScopedItem | undefined; productScope?: ProductScopeKind | undefined },
): Promise<TakeableTemplate[]> {
  const now = clock.now();
  const found = await CouponTemplateModel.find({
    takeType: CouponTakeType.taken,
    status: EnabledStatus.enabled,
    ...(productScope === undefined ? {} : { productScope }),
  })
    .sort({ _id: -1 })
    .limit(1_000)
    .lean<CouponTemplateDoc[]>();
  const templates = found
    .filter((template) => !isOver(template, now) && leftOf(template) > 0)
    .filter((template) => !item || isInScope(template, item))
    .slice(0, count);
  const taken = await countTaken(memberId, templates);
  return templates.map((template) => {
    const { _id, takeLimitCount } = template;
    return { template, canTake: takeLimitCount === UNLIMITED || (taken.get(_id) ?? 0) < takeLimitCount };
  });
}

async function countTaken(
  memberId: number | null,
  templates: readonly CouponTemplateDoc[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  if (memberId === null || templates.length === 0) return counts;
  const coupons = await CouponModel.find(
    { memberId, templateId: { $in: templates.map(({ _id }) => _id) }, takeType: CouponTakeType.taken },
    { templateId: 1 },
  ).lean<Pick<CouponDoc, "_id" | "templateId">[]>();
  for (const { templateId } of coupons) counts.set(templateId, (counts.get(templateId) ?? 0) + 1);
  return counts;
}

interface CouponTemplateSearch {
  name?: string | undefined;
  status?: EnabledStatus | undefined;
  takeType?: CouponTakeType | undefined;
  discountType?: CouponDiscountType | undefined;
  productScope?: ProductScopeKind | undefined;
  /** Both ends inclusive. */
  createdBetween?: TimeSpan | undefined;
}
export interface TemplateWithUse {
  template: CouponTemplateDoc;
  /** The number of its used coupons. */
  useCount: number;
}

/** Templates, newest first. */
export async function pageCouponTemplates(
  { name, createdBetween, ...same }: CouponTemplateSearch,
  page: Page,
): Promise<PageOf<TemplateWithUse>> {
  const filter = Object.fromEntries(
    Object.entries(same).filter(([, value]) => value !== undefined),
  ) as QueryFilter<CouponTemplateDoc>;
  if (name) filter.nameTerms = byWords(name);
  if (createdBetween) filter.createdAt = within(createdBetween);
  const { list, total } = await pageOf(CouponTemplateModel, filter, page);
  return { list: await Promise.all(list.map(withUse)), total };
}

export async function withUse(template: CouponTemplateDoc): Promise<TemplateWithUse> {
  return {
    template,
    useCount: await CouponModel.countDocuments({ templateId: template._id, status: CouponStatus.used }),
  };
}
