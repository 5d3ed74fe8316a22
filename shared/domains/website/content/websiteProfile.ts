import { checkLicense, endOfLicense, licensesOfMember } from "#shared/domains/license/index.js";
import { findMember, findMemberLevel, memberErrors, type MemberDoc } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { LicenseStatus } from "#shared/domains/license/license.states.js";

interface WebsiteProfile {
  member: MemberDoc;
  /** The name of the member's level. */
  level: string | null;
  /** The company of the newest valid license; null without one. */
  companyName: string | null;
}

/** A member's profile in the site's user center. MemberNotFound. */
export async function websiteProfile(memberId: number): Promise<WebsiteProfile> {
  const member = await findMember(memberId);
  if (!member) throw memberErrors.MemberNotFound();
  const level = await findMemberLevel(member.levelId);
  return { member, level: level?.name ?? null, companyName: await companyOf(memberId) };
}

async function companyOf(memberId: number): Promise<string | null> {
  for (const { status, expiresAt, authorizationNo } of await licensesOfMember(memberId)) {
    if (status !== LicenseStatus.inForce || clock.now() >= endOfLicense(expiresAt)) continue;
    const checks = await checkLicense(authorizationNo);
    if (checks?.signature) return checks.license.companyName;
  }
  return null;
}
