import { clock } from "#shared/kernel/time/clock.js";
import { WalletModel, type WalletDoc } from "../wallet.model.js";
import { PaymentConfirmationModel, PaymentPasswordModel, type PaymentPasswordDoc } from "./paymentPassword.model.js";

interface ToSpend {
  /** 0 also of a member who has no wallet yet. */
  balanceFen: number;
  /**
   * May this session pay out of the wallet? True when no payment password is set, or when this session gave it within the
   * last 5 min (rules: Payment).
   */
  isConfirmed: boolean;
}
type Found = Pick<WalletDoc, "balanceFen"> & { passwords: Pick<PaymentPasswordDoc, "hash">[] };

/** What a payment out of the wallet depends on, read at once: the balance, and whether this session may spend it. */
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
  return { balanceFen: found?.balanceFen ?? 0, isConfirmed: !isSet || (await gavePassword(memberId, sessionId)) };
}

async function isPasswordSet(memberId: number): Promise<boolean> {
  return (await PaymentPasswordModel.exists({ _id: memberId, hash: { $ne: null } })) !== null;
}

async function gavePassword(memberId: number, sessionId: number): Promise<boolean> {
  const fresh = { _id: sessionId, memberId, expiresAt: { $gt: clock.now() } };
  return (await PaymentConfirmationModel.exists(fresh)) !== null;
}
