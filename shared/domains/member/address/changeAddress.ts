import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { AddressModel, type AddressDoc } from "./address.model.js";
import { areaNames } from "./area.js";
import { memberErrors } from "../member.errors.js";
import { MemberModel } from "../member.model.js";

/** What a client tells of an address. Names of the area that are not told are those of areaId. */
export interface AddressInput {
  name: string;
  mobile: string;
  areaId: number;
  province?: string | undefined;
  city?: string | undefined;
  district?: string | undefined;
  detailAddress: string;
  isDefault: boolean;
}

/** Fields to change; what is undefined stays. */
export type AddressChanges = { [K in keyof AddressInput]?: AddressInput[K] | undefined };

/** More than anybody sends parcels to, and few enough to be listed at once. */
const MAX_ADDRESSES = 50;

/** Keeps a new address and answers its id. A new default takes the place of the old one. TooManyAddresses. */
export async function createAddress(memberId: number, input: AddressInput): Promise<number> {
  const _id = await nextId("addresses");
  return inTransaction(async () => {
    await takeTurn(memberId);
    if ((await AddressModel.countDocuments({ memberId })) >= MAX_ADDRESSES)
      throw memberErrors.TooManyAddresses({ limit: MAX_ADDRESSES });
    if (input.isDefault) await clearDefault(memberId);
    await AddressModel.create([{ _id, memberId, ...input, ...areaFields(input.areaId, input) }]);
    return _id;
  });
}

/** Changes the given fields alone. AddressNotFound for an absent address and for somebody else's. */
export async function updateAddress(memberId: number, addressId: number, changes: AddressChanges): Promise<void> {
  const told = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  await inTransaction(async () => {
    await takeTurn(memberId);
    if (changes.isDefault) await clearDefault(memberId);
    const area = changes.areaId === undefined ? {} : areaFields(changes.areaId, changes);
    const { matchedCount } = await AddressModel.updateOne({ _id: addressId, memberId }, { $set: { ...told, ...area } });
    if (matchedCount === 0) throw memberErrors.AddressNotFound();
  });
}

/** AddressNotFound for an absent address and for somebody else's. */
export async function deleteAddress(memberId: number, addressId: number): Promise<void> {
  const { deletedCount } = await inTransaction(async () => AddressModel.deleteOne({ _id: addressId, memberId }));
  if (deletedCount === 0) throw memberErrors.AddressNotFound();
}

/**
 * Two changes of one member's addresses conflict here, so that neither trips over the other's default; nor does one come
 * to stand after its member has left.
 */
async function takeTurn(memberId: number): Promise<void> {
  const { matchedCount } = await MemberModel.updateOne({ _id: memberId }, { $inc: { addressVersion: 1 } });
  if (matchedCount === 0) throw memberErrors.MemberNotFound();
}

async function clearDefault(memberId: number): Promise<void> {
  await AddressModel.updateMany({ memberId, isDefault: true }, { $set: { isDefault: false } });
}

function areaFields(areaId: number, told: AddressChanges): Pick<AddressDoc, "province" | "city" | "district"> {
  const [province, city, district] = areaNames(areaId);
  return {
    province: told.province ?? province ?? null,
    city: told.city ?? city ?? null,
    district: told.district ?? district ?? null,
  };
}
