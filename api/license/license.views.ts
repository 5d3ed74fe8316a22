import type { LicenseChecks, LicenseDoc, LicenseFault, LicenseVerdict } from "#shared/domains/license/index.js";
import { userInShort } from "#api/member/memberInShort.js";
import type { OfMember } from "#shared/domains/member/index.js";
import { currentLanguage, type Language } from "#shared/kernel/request/context.js";

const messages: Record<LicenseFault | "good", Record<Language, string>> = {
  good: { en: "The license is valid", zh: "授权有效" },
  unknown: { en: "There is no such license", zh: "未查询到授权信息" },
  domain: { en: "The license is for another domain", zh: "授权域名不匹配" },
  revoked: { en: "The license has been revoked", zh: "授权已被吊销" },
  signature: { en: "The license's signature is not valid", zh: "授权签名校验失败" },
  expired: { en: "The license has expired", zh: "授权已过期" },
};
const messageOf = (fault: LicenseFault | undefined): string => messages[fault ?? "good"][currentLanguage()];

/** The number is shown in full only to a caller who sent it. */
const masked = (authorizationNo: string): string =>
  authorizationNo.slice(0, -4).replace(/[^-]/g, "*") + authorizationNo.slice(-4);

export const licenseVerification = (
  { fault, license }: LicenseVerdict,
  query: { authorizationNo?: string | undefined },
) => ({
  exists: fault === undefined,
  domainName: license?.domainName ?? null,
  authorizationNo: license
    ? query.authorizationNo === undefined
      ? masked(license.authorizationNo)
      : license.authorizationNo
    : null,
  companyName: license?.companyName ?? null,
  expirationTime: license?.expiresAt.getTime() ?? null,
  message: messageOf(fault),
});

/** The message is the first failed check. The company is shown to callers who know number and domain. */
export const licenseCodeVerification = (found: LicenseChecks | undefined) => {
  const { code = false, domain = false, period = false, signature = false } = found ?? {};
  const fault: LicenseFault | undefined = !found
    ? "unknown"
    : !domain
      ? "domain"
      : !code
        ? "revoked"
        : !signature
          ? "signature"
          : period
            ? undefined
            : "expired";
  const shown = domain ? found?.license : undefined;
  return {
    valid: fault === undefined,
    checks: { code, domain, period, signature },
    companyName: shown?.companyName ?? null,
    expirationTime: shown?.expiresAt.getTime() ?? null,
    message: messageOf(fault),
  };
};

export const userLicense = (license: LicenseDoc) => ({
  id: license._id,
  authorizationNo: license.authorizationNo,
  productId: license.productId,
  productName: license.productName,
  domainName: license.domainName,
  companyName: license.companyName,
  status: license.status,
  authorizeTime: license.authorizedAt.getTime(),
  expirationTime: license.expiresAt.getTime(),
});

export const licenseView = (license: OfMember<LicenseDoc>) => ({
  ...userLicense(license),
  userId: license.memberId,
  user: userInShort(license.member),
  keyId: license.keyId,
  signature: license.signature,
  revokeTime: license.revokedAt?.getTime() ?? null,
  createTime: license.createdAt.getTime(),
});
