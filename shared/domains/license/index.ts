export { licenseErrors } from "./license.errors.js";
export { LicenseModel, type LicenseDoc, type LicenseStatus } from "./license.model.js";
export { LicenseKeyModel, type LicenseKeyDoc } from "./licenseKey.model.js";
export { issueLicense, revokeLicense, type LicenseInput } from "./issueLicense.js";
export { eachLicense, findLicensePage, getLicense, licensesOfMember, type LicenseSearch } from "./license.queries.js";
export { licensePublicKeys, rotateLicenseKey } from "./licenseKeys.js";
export { seedLicenses } from "./seedLicenses.js";
export { licenseDomain, type LicenseDomain } from "./licenseDomain.js";
export { endOfLicense, licenseText, type SignedFields } from "./licenseText.js";
export {
  checkLicense,
  verifyLicense,
  type LicenseChecks,
  type LicenseFault,
  type LicenseVerdict,
} from "./verifyLicense.js";
