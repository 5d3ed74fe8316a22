import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { LicenseStatus } from "./license.states.js";

/** The right of a member to run a product under one domain. What is signed never changes; a mistake is revoked and issued anew. */
export interface LicenseDoc {
  _id: number;
  /** What its owner shows: 100 random bits, so that nobody comes upon one. */
  authorizationNo: string;
  memberId: number;
  productId: number;
  /** As the product was called when the license was issued. */
  productName: string;
  /** As people read it, in lower case: "例子.中国". */
  domainName: string;
  /** The same in punycode: what domains are compared by. */
  domainKey: string;
  companyName: string;
  status: LicenseStatus;
  authorizedAt: Date;
  /** Good through the whole of this day in Asia/Shanghai. */
  expiresAt: Date;
  /** Which key signed it, and the Ed25519 signature over licenseText, base64. */
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
      [{ memberId: 1, createdAt: -1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
