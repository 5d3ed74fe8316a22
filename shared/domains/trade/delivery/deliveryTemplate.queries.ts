import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { DeliveryTemplateModel, type DeliveryTemplateDoc } from "./deliveryTemplate.model.js";
import { deliveryErrors } from "./delivery.errors.js";
import type { ChargeMode } from "../trade.codes.js";
import { hasPart } from "#shared/kernel/lists/filters.js";

const cache = defineCache<DeliveryTemplateDoc[]>("deliveryTemplates", { ttlMs: seconds(5), max: 100, isSetting: true });

/** Templates by id, deleted ones too, as products may still refer to them. */
export async function findDeliveryTemplates(ids: readonly number[]): Promise<DeliveryTemplateDoc[]> {
  if (ids.length === 0) return [];
  const sorted = ids.toSorted((a, b) => a - b);
  return cache.read(sorted.join(), () =>
    withDeleted(DeliveryTemplateModel.find({ _id: { $in: sorted } }))
      .lean<DeliveryTemplateDoc[]>()
      .exec(),
  );
}

/** Must be called after each change of a template. */
export const invalidateDeliveryTemplates = (): void => cache.invalidate();

/** Throws TemplateNotFound. */
export async function deliveryTemplate(id: number): Promise<DeliveryTemplateDoc> {
  const template = await DeliveryTemplateModel.findById(id).lean<DeliveryTemplateDoc>();
  if (!template) throw deliveryErrors.TemplateNotFound();
  return template;
}

/** For operators, in the shop's order. `name` matches a part, ignoring case. */
export async function pageDeliveryTemplates(
  { name = "", chargeMode }: { name?: string | undefined; chargeMode?: ChargeMode | undefined },
  page: Page,
): Promise<PageOf<DeliveryTemplateDoc>> {
  // A shop has some dozens at most, so parts of names are matched here, not in the database.
  const all = await DeliveryTemplateModel.find(chargeMode === undefined ? {} : { chargeMode })
    .sort({ sort: 1, _id: 1 })
    .limit(10_000)
    .lean<DeliveryTemplateDoc[]>();
  const found = all.filter((template) => hasPart(template.name, name));
  return pageOfRows(found, page);
}
