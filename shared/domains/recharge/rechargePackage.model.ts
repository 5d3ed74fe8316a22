import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** A recharge on offer, with a bonus. */
export interface RechargePackageDoc {
  _id: number;
  name: string;
  payPriceFen: number;
  bonusPriceFen: number;
  status: EnabledStatus;
  createdAt: Date;
}

export const RechargePackageModel = defineModel<RechargePackageDoc>(
  "rechargePackages",
  {
    name: { type: String, required: true },
    payPriceFen: { type: Number, required: true, min: 1 },
    bonusPriceFen: { type: Number, required: true, min: 0 },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
  },
  { logicalDelete: true, claims: [{ fields: ["name"] }], indexes: [[{ status: 1, payPriceFen: 1 }]] },
);
