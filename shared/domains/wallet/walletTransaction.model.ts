import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { WalletBizType } from "./wallet.codes.js";

/** A row of the ledger: immutable, unique by (bizType, bizId). */
export interface WalletTransactionDoc {
  _id: number;
  no: string;
  walletId: number;
  memberId: number;
  bizType: WalletBizType;
  /** The cause: a pay order, a refund, a recharge ("7", its bonus "7-bonus"), an operator's change. */
  bizId: string;
  /** The cause's own title; null: the business type's name in the reader's language. */
  title: string | null;
  /** For operators only: the reason for their change of the balance. */
  note: string | null;
  /** Signed: income (+) or expense (-). */
  priceFen: number;
  /** The spendable balance after this row. */
  balanceAfterFen: number;
  createdAt: Date;
}

export const WalletTransactionModel = defineModel<WalletTransactionDoc>(
  "walletTransactions",
  {
    no: { type: String, required: true },
    walletId: { type: Number, required: true },
    memberId: { type: Number, required: true },
    bizType: { type: Number, enum: Object.values(WalletBizType), required: true },
    bizId: { type: String, required: true },
    title: { type: String, default: null },
    note: { type: String, default: null },
    priceFen: { type: Number, required: true },
    balanceAfterFen: { type: Number, required: true },
  },
  {
    indexes: [
      [{ bizType: 1, bizId: 1 }, { unique: true }],
      [{ no: 1 }, { unique: true }],
      [{ memberId: 1, createdAt: 1, _id: 1 }],
      [{ bizType: 1, createdAt: 1, _id: 1 }],
      [{ walletId: 1, createdAt: 1, _id: 1 }],
      [{ createdAt: 1, _id: 1 }],
    ],
  },
);
