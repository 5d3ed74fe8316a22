import { findAddressAndPoints, memberErrors, type AddressDoc } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import type { PriceDraft } from "./price/draft.js";
import { priceBasket } from "./priceBasket.js";
import {
  assertBasketInStock,
  assertDeliverable,
  readBasket,
  type BasketLine,
  type OrderLineInput,
} from "./readBasket.js";
import { readOffer, type OfferInput } from "./readOffer.js";

interface SettlementInput extends OfferInput {
  lines: readonly OrderLineInput[];
  deliveryType: DeliveryType;
  addressId?: number | undefined;
  couponId?: number | undefined;
}

export interface Settlement {
  basket: BasketLine[];
  price: PriceDraft;
  /** The requested one, else the member's default, else null; null for pick-up. */
  address: AddressDoc | null;
  /** The member's points. */
  totalPoint: number;
}

/**
 * Calculates what placeOrder would charge for the same input, with every coupon of the member, usable or not; read-only
 * (rules: Catalog and prices).
 */
export async function settleOrder(memberId: number, input: SettlementInput): Promise<Settlement> {
  const at = clock.now();
  const basket = await readBasket(memberId, input.lines);
  await assertDeliverable(basket, input.deliveryType);
  assertBasketInStock(basket);
  const [receiver, offer] = await Promise.all([
    input.deliveryType === DeliveryType.express ? receiverFor(memberId, input.addressId) : null,
    readOffer(memberId, input, basket, at),
  ]);
  const address = receiver?.address ?? null;
  const { price, availablePoints } = await priceBasket({
    memberId,
    at,
    basket,
    offer,
    deliveryType: input.deliveryType,
    areaId: address?.areaId ?? null,
    couponId: input.couponId ?? null,
    usePoints: input.pointStatus ?? false,
    lookAtAll: true,
    availablePoints: receiver?.point,
  });
  return { basket, price, address, totalPoint: availablePoints };
}

async function receiverFor(
  memberId: number,
  addressId: number | undefined,
): Promise<{ address: AddressDoc; point: number } | null> {
  const found = await findAddressAndPoints(memberId, addressId);
  if (!found && addressId !== undefined) throw memberErrors.AddressNotFound();
  return found;
}
