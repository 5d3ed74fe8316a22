import type { ActivityOffer } from "#shared/domains/promotion/activity/index.js";
import { loyaltyRules, vipPercentOf } from "#shared/domains/loyalty/index.js";
import { areaPath, findMember } from "#shared/domains/member/index.js";
import { runningDiscounts, runningReward, unusedCoupons } from "#shared/domains/promotion/index.js";
import { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import { findDeliveryTemplates } from "../delivery/deliveryTemplate.queries.js";
import type { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import type { PointFacts, PriceFacts } from "./price/facts.js";
import type { BasketLine } from "./readBasket.js";
import { tradeConfig } from "../tradeConfig.model.js";

export interface PricingOf {
  memberId: number;
  at: Date;
  basket: readonly BasketLine[];
  /** null: an ordinary order. */
  offer: ActivityOffer | null;
  deliveryType: DeliveryType;
  /** The destination; null: no address yet, so no delivery fee yet. */
  areaId: number | null;
  /** The coupon to use; null: none. */
  couponId: number | null;
  /** Pay with as many points as possible. */
  usePoints: boolean;
  /** For a settlement: also reads coupons and points that are not used. */
  lookAtAll: boolean;
  /** The member's points, if they were read already. */
  availablePoints?: number | undefined;
}

/** Reads the facts of the price chain in parallel, and only those that the order needs. */
export async function readPriceFacts(pricing: PricingOf): Promise<PriceFacts> {
  const { basket, at, offer, areaId, couponId } = pricing;
  const templateIds = [...new Set(basket.flatMap(({ spu }) => spu.deliveryTemplateId ?? []))];
  const [templates, config, lowered, points] = await Promise.all([
    findDeliveryTemplates(templateIds),
    tradeConfig(),
    offer ? asOffered : readPromotions(pricing),
    readPoints(pricing),
  ]);
  return {
    at,
    offer,
    ...lowered,
    couponId,
    points,
    destination: areaId === null ? null : areaPath(areaId),
    templates: new Map(templates.map((template) => [template._id, template])),
    freeDeliveryFromFen: config.deliveryExpressFreeEnabled ? config.deliveryExpressFreePriceFen : null,
  };
}

type Lowered = Pick<PriceFacts, "vip" | "discounts" | "reward" | "coupons">;
/** An activity's price is not combined with promotions. */
const asOffered: Lowered = { vip: null, discounts: new Map(), reward: null, coupons: [] };

async function readPromotions({ memberId, basket, at, couponId, lookAtAll }: PricingOf): Promise<Lowered> {
  const products = basket.map(({ spu }) => ({ spuId: spu._id, categoryId: spu.categoryId }));
  const [vip, discounts, reward, coupons] = await Promise.all([
    vipPercentOf(memberId),
    runningDiscounts([...new Set(basket.map(({ sku }) => sku._id))], at),
    runningReward(products, at),
    lookAtAll || couponId !== null ? unusedCoupons(memberId, at) : [],
  ]);
  return { vip, discounts, reward, coupons };
}

async function readPoints(pricing: PricingOf): Promise<PointFacts> {
  const { memberId, offer, usePoints, lookAtAll, availablePoints } = pricing;
  const isNeeded = lookAtAll || (usePoints && offer?.type !== ActivityKind.points);
  const [rules, available] = await Promise.all([
    loyaltyRules(),
    availablePoints ?? (isNeeded ? pointsOf(memberId) : 0),
  ]);
  return { memberId, rules, available, wanted: usePoints };
}

const pointsOf = async (memberId: number): Promise<number> => (await findMember(memberId))?.point ?? 0;
