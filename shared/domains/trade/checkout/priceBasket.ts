import { draftOf, type BareLine, type PriceDraft } from "./price/draft.js";
import { priceOrder } from "./price/chain.js";
import { readPriceFacts, type PricingOf } from "./readPriceFacts.js";
import type { BasketLine } from "./readBasket.js";
import { OrderType } from "../order/order.states.js";

interface PricedBasket {
  /** Its lines are in the basket's order. */
  price: PriceDraft;
  /** The member's points, if they were read. */
  availablePoints: number;
}

/** Reads the facts of the price chain and runs it. */
export async function priceBasket(pricing: PricingOf): Promise<PricedBasket> {
  const { basket, deliveryType, offer } = pricing;
  const facts = await readPriceFacts(pricing);
  const price = priceOrder(draftOf(offer?.type ?? OrderType.normal, deliveryType, basket.map(lineOf)), facts);
  return { price, availablePoints: facts.points.available };
}

function lineOf({ sku, spu, count }: BasketLine): BareLine {
  return {
    skuId: sku._id,
    spuId: spu._id,
    categoryId: spu.categoryId,
    count,
    unitPriceFen: sku.priceFen,
    deliveryTemplateId: spu.deliveryTemplateId,
    weight: sku.weight,
    volume: sku.volume,
    giveIntegral: spu.giveIntegral,
  };
}
