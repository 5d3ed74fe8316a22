import {
  findAddress,
  findDefaultAddress,
  findMember,
  memberErrors,
  type AddressDoc,
} from "#shared/domains/member/index.js";
import type { DeliveryType } from "./order.states.js";
import { totalsOf, type PriceTotals } from "./price/draft.js";
import { priceBasket } from "./priceBasket.js";
import {
  assertBasketInStock,
  assertDeliverable,
  readBasket,
  type BasketLine,
  type OrderLineInput,
} from "./readBasket.js";
import { refuseActivities, type ActivityInput } from "./refuseActivities.js";

export interface SettlementInput extends ActivityInput {
  lines: readonly OrderLineInput[];
  deliveryType: DeliveryType;
  addressId?: number | undefined;
}

export interface Settlement {
  basket: BasketLine[];
  price: PriceTotals;
  /** The one asked for, else the member's default, else null; null for pick-up. */
  address: AddressDoc | null;
  usePoint: number;
  totalPoint: number;
}

/** What an order would cost; it changes nothing (spec, Trade: settlement). */
export async function settleOrder(memberId: number, input: SettlementInput): Promise<Settlement> {
  refuseActivities(input);
  const basket = await readBasket(memberId, input.lines);
  assertDeliverable(basket, input.deliveryType);
  assertBasketInStock(basket);
  const address = input.deliveryType === 1 ? await addressFor(memberId, input.addressId) : null;
  const priced = await priceBasket({ basket, deliveryType: input.deliveryType, areaId: address?.areaId ?? null });
  const member = await findMember(memberId);
  return { basket, price: totalsOf(priced), address, usePoint: 0, totalPoint: member?.point ?? 0 };
}

async function addressFor(memberId: number, addressId: number | undefined): Promise<AddressDoc | null> {
  if (addressId === undefined) return findDefaultAddress(memberId);
  const address = await findAddress(memberId, addressId);
  if (!address) throw memberErrors.AddressNotFound();
  return address;
}
