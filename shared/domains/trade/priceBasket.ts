import { areaPath } from "#shared/domains/member/index.js";
import { findDeliveryTemplates } from "./deliveryTemplate.queries.js";
import type { DeliveryType } from "./order.states.js";
import { priceOrder } from "./price/chain.js";
import type { PriceDraft, PriceFacts } from "./price/draft.js";
import type { BasketLine } from "./readBasket.js";
import { tradeConfig } from "./tradeConfig.model.js";

export interface PricingOf {
  basket: readonly BasketLine[];
  deliveryType: DeliveryType;
  /** The destination; null: no address yet, so no delivery fee yet. */
  areaId: number | null;
}

/** Reads what the price chain looks up, and runs it. Lines of the answer stand in the basket's order. */
export async function priceBasket({ basket, deliveryType, areaId }: PricingOf): Promise<PriceDraft> {
  const draft: PriceDraft = { type: 0, deliveryType, freeDelivery: false, lines: basket.map(priceLineOf) };
  return priceOrder(draft, await readFacts(basket, areaId));
}

function priceLineOf({ sku, spu, count }: BasketLine): PriceDraft["lines"][number] {
  return {
    skuId: sku._id,
    spuId: spu._id,
    count,
    unitPriceFen: sku.priceFen,
    deliveryTemplateId: spu.deliveryTemplateId,
    weight: sku.weight,
    volume: sku.volume,
    discountFen: 0,
    vipFen: 0,
    couponFen: 0,
    pointFen: 0,
    deliveryFen: 0,
    payFen: 0,
  };
}

async function readFacts(basket: readonly BasketLine[], areaId: number | null): Promise<PriceFacts> {
  const ids = [...new Set(basket.flatMap(({ spu }) => spu.deliveryTemplateId ?? []))];
  const [templates, config] = await Promise.all([findDeliveryTemplates(ids), tradeConfig()]);
  return {
    destination: areaId === null ? null : areaPath(areaId),
    templates: new Map(templates.map((template) => [template._id, template])),
    freeDeliveryFromFen: config.deliveryExpressFreeEnabled ? config.deliveryExpressFreePriceFen : null,
  };
}
