import { clock } from "#shared/kernel/time/clock.js";
import { LicenseModel, type LicenseDoc } from "./license.model.js";
import { findLicenseByNo } from "./license.queries.js";
import { licenseDomain } from "./licenseDomain.js";
import { isSignatureOf } from "./licenseKeys.js";
import { endOfLicense, licenseText } from "./licenseText.js";
import { LicenseStatus } from "./license.states.js";

/** The possible faults; the first in this order is the one reported. */
const licenseFaults = ["unknown", "domain", "revoked", "signature", "expired"] as const;
export type LicenseFault = (typeof licenseFaults)[number];

export interface LicenseVerdict {
  /** Undefined: the license is valid. */
  fault: LicenseFault | undefined;
  /** The license found; undefined when there is none, or when it is another domain's. */
  license: LicenseDoc | undefined;
}

/**
 * Verifies a license by its number, by domain, or by both, which must then belong together (rules: Website). Of several
 * under one domain a valid one counts, else the one that lasts longest.
 */
export async function verifyLicense(query: {
  domainName?: string | undefined;
  authorizationNo?: string | undefined;
}): Promise<LicenseVerdict> {
  const { domainName, authorizationNo } = query;
  if (authorizationNo !== undefined) {
    const checked = await checkLicense(authorizationNo, domainName);
    if (!checked) return { fault: "unknown", license: undefined };
    if (!checked.domain) return { fault: "domain", license: undefined };
    return { fault: faultOf(checked), license: checked.license };
  }
  let best: LicenseVerdict = { fault: "unknown", license: undefined };
  for (const license of await licensesOfDomain(domainName ?? "")) {
    const fault = faultOf(await checksOf(license));
    if (fault === undefined) return { fault, license };
    if (best.license === undefined) best = { fault, license };
  }
  return best;
}

export interface LicenseChecks {
  license: LicenseDoc;
  /** Known and not revoked. */
  code: boolean;
  /** Also true when no domain was given. */
  domain: boolean;
  period: boolean;
  signature: boolean;
}

/** Each check of a license by its number alone (release 3.2.0); undefined for an unknown number. */
export async function checkLicense(authorizationNo: string, domainName?: string): Promise<LicenseChecks | undefined> {
  const license = await findLicenseByNo(authorizationNo.trim().toUpperCase());
  if (!license) return undefined;
  const checks = await checksOf(license);
  return domainName === undefined
    ? checks
    : { ...checks, domain: licenseDomain(domainName)?.key === license.domainKey };
}

async function checksOf(license: LicenseDoc): Promise<LicenseChecks> {
  return {
    license,
    code: license.status === LicenseStatus.inForce,
    domain: true,
    period: clock.now() < endOfLicense(license.expiresAt),
    // The name is signed, the compared key is not: a row whose key was tampered with must not pass.
    signature:
      licenseDomain(license.domainName)?.key === license.domainKey &&
      (await isSignatureOf(licenseText(license), license)),
  };
}

const faultOf = ({ code, period, signature }: LicenseChecks): LicenseFault | undefined => {
  if (!code) return "revoked";
  if (!signature) return "signature";
  return period ? undefined : "expired";
};

/** How many licenses of one domain, renewals, are checked at most. */
const MOST_CHECKED = 20;

async function licensesOfDomain(domainName: string): Promise<LicenseDoc[]> {
  const domain = licenseDomain(domainName);
  if (!domain) return [];
  const found = await LicenseModel.find({ domainKey: domain.key })
    .sort({ expiresAt: -1 })
    .limit(MOST_CHECKED)
    .lean<LicenseDoc[]>();
  // Those in force first, so that a revoked one that would last longer is not the one reported.
  return found.sort((a, b) => a.status - b.status);
}
