import { createAddress, findAddress, type AddressDoc, type AddressInput } from "#shared/domains/member/index.js";

/** An address of a member: a district of Hangzhou unless told otherwise. */
export async function buildAddress(memberId: number, overrides: Partial<AddressInput> = {}): Promise<AddressDoc> {
  const id = await createAddress(memberId, {
    name: "Li Lei",
    mobile: "13900001111",
    areaId: 330106,
    detailAddress: "Wensan Road 1",
    isDefault: false,
    ...overrides,
  });
  return (await findAddress(memberId, id))!;
}
