import type { PipelineStage } from "mongoose";
import { clock } from "#shared/kernel/time/clock.js";
import { WalletModel, type WalletDoc } from "../wallet.model.js";
import { PaymentConfirmationModel, PaymentPasswordModel, type PaymentPasswordDoc } from "./paymentPassword.model.js";

interface ToSpend {
  /** 0 also for a member without a wallet. */
  balanceFen: number;
  /**
   * This session may pay from the wallet: no payment password is set, or this session confirmed it within the last 5
   * min (rules: Payment).
   */
  isConfirmed: boolean;
}
/** What `lookUpToSpend` adds to a row. */
export interface FoundToSpend {
  wallets: Pick<WalletDoc, "balanceFen">[];
  passwords: Pick<PaymentPasswordDoc, "hash">[];
}

const lookUpPassword: PipelineStage.Lookup = {
  $lookup: { from: PaymentPasswordModel.collection.name, localField: "memberId", foreignField: "_id", as: "passwords" },
};

/** Stages that add FoundToSpend to a row of another collection that has the member's id as `memberId`. */
export const lookUpToSpend: readonly PipelineStage.Lookup[] = [
  { $lookup: { from: WalletModel.collection.name, localField: "memberId", foreignField: "memberId", as: "wallets" } },
  lookUpPassword,
];

/** Reads the balance, and whether this session may spend it, in one query. */
export async function readToSpend(memberId: number, sessionId: number): Promise<ToSpend> {
  const [found] = await WalletModel.aggregate<Pick<WalletDoc, "balanceFen"> & Pick<FoundToSpend, "passwords">>([
    { $match: { memberId } },
    { $project: { memberId: 1, balanceFen: 1 } },
    lookUpPassword,
  ]);
  if (found) return toSpendOf({ wallets: [found], passwords: found.passwords }, memberId, sessionId);
  return { balanceFen: 0, isConfirmed: !(await isPasswordSet(memberId)) || (await hasConfirmed(memberId, sessionId)) };
}

/** The same, of what was read with another row. */
export async function toSpendOf(found: FoundToSpend, memberId: number, sessionId: number): Promise<ToSpend> {
  const isSet = found.passwords.some(({ hash }) => hash !== null);
  return {
    balanceFen: found.wallets[0]?.balanceFen ?? 0,
    isConfirmed: !isSet || (await hasConfirmed(memberId, sessionId)),
  };
}

async function isPasswordSet(memberId: number): Promise<boolean> {
  return (await PaymentPasswordModel.exists({ _id: memberId, hash: { $ne: null } })) !== null;
}

async function hasConfirmed(memberId: number, sessionId: number): Promise<boolean> {
  const fresh = { _id: sessionId, memberId, expiresAt: { $gt: clock.now() } };
  return (await PaymentConfirmationModel.exists(fresh)) !== null;
}
