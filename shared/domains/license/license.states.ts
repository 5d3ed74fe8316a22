import { defineStates } from "#shared/kernel/mongo/states.js";
import type { LicenseStatus } from "./license.model.js";

/** A revoked license stays revoked: its owner gets another one. */
export const licenseStates = defineStates<LicenseStatus>("license", { 0: [1], 1: [] });
