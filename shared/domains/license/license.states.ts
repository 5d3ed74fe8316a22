import { defineStates } from "#shared/kernel/mongo/states.js";

/** Expiry is no state: it follows from the last day. */
export const LicenseStatus = { inForce: 0, revoked: 1 } as const;
export type LicenseStatus = (typeof LicenseStatus)[keyof typeof LicenseStatus];

/** A revoked license stays revoked: its owner needs a new one. */
export const licenseStates = defineStates<LicenseStatus>("license", {
  [LicenseStatus.inForce]: [LicenseStatus.revoked],
  [LicenseStatus.revoked]: [],
});
