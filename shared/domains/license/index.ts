export type { LicenseDoc } from "./license.model.js";
export { issueLicense, revokeLicense } from "./issueLicense.js";
export { eachLicense, pageLicenses, getLicense, licensesOfMember, type LicenseSearch } from "./license.queries.js";
export { moveLicenses } from "./moveLicenses.js";
export { licensePublicKeys, rotateLicenseKey } from "./licenseKeys.js";
export { endOfLicense, licenseText } from "./licenseText.js";
export {
  checkLicense,
  verifyLicense,
  type LicenseChecks,
  type LicenseFault,
  type LicenseVerdict,
} from "./verifyLicense.js";
