import { splitFen } from "#shared/kernel/money/money.js";
import type { ChargeRow, DeliveryTemplateDoc, FreeRow } from "../../delivery/deliveryTemplate.model.js";
import { tradeErrors } from "../../trade.errors.js";
import { addAmounts, totalsOf, type PriceLine } from "./draft.js";
import type { PriceFacts, PriceStep } from "./facts.js";
import { ChargeMode } from "../../trade.codes.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";

/**
 * Adds the delivery fee (rules: Catalog and prices). The first rule that applies: pick-up or no address yet: none; the
 * shop's own free delivery; a reward's free delivery; the templates, a fee for each group of lines that share one: with
 * m = sum of measure × count (pieces, kg or m³), 0 from freeCount and freePrice on, startPrice up to startCount, else
 * startPrice + ceil((m - startCount) / extraCount) × extraPrice; split by m. A line without a template has no fee.
 * Throws NoDeliveryTemplate when a template has no price for the destination.
 */
export const deliveryFee: PriceStep = (draft, facts) => {
  if (draft.deliveryType !== DeliveryType.express || !facts.destination) return draft;
  const { payFen } = totalsOf(draft);
  if (facts.freeDeliveryFromFen !== null && payFen >= facts.freeDeliveryFromFen) return draft;
  if (draft.freeDelivery) return draft;
  const fees = draft.lines.map(() => 0);
  for (const indexes of groupsByTemplate(draft.lines)) {
    const group = indexes.map((index) => draft.lines[index]!);
    for (const [at, fee] of feesOfGroup(group, facts).entries()) fees[indexes[at]!] = fee;
  }
  return addAmounts(draft, "deliveryFen", fees);
};

/** Line indexes, grouped by template. */
function groupsByTemplate(lines: readonly PriceLine[]): number[][] {
  const groups = new Map<number, number[]>();
  lines.forEach(({ deliveryTemplateId }, index) => {
    if (deliveryTemplateId === null) return;
    groups.set(deliveryTemplateId, [...(groups.get(deliveryTemplateId) ?? []), index]);
  });
  return [...groups.values()];
}

/** The group's fee, split over its lines by the template's measure. */
function feesOfGroup(group: readonly PriceLine[], { templates, destination }: PriceFacts): number[] {
  const template = templates.get(group[0]!.deliveryTemplateId!);
  if (!template) throw tradeErrors.NoDeliveryTemplate();
  const measures = group.map((line) => measureOf(line, template.chargeMode));
  const total = sum(measures);
  const fee = feeOfTemplate(template, destination ?? [], total, sum(group.map((line) => line.payFen)));
  // Goods without a weight or volume share the fee by count.
  return splitFen(fee, total > 0 ? measures : group.map((line) => line.count));
}

function feeOfTemplate(
  { charges, frees }: Pick<DeliveryTemplateDoc, "charges" | "frees">,
  destination: readonly number[],
  total: number,
  payFen: number,
): number {
  const free = nearest(frees, destination);
  if (free && total >= scaled(free.freeCount) && payFen >= free.freePriceFen) return 0;
  const charge = nearest(charges, destination);
  if (!charge) throw tradeErrors.NoDeliveryTemplate();
  return chargeFor(charge, total);
}

function chargeFor(row: ChargeRow, total: number): number {
  const over = total - scaled(row.startCount);
  if (over <= 0 || row.extraCount <= 0) return row.startPriceFen;
  return row.startPriceFen + Math.ceil(over / scaled(row.extraCount)) * row.extraPriceFen;
}

/** The row of the smallest area around the destination: district before city, province and country. */
function nearest<R extends ChargeRow | FreeRow>(rows: readonly R[], destination: readonly number[]): R | undefined {
  for (const areaId of destination) {
    const row = rows.find(({ areaIds }) => areaIds.includes(areaId));
    if (row) return row;
  }
  return undefined;
}

/** Measures are compared as whole millionths, so that 3 x 0.1 kg equals 0.3 kg. */
const scaled = (measure: number): number => Math.round(measure * 1_000_000);
const measureOf = (line: PriceLine, mode: ChargeMode): number =>
  scaled(mode === ChargeMode.piece ? 1 : mode === ChargeMode.weight ? line.weight : line.volume) * line.count;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
