import { createAddress, createMember, findDefaultAddress, hashPassword } from "#shared/domains/member/index.js";

export const demoMember = { mobile: "13800000001", password: "demo1234" };

/** A member to sign in as, with an address by the West Lake. */
export async function seedMember(): Promise<void> {
  const { mobile, password } = demoMember;
  const member = await createMember({ mobile, nickname: "Demo 小茶", passwordHash: await hashPassword(password) });
  if (await findDefaultAddress(member._id)) return;
  await createAddress(member._id, {
    name: "Lin Demo",
    mobile,
    areaId: 330106,
    detailAddress: "1 Longjing Road, Building 2, Room 301",
    isDefault: true,
  });
}
