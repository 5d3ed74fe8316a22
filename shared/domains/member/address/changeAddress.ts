import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { AddressModel, type AddressDoc } from "./address.model.js";
import { areaNames } from "./area.js";
import { memberErrors } from "../member.errors.js";
import { MemberModel } from "../member.model.js";

/** An address as a client sends it. Missing area names are filled in from areaId. */
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

/** Fields to change; undefined fields stay. */
export type AddressChanges = { [K in keyof AddressInput]?: AddressInput[K] | undefined };

/** More than anybody needs, and few enough to be listed at once. */
const MAX_ADDRESSES = 50;

/** Creates an address and returns its id. A new default replaces the old one. TooManyAddresses. */
export async function createAddress(memberId: number, input: AddressInput): Promise<number> {
  const _id = await nextId("addresses");
  return inTransaction(async () => {
    await lockAddresses(memberId);
    if ((await AddressModel.countDocuments({ memberId })) >= MAX_ADDRESSES)
      throw memberErrors.TooManyAddresses({ limit: MAX_ADDRESSES });
    if (input.isDefault) await clearDefault(memberId);
    await AddressModel.create([{ _id, memberId, ...input, ...areaFields(input.areaId, input) }]);
    return _id;
  });
}

/** Changes only the given fields. AddressNotFound also for another member's address. */
export async function updateAddress(memberId: number, addressId: number, changes: AddressChanges): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  await inTransaction(async () => {
    await lockAddresses(memberId);
    if (changes.isDefault) await clearDefault(memberId);
    const area = changes.areaId === undefined ? {} : areaFields(changes.areaId, changes);
    const { matchedCount } = await AddressModel.updateOne(
      { _id: addressId, memberId },
      { $set: { ...given, ...area } },
    );
    if (matchedCount === 0) throw memberErrors.AddressNotFound();
  });
}

/** AddressNotFound also for another member's address. */
export async function deleteAddress(memberId: number, addressId: number): Promise<void> {
  const { deletedCount } = await inTransaction(async () => AddressModel.deleteOne({ _id: addressId, memberId }));
  if (deletedCount === 0) throw memberErrors.AddressNotFound();
}

/**
 * Concurrent changes of one member's addresses conflict here, so that they do not break each other's default; and none
 * is added after the member's account was erased or merged into another.
 */
export async function lockAddresses(memberId: number): Promise<void> {
  const { matchedCount } = await MemberModel.updateOne(
    { _id: memberId, mergedInto: null },
    { $inc: { addressVersion: 1 } },
  );
  if (matchedCount === 0) throw memberErrors.MemberNotFound();
}

async function clearDefault(memberId: number): Promise<void> {
  await AddressModel.updateMany({ memberId, isDefault: true }, { $set: { isDefault: false } });
}

function areaFields(areaId: number, given: AddressChanges): Pick<AddressDoc, "province" | "city" | "district"> {
  const [province, city, district] = areaNames(areaId);
  return {
    province: given.province ?? province ?? null,
    city: given.city ?? city ?? null,
    district: given.district ?? district ?? null,
  };
}
