import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { rechargeErrors } from "./recharge.errors.js";
import { RechargePackageModel, type RechargePackageDoc } from "./rechargePackage.model.js";

/** For members to choose from, cheapest first. */
export async function listPackages(): Promise<RechargePackageDoc[]> {
  return RechargePackageModel.find({ status: EnabledStatus.enabled })
    .sort({ payPriceFen: 1, _id: 1 })
    .lean<RechargePackageDoc[]>();
}

/** Throws 1007008011. */
export async function packageById(packageId: number): Promise<RechargePackageDoc> {
  const found = await RechargePackageModel.findById(packageId).lean<RechargePackageDoc>();
  if (!found) throw rechargeErrors.PackageNotFound();
  return found;
}

/** Gets an enabled package. Throws 1007008011, 1007008012. */
export async function sellablePackage(packageId: number): Promise<RechargePackageDoc> {
  const found = await packageById(packageId);
  if (found.status !== EnabledStatus.enabled) throw rechargeErrors.PackageDisabled();
  return found;
}

/** For operators, newest first. */
export const pagePackages = (
  { status }: { status?: EnabledStatus | undefined },
  page: Page,
): Promise<PageOf<RechargePackageDoc>> => pageOf(RechargePackageModel, status === undefined ? {} : { status }, page);
