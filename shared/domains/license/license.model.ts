import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { LicenseStatus } from "./license.states.js";

/**
 * A member's right to run a product under a domain. Signed fields never change, as mistakes are revoked and reissued; only
 * a merged member's are signed anew for the other.
 */
export interface LicenseDoc {
  _id: number;
  /** What its owner shows as proof: 100 random bits, so that nobody guesses one. */
  authorizationNo: string;
  memberId: number;
  productId: number;
  /** The product's name when the license was issued. */
  productName: string;
  /** In Unicode and lower case: "例子.中国". */
  domainName: string;
  /** The same in punycode, for comparisons. */
  domainKey: string;
  companyName: string;
  status: LicenseStatus;
  authorizedAt: Date;
  /** Valid through the whole of this day in Asia/Shanghai. */
  expiresAt: Date;
  /** The key that signed it, and its Ed25519 signature of licenseText, base64. */
  keyId: number;
  signature: string;
  revokedAt: Date | null;
  createdAt: Date;
}

export const LicenseModel = defineModel<LicenseDoc>(
  "licenses",
  {
    authorizationNo: { type: String, required: true },
    memberId: { type: Number, required: true },
    productId: { type: Number, required: true },
    productName: { type: String, default: "" },
    domainName: { type: String, required: true },
    domainKey: { type: String, required: true },
    companyName: { type: String, default: "" },
    status: { type: Number, default: LicenseStatus.inForce },
    authorizedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    keyId: { type: Number, required: true },
    signature: { type: String, required: true },
    revokedAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ authorizationNo: 1 }, { unique: true }],
      [{ domainKey: 1, expiresAt: -1 }],
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
