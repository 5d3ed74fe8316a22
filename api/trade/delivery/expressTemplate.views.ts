import { z } from "zod";
import { pageOf, Time } from "#api/http/fields.js";
import type { DeliveryTemplateDoc } from "#shared/domains/trade/index.js";

const int = z.number().int();
export const TemplateView = z.object({
  id: int,
  name: z.string(),
  chargeMode: int,
  sort: int,
  charges: z.array(
    z.object({
      areaIds: z.array(int),
      startCount: z.number(),
      startPrice: int,
      extraCount: z.number(),
      extraPrice: int,
    }),
  ),
  frees: z.array(z.object({ areaIds: z.array(int), freeCount: z.number(), freePrice: int })),
  createTime: Time,
});
export const TemplatePage = pageOf(TemplateView);

export const templateView = (template: DeliveryTemplateDoc): z.input<typeof TemplateView> => ({
  id: template._id,
  name: template.name,
  chargeMode: template.chargeMode,
  sort: template.sort,
  charges: template.charges.map((row) => ({
    areaIds: row.areaIds,
    startCount: row.startCount,
    startPrice: row.startPriceFen,
    extraCount: row.extraCount,
    extraPrice: row.extraPriceFen,
  })),
  frees: template.frees.map((row) => ({
    areaIds: row.areaIds,
    freeCount: row.freeCount,
    freePrice: row.freePriceFen,
  })),
  createTime: template.createdAt.getTime(),
});
