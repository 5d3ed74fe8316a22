import { LicenseModel, type LicenseDoc } from "./license.model.js";
import { signText } from "./licenseKeys.js";
import { licenseText } from "./licenseText.js";

/**
 * Moves the licenses of a merged member, each signed anew, as the signature covers its member; the numbers stay. One
 * guarded write each, and nothing is found the second time.
 */
export async function moveLicenses(from: number, into: number): Promise<void> {
  for (const license of await LicenseModel.find({ memberId: from }).lean<LicenseDoc[]>()) {
    const signed = await signText(licenseText({ ...license, memberId: into }));
    const { _id, signature } = license;
    await LicenseModel.updateOne({ _id, memberId: from, signature }, { $set: { memberId: into, ...signed } });
  }
}
