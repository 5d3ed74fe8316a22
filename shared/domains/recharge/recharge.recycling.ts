import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { rechargeErrors } from "./recharge.errors.js";
import { RechargePackageModel } from "./rechargePackage.model.js";

export const rechargeRecycling: Recycling[] = [
  recycling({
    kind: "wallet-recharge-package",
    en: "Recharge package",
    zh: "充值套餐",
    model: RechargePackageModel,
    named: "name",
    audit: ["pay", "rechargePackage"],
    right: "pay:wallet-recharge-package",
    taken: () => rechargeErrors.PackageNameTaken(),
  }),
];
