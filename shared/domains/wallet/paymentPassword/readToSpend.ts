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
type Found = Pick<WalletDoc, "balanceFen"> & { passwords: Pick<PaymentPasswordDoc, "hash">[] };

/** Reads the balance, and whether this session may spend it, in one query. */
export async function readToSpend(memberId: number, sessionId: number): Promise<ToSpend> {
  const [found] = await WalletModel.aggregate<Found>([
    { $match: { memberId } },
    {
      $lookup: {
        from: PaymentPasswordModel.collection.name,
        localField: "memberId",
        foreignField: "_id",
        as: "passwords",
      },
    },
    { $project: { balanceFen: 1, "passwords.hash": 1 } },
  ]);
  const isSet = found ? found.passwords.some(({ hash }) => hash !== null) : await isPasswordSet(memberId);
  return { balanceFen: found?.balanceFen ?? 0, isConfirmed: !isSet || (await hasConfirmed(memberId, sessionId)) };
}

async function isPasswordSet(memberId: number): Promise<boolean> {
  return (await PaymentPasswordModel.exists({ _id: memberId, hash: { $ne: null } })) !== null;
}

async function hasConfirmed(memberId: number, sessionId: number): Promise<boolean> {
  const fresh = { _id: sessionId, memberId, expiresAt: { $gt: clock.now() } };
  return (await PaymentConfirmationModel.exists(fresh)) !== null;
}
