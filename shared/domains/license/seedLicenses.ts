import { findMemberByMobile } from "#shared/domains/member/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { issueLicense } from "./issueLicense.js";
import { LicenseModel } from "./license.model.js";

/** The demo member's licenses: one valid for a year, under a Chinese domain, and one that has expired. */
export async function seedLicenses(memberMobile: string | null): Promise<void> {
  const member = memberMobile === null ? null : await findMemberByMobile(memberMobile);
  if (!member || (await LicenseModel.exists({ memberId: member._id }))) return;
  const license = { memberId: member._id, productId: 1, productName: "会员商城", companyName: "演示科技有限公司" };
  await issueLicense({ ...license, domainName: "演示商城.中国", expiresAt: clock.after(days(365)), isConfirmed: true });
  await issueLicense({
    ...license,
    domainName: "old.example.com",
    expiresAt: clock.after(-days(30)),
    isConfirmed: true,
  });
}
