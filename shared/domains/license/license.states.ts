import { defineStates } from "#shared/kernel/mongo/states.js";

/** That it has expired is seen from its last day alone. */
export const LicenseStatus = { inForce: 0, revoked: 1 } as const;
export type LicenseStatus = (typeof LicenseStatus)[keyof typeof LicenseStatus];

/** A revoked license stays revoked: its owner gets another one. */
export const licenseStates = defineStates<LicenseStatus>("license", {
  [LicenseStatus.inForce]: [LicenseStatus.revoked],
  [LicenseStatus.revoked]: [],
});
