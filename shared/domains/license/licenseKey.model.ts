import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A key pair for licenses. The highest id signs; all of them verify, for ever. */
export interface LicenseKeyDoc {
  _id: number;
  /** SPKI, DER in base64: not secret. */
  publicKey: string;
  /** PKCS #8, DER in base64, sealed under SEAL_KEY. */
  box: string;
  createdAt: Date;
}

export const LicenseKeyModel = defineModel<LicenseKeyDoc>("licenseKeys", {
  publicKey: { type: String, required: true },
  box: { type: String, required: true },
});
