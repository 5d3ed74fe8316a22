import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";

/** How many public reviews a shopper's search of a product's reviews finds; each change of what is shown drops them. */
export const reviewTotals = defineCache<number>("reviewTotals", { ttlMs: seconds(5), max: 1_000 });
