import { randomBytes } from "node:crypto";
import { recordOperation } from "#shared/domains/audit/index.js";
import { requireMember } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { overAlready, requireConfirmation } from "#shared/kernel/request/warnings.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { licenseErrors } from "./license.errors.js";
import { LicenseModel, type LicenseDoc } from "./license.model.js";
import { getLicense } from "./license.queries.js";
import { licenseStates, LicenseStatus } from "./license.states.js";
import { licenseDomain } from "./licenseDomain.js";
import { signText } from "./licenseKeys.js";
import { endOfLicense, licenseText } from "./licenseText.js";

export interface LicenseInput {
  memberId: number;
  productId: number;
  productName?: string | undefined;
  domainName: string;
  companyName: string;
  /** Valid through this day in Asia/Shanghai. */
  expiresAt: Date;
  /** It may be past. */
  isConfirmed: boolean;
}

/** Signs and stores a license of a member. MemberNotFound, MemberMerged, ConfirmationNeeded; 400 if the domain is invalid. */
export async function issueLicense(input: LicenseInput): Promise<{ id: number; authorizationNo: string }> {
  const domain = licenseDomain(input.domainName);
  if (!domain) throw errors.BadInput({ field: "domainName", reason: "must be a domain" });
  requireConfirmation(overAlready("expirationTime", endOfLicense(input.expiresAt)), input.isConfirmed);
  const fields = {
    authorizationNo: newAuthorizationNo(),
    memberId: input.memberId,
    productId: input.productId,
    productName: (input.productName ?? "").normalize("NFC"),
    domainName: domain.name,
    companyName: input.companyName.normalize("NFC"),
    authorizedAt: clock.now(),
    expiresAt: input.expiresAt,
  };
  const signed = await signText(licenseText(fields));
  const _id = await nextId("licenses");
  return inTransaction(async () => {
    await requireMember(input.memberId);
    await LicenseModel.create([{ _id, ...fields, ...signed, domainKey: domain.key, status: LicenseStatus.inForce }]);
    await recordOperation({
      module: "website",
      action: "license.issue",
      bizId: _id,
      after: auditFields({ _id, ...fields }),
    });
    return { id: _id, authorizationNo: fields.authorizationNo };
  });
}

/** Revokes a license, which then no longer verifies. LicenseNotFound, LicenseAlreadyRevoked. */
export async function revokeLicense(licenseId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getLicense(licenseId);
    const revokedAt = clock.now();
    const move = {
      where: { _id: licenseId },
      from: LicenseStatus.inForce,
      to: LicenseStatus.revoked,
      set: { revokedAt },
    } as const;
    if (!(await moveState(LicenseModel, licenseStates, move))) throw licenseErrors.LicenseAlreadyRevoked();
    await recordOperation({
      module: "website",
      action: "license.revoke",
      bizId: licenseId,
      before: auditFields(before),
      after: { status: LicenseStatus.revoked, revokedAt },
    });
    return true;
  });
}

/** Digits and capitals without I, L, O and U, which people misread: 20 characters of 32, 100 bits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function newAuthorizationNo(): string {
  const text = Array.from(randomBytes(20), (byte) => alphabet[byte & 31]).join("");
  return `L${text.slice(0, 5)}-${text.slice(5, 10)}-${text.slice(10, 15)}-${text.slice(15)}`;
}

/** What the audit log records: without the number, which is its owner's proof. */
const auditFields = (license: Partial<LicenseDoc>): object => {
  const { _id, memberId, productId, productName, domainName, companyName, authorizedAt, expiresAt, status } = license;
  return { _id, memberId, productId, productName, domainName, companyName, authorizedAt, expiresAt, status };
};
