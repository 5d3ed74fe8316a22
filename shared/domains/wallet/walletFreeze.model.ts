import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A frozen amount under the caller's id. It ends once: captured (spent) or released (back in the balance). */
export interface WalletFreezeDoc {
  _id: string;
  memberId: number;
  amountFen: number;
  state: "held" | "captured" | "released";
  createdAt: Date;
}

export const WalletFreezeModel = defineModel<WalletFreezeDoc>(
  "walletFreezes",
  {
    _id: { type: String, required: true },
    memberId: { type: Number, required: true },
    amountFen: { type: Number, required: true, min: 1 },
    state: { type: String, enum: ["held", "captured", "released"], required: true },
  },
  { indexes: [[{ memberId: 1, state: 1 }]] },
);
