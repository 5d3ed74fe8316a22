import { randomBytes } from "node:crypto";
import { getLicense, issueLicense, type LicenseDoc } from "#shared/domains/license/index.js";
import type { LicenseInput } from "#shared/domains/license/issueLicense.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { buildMember, type BuiltMember } from "./member.js";

export const freshDomain = (): string => `shop-${randomBytes(4).toString("hex")}.example.com`;

/** A license of a new member, good for 30 days, unless the overrides say otherwise. */
export async function buildLicense(
  overrides: Partial<LicenseInput> = {},
): Promise<{ license: LicenseDoc; owner: BuiltMember | undefined }> {
  const owner = overrides.memberId === undefined ? await buildMember() : undefined;
  const { id } = await issueLicense({
    memberId: overrides.memberId ?? owner!.member._id,
    productId: 1,
    productName: "Shop",
    domainName: freshDomain(),
    companyName: "示例公司 Ltd.",
    expiresAt: clock.after(days(30)),
    isConfirmed: true,
    ...overrides,
  });
  return { license: await getLicense(id), owner };
}
