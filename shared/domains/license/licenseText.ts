import { DateTime } from "luxon";
import type { LicenseDoc } from "./license.model.js";

type SignedFields = Pick<
  LicenseDoc,
  | "authorizationNo"
  | "memberId"
  | "productId"
  | "productName"
  | "domainName"
  | "companyName"
  | "authorizedAt"
  | "expiresAt"
>;

/**
 * The text that a license's signature covers, in UTF-8: a JSON array without blanks of "license-1", authorizationNo,
 * memberId, productId, productName, domainName (Unicode, lower case, NFC), companyName (NFC), and the two times in
 * epoch milliseconds. An array has one order and no keys, so that the same license always gives the same bytes.
 */
export function licenseText(license: SignedFields): string {
  const { authorizationNo, memberId, productId, productName, domainName, companyName } = license;
  const texts = [productName, domainName, companyName].map((text) => text.normalize("NFC"));
  const times = [license.authorizedAt.getTime(), license.expiresAt.getTime()];
  return JSON.stringify(["license-1", authorizationNo, memberId, productId, ...texts, ...times]);
}

/** The moment at which it expires: the start of the day after its last one, in Asia/Shanghai. */
export function endOfLicense(expiresAt: Date): Date {
  return DateTime.fromJSDate(expiresAt, { zone: "Asia/Shanghai" }).plus({ days: 1 }).startOf("day").toJSDate();
}
