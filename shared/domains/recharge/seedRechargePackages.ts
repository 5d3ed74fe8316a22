import { nextId } from "#shared/kernel/mongo/ids.js";
import { RechargePackageModel } from "./rechargePackage.model.js";

const packages = [
  { name: "¥50", payPriceFen: 5_000, bonusPriceFen: 0 },
  { name: "¥100 + ¥5", payPriceFen: 10_000, bonusPriceFen: 500 },
  { name: "¥300 + ¥20", payPriceFen: 30_000, bonusPriceFen: 2_000 },
  { name: "¥500 + ¥50", payPriceFen: 50_000, bonusPriceFen: 5_000 },
];

/** Seeds the demo shop's packages; existing ones are not changed. */
export async function seedRechargePackages(): Promise<void> {
  for (const one of packages) {
    if (await RechargePackageModel.exists({ name: one.name })) continue;
    await RechargePackageModel.create([{ _id: await nextId("rechargePackages"), ...one }]);
  }
}
