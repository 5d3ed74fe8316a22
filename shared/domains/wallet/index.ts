export { RechargePackageModel, type RechargePackageDoc } from "./rechargePackage.model.js";
export { seedRechargePackages } from "./seedRechargePackages.js";
