import { randomInt } from "node:crypto";
import { findAddress, findMember, memberErrors } from "#shared/domains/member/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors, type AppError } from "#shared/kernel/request/errors.js";
import type { OrderDoc } from "../order/order.model.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { openPickUpStore } from "../delivery/pickUpStore.model.js";

export interface ReceiverInput {
  deliveryType: DeliveryType;
  addressId?: number | undefined;
  pickUpStoreId?: number | undefined;
  receiverName?: string | undefined;
  receiverMobile?: string | undefined;
}

export type Receiver = Pick<
  OrderDoc,
  "receiverName" | "receiverMobile" | "receiverAreaId" | "receiverDetailAddress" | "pickUpStoreId" | "pickUpVerifyCode"
>;

/**
 * The order's receiver. Express needs one of the member's own addresses, pick-up an open store. Pick-up and virtual
 * goods need a name and a mobile, which default to the member's own, and get the pick-up code. Throws 400 with the
 * missing field.
 */
export async function receiverOf(memberId: number, input: ReceiverInput, isVirtual: boolean): Promise<Receiver> {
  if (input.deliveryType === DeliveryType.express) return receiverAtAddress(memberId, input.addressId);
  const pickUpStoreId = isVirtual ? null : await storeOf(input);
  const member = await findMember(memberId);
  const receiverName = input.receiverName ?? member?.nickname;
  const receiverMobile = input.receiverMobile ?? member?.mobile;
  if (!receiverName) throw fieldMissing("receiverName");
  if (!receiverMobile) throw fieldMissing("receiverMobile");
  return {
    receiverName,
    receiverMobile,
    receiverAreaId: null,
    receiverDetailAddress: null,
    pickUpStoreId,
    pickUpVerifyCode: String(randomInt(100_000_000)).padStart(8, "0"),
  };
}

async function storeOf({ pickUpStoreId }: ReceiverInput): Promise<number> {
  if (pickUpStoreId === undefined) throw fieldMissing("pickUpStoreId");
  return (await openPickUpStore(pickUpStoreId))._id;
}

async function receiverAtAddress(memberId: number, addressId: number | undefined): Promise<Receiver> {
  if (addressId === undefined) throw fieldMissing("addressId");
  const address = await findAddress(memberId, addressId);
  if (!address) throw memberErrors.AddressNotFound();
  return {
    receiverName: address.name,
    receiverMobile: address.mobile,
    receiverAreaId: address.areaId,
    receiverDetailAddress: address.detailAddress,
    pickUpStoreId: null,
    pickUpVerifyCode: null,
  };
}

/** 400 for a field that is required only by these goods. */
export function fieldMissing(field: string): AppError {
  return errors.BadInput({ field, reason: currentLanguage() === "zh" ? "必填" : "is required" });
}
