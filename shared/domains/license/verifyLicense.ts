import { clock } from "#shared/kernel/time/clock.js";
import { LicenseModel, type LicenseDoc } from "./license.model.js";
import { findLicenseByNo } from "./license.queries.js";
import { licenseDomain } from "./licenseDomain.js";
import { isSignatureOf } from "./licenseKeys.js";
import { endOfLicense, licenseText } from "./licenseText.js";
import { LicenseStatus } from "./license.states.js";

/** The checks in the order in which they are told: the first that fails is the reason. */
const licenseFaults = ["unknown", "domain", "revoked", "signature", "expired"] as const;
export type LicenseFault = (typeof licenseFaults)[number];

export interface LicenseVerdict {
  /** Undefined: it is good. */
  fault: LicenseFault | undefined;
  /** What was found; undefined when nothing was, or when it is another domain's. */
  license: LicenseDoc | undefined;
}

/**
 * Is there a license as it was asked for (rules: Website)? By number, by domain, or by both, which must then belong
 * together. Of several under one domain a good one counts, else the one that lasts longest.
 */
export async function verifyLicense(asked: {
  domainName?: string | undefined;
  authorizationNo?: string | undefined;
}): Promise<LicenseVerdict> {
  const { domainName, authorizationNo } = asked;
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
  /** True as well when no domain was asked for. */
  domain: boolean;
  period: boolean;
  signature: boolean;
}

/** Each check of a license by its number alone (release 3.2.0); undefined when nobody has that number. */
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
    // The compared key is not signed, the name is: a row whose key was changed is no license for it.
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

/** Renewals of one domain: more than these nobody looks through. */
const LOOKED_THROUGH = 20;

async function licensesOfDomain(domainName: string): Promise<LicenseDoc[]> {
  const domain = licenseDomain(domainName);
  if (!domain) return [];
  const found = await LicenseModel.find({ domainKey: domain.key })
    .sort({ expiresAt: -1 })
    .limit(LOOKED_THROUGH)
    .lean<LicenseDoc[]>();
  // Those in force first: a revoked one that would last longer is not the reason to be told.
  return found.sort((a, b) => a.status - b.status);
}
