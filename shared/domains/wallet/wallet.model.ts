import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A member's money here. balance + frozen = the sum of its ledger rows, at every moment. */
export interface WalletDoc {
  _id: number;
  memberId: number;
  balanceFen: number;
  /** Held for a payment or a recharge refund under way: no longer spendable, not yet gone. */
  frozenFen: number;
  totalExpenseFen: number;
  totalRechargeFen: number;
  /** Its member has left; empty since then, and nothing enters it. */
  closedAt: Date | null;
  createdAt: Date;
}

export const WalletModel = defineModel<WalletDoc>(
  "wallets",
  {
    memberId: { type: Number, required: true },
    balanceFen: { type: Number, default: 0, min: 0 },
    frozenFen: { type: Number, default: 0, min: 0 },
    totalExpenseFen: { type: Number, default: 0 },
    totalRechargeFen: { type: Number, default: 0 },
    closedAt: { type: Date, default: null },
  },
  { indexes: [[{ memberId: 1 }, { unique: true }], [{ createdAt: -1, _id: -1 }]] },
);
