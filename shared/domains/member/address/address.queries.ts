import { AddressModel, type AddressDoc } from "./address.model.js";

/** An address of this member; null for an absent one and for somebody else's. */
export async function findAddress(memberId: number, addressId: number): Promise<AddressDoc | null> {
  return AddressModel.findOne({ _id: addressId, memberId }).lean<AddressDoc>();
}

export async function findDefaultAddress(memberId: number): Promise<AddressDoc | null> {
  return AddressModel.findOne({ memberId, isDefault: true }).lean<AddressDoc>();
}

/** Newest first. */
export async function listAddresses(memberId: number): Promise<AddressDoc[]> {
  return AddressModel.find({ memberId }).sort({ createdAt: -1, _id: -1 }).lean<AddressDoc[]>();
}
