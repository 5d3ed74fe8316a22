import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A member's wallet. Invariant: balance + frozen = the sum of its ledger rows. */
export interface WalletDoc {
  _id: number;
  memberId: number;
  balanceFen: number;
  /** Frozen for a payment or a recharge refund under way: not spendable, but not spent yet. */
  frozenFen: number;
  totalExpenseFen: number;
  totalRechargeFen: number;
  /** When the account was closed; the wallet is empty and takes no money since then. */
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
