import { MemberModel, type MemberDoc } from "../member.model.js";
import { AddressModel, type AddressDoc } from "./address.model.js";

/** An address of this member; null if there is none or it is another member's. */
export async function findAddress(memberId: number, addressId: number): Promise<AddressDoc | null> {
  return AddressModel.findOne({ _id: addressId, memberId }).lean<AddressDoc>();
}

/** An address of this member, or the default one, with the member's points, in one query; null if there is none. */
export async function findAddressAndPoints(
  memberId: number,
  addressId: number | undefined,
): Promise<{ address: AddressDoc; point: number } | null> {
  const which = addressId === undefined ? { memberId, isDefault: true } : { _id: addressId, memberId };
  const [found] = await AddressModel.aggregate<AddressDoc & { members: Pick<MemberDoc, "point">[] }>([
    { $match: which },
    {
      $lookup: { from: MemberModel.collection.name, localField: "memberId", foreignField: "_id", as: "members" },
    },
  ]);
  if (!found) return null;
  const { members, ...address } = found;
  return { address, point: members[0]?.point ?? 0 };
}

export async function findDefaultAddress(memberId: number): Promise<AddressDoc | null> {
  return AddressModel.findOne({ memberId, isDefault: true }).lean<AddressDoc>();
}

/** Newest first. */
export async function listAddresses(memberId: number): Promise<AddressDoc[]> {
  return AddressModel.find({ memberId }).sort({ createdAt: -1, _id: -1 }).lean<AddressDoc[]>();
}
