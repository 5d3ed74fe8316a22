import { z } from "zod";
import { defineEvent } from "#shared/kernel/queue/events.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** Other units of a SKU can be bought now than before. `at`: when, epoch ms. */
export const catalogStockChanged = defineEvent("catalog.stockChanged", z.object({ skuId: Id, at: z.number().int() }), {
  once: true,
});
