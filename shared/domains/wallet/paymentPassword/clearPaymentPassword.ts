import { recordOperation } from "#shared/domains/audit/index.js";
import { kickOutSoon } from "#shared/domains/member/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { PaymentConfirmationModel, PaymentPasswordModel } from "./paymentPassword.model.js";
import { walletErrors } from "../wallet.errors.js";

/**
 * An operator deletes a forgotten payment password, with the reason in the audit log; the member then sets a first one
 * again. All sessions of the member end, so that the holder of a stolen one can neither set the password nor pay
 * without. Throws PaymentPasswordNotSet.
 */
export async function clearPaymentPassword(memberId: number, reason: string): Promise<true> {
  return inTransaction(async () => {
    const { deletedCount } = await PaymentPasswordModel.deleteOne({ _id: memberId, hash: { $ne: null } });
    if (deletedCount === 0) throw walletErrors.PaymentPasswordNotSet();
    await PaymentConfirmationModel.deleteMany({ memberId });
    await endSessions({ audience: "member", ownerId: memberId }, "payment password cleared");
    await kickOutSoon(memberId);
    await recordOperation({
      module: "pay",
      action: "wallet.clearPaymentPassword",
      bizId: memberId,
      after: { reason },
    });
    return true as const;
  });
}
