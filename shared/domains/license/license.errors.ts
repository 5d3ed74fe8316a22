import { defineErrors } from "#shared/kernel/request/errors.js";

export const licenseErrors = defineErrors("license", {
  LicenseNotFound: { code: 1018000001, en: "There is no such license", zh: "授权不存在" },
  LicenseAlreadyRevoked: { code: 1018000002, en: "The license is revoked already", zh: "授权已被吊销" },
});
