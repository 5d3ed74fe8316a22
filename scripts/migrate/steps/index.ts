import type { Migration } from "#shared/platform/migrations.js";
import { firstSchema } from "./0001-firstSchema.js";
import { enableBuiltChannels } from "./0002-enableBuiltChannels.js";
import { lookUpsByWholeIndexes } from "./0003-lookUpsByWholeIndexes.js";
import { promotionFieldsOfOrders } from "./0004-promotionFieldsOfOrders.js";
import { secondFactorsOfOperators } from "./0005-secondFactorsOfOperators.js";

/** Every step, by number. A new one comes at the end, and `newestMigration` of shared/platform/migrations.ts with it. */
export const steps: Migration[] = [
  firstSchema,
  enableBuiltChannels,
  lookUpsByWholeIndexes,
  promotionFieldsOfOrders,
  secondFactorsOfOperators,
];
