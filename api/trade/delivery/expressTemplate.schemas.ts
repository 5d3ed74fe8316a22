import { z } from "zod";
import { Long, LongId, longOf, nameText, optional, pageInput, text } from "#api/http/fields.js";
import { isKnownArea } from "#shared/domains/member/index.js";
import type { DeliveryTemplateInput } from "#shared/domains/trade/index.js";
import { ChargeMode } from "#shared/domains/trade/trade.codes.js";

const WHOLE_COUNTRY = 1;
const Mode = longOf(Object.values(ChargeMode));
const Fen = z.number().int().min(0).max(100_000_000);
/** Pieces, kg or m³, by the charge mode. */
const Measure = z.number().min(0).max(1_000_000);
const AreaIds = z
  .array(
    LongId.refine((id) => id === WHOLE_COUNTRY || isKnownArea(id), { error: "is not a known area (1: everywhere)" }),
  )
  .min(1)
  .max(4_000);
const namesAreasOnce = (rows: { areaIds: number[] }[]): boolean => {
  const areaIds = rows.flatMap((row) => row.areaIds);
  return new Set(areaIds).size === areaIds.length;
};
const onceFault = { error: "must name an area once" };

const fields = {
  name: nameText(64),
  chargeMode: Mode,
  sort: Long,
  charges: z
    .array(
      z.object({
        areaIds: AreaIds,
        startCount: Measure,
        startPrice: Fen,
        extraCount: Measure,
        extraPrice: Fen,
      }),
    )
    .min(1)
    .max(100)
    .refine(namesAreasOnce, onceFault),
  frees: optional(
    z
      .array(z.object({ areaIds: AreaIds, freeCount: Measure, freePrice: Fen }))
      .max(100)
      .refine(namesAreasOnce, onceFault),
  ),
};
export const TemplateCreateBody = z.object(fields);
export const TemplateUpdateBody = z.object({ id: LongId, ...fields });
export const TemplatePageQuery = pageInput({ name: optional(text(64)), chargeMode: optional(Mode) });

export function templateInput({ name, chargeMode, sort, charges, frees = [] }: z.output<typeof TemplateCreateBody>) {
  return {
    name,
    chargeMode,
    sort,
    charges: charges.map(({ startPrice, extraPrice, ...row }) => ({
      ...row,
      startPriceFen: startPrice,
      extraPriceFen: extraPrice,
    })),
    frees: frees.map(({ freePrice, ...row }) => ({ ...row, freePriceFen: freePrice })),
  } satisfies DeliveryTemplateInput;
}
