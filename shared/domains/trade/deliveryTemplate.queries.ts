import { defineCache } from "#shared/platform/cache.js";
import { seconds } from "#shared/platform/clock.js";
import { DeliveryTemplateModel, type DeliveryTemplateDoc } from "./deliveryTemplate.model.js";

const kept = defineCache<DeliveryTemplateDoc[]>("deliveryTemplates", { ttlMs: seconds(5), max: 100, isSetting: true });

/** Templates by id; what is gone is absent. */
export async function findDeliveryTemplates(ids: readonly number[]): Promise<DeliveryTemplateDoc[]> {
  if (ids.length === 0) return [];
  const sorted = ids.toSorted((a, b) => a - b);
  return kept.read(sorted.join(), () =>
    DeliveryTemplateModel.find({ _id: { $in: sorted } })
      .lean<DeliveryTemplateDoc[]>()
      .exec(),
  );
}

/** To be called by whoever changes one. */
export const forgetDeliveryTemplates = (): void => kept.forget();
