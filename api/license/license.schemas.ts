import { z } from "zod";
import { Confirm } from "#api/http/security/confirm.js";
import { DateRange, Instant, Long, LongId, longOf, nameText, optional, pageOf, Time } from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { LicenseStatus } from "#shared/domains/license/license.states.js";

const int = z.number().int();
const DomainName = z.string().trim().min(1).max(253);
const AuthorizationNo = z.string().trim().min(1).max(64);

/** One of the two, or both, which must then match. */
export const LicenseVerifyQuery = z
  .object({ domainName: optional(DomainName), authorizationNo: optional(AuthorizationNo) })
  .refine(({ domainName, authorizationNo }) => domainName !== undefined || authorizationNo !== undefined, {
    path: ["domainName"],
    error: "is required, or authorizationNo",
  });

/** License verification result; null where nothing was found. */
export const LicenseVerification = z.object({
  exists: z.boolean(),
  domainName: z.string().nullable(),
  authorizationNo: z.string().nullable(),
  companyName: z.string().nullable(),
  expirationTime: Time.nullable(),
  message: z.string(),
});

export const LicenseCodeQuery = z.object({ code: AuthorizationNo, domain: DomainName });
/** Each check separately (release 3.2.0). */
export const LicenseCodeVerification = z.object({
  valid: z.boolean(),
  checks: z.object({ code: z.boolean(), domain: z.boolean(), period: z.boolean(), signature: z.boolean() }),
  companyName: z.string().nullable(),
  expirationTime: Time.nullable(),
  message: z.string(),
});

/** User license. status: 0 in force, 1 revoked. */
export const UserLicense = z.object({
  id: int,
  authorizationNo: z.string(),
  productId: int,
  productName: z.string(),
  domainName: z.string(),
  companyName: z.string(),
  status: int,
  authorizeTime: Time,
  expirationTime: Time,
});

export const LicenseView = UserLicense.extend({
  userId: int,
  user: UserInShort,
  keyId: int,
  signature: z.string(),
  revokeTime: Time.nullable(),
  createTime: Time,
});

export const LicenseIssueBody = z.object({
  userId: LongId,
  productId: LongId,
  productName: optional(nameText(200, 0)),
  domainName: DomainName,
  companyName: nameText(200),
  /** Any time of its last day in Asia/Shanghai. */
  expirationTime: Instant,
  confirm: Confirm,
});
export const LicenseIssued = z.object({ id: int, authorizationNo: z.string() });
export const LicenseRevokeBody = z.object({ id: LongId });

const MAX_ROWS = 10_000;
const pageNo = optional(Long.pipe(z.number().min(0)));
const pageSize = optional(Long.pipe(z.number().min(1).max(100)));
/**
 * page >= 0, where 0 and 1 are both the first, and size <= 100 (release 3.2.1); pageNo and pageSize, the names on other
 * pages, mean the same here.
 */
export const LicensePageQuery = z
  .object({
    page: pageNo,
    size: pageSize,
    pageNo,
    pageSize,
    userId: optional(LongId),
    productId: optional(LongId),
    domainName: optional(DomainName),
    authorizationNo: optional(AuthorizationNo),
    status: optional(longOf(Object.values(LicenseStatus))),
    createTime: DateRange,
  })
  .refine((query) => placeOf(query).pageNo * placeOf(query).pageSize <= MAX_ROWS, {
    path: ["page"],
    error: `page x size must not exceed ${MAX_ROWS}`,
  });
type Place = Partial<Record<"page" | "size" | "pageNo" | "pageSize", number | undefined>>;

/** The page, from 1. */
export const placeOf = ({ page, size, pageNo, pageSize }: Place) => ({
  pageNo: Math.max(1, page ?? pageNo ?? 1),
  pageSize: size ?? pageSize ?? 10,
});
export const LicensePageView = pageOf(LicenseView);
