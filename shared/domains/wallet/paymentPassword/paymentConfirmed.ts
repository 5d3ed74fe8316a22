import { clock } from "#shared/kernel/time/clock.js";
import { PaymentConfirmationModel, PaymentPasswordModel } from "./paymentPassword.model.js";

/**
 * May this session pay out of the member's wallet? True when no payment password is set, or when this session gave it
 * within the last 5 min (rules: Payment).
 */
export async function paymentConfirmed(memberId: number, sessionId: number): Promise<boolean> {
  if (!(await PaymentPasswordModel.exists({ _id: memberId, hash: { $ne: null } }))) return true;
  const fresh = { _id: sessionId, memberId, expiresAt: { $gt: clock.now() } };
  return (await PaymentConfirmationModel.exists(fresh)) !== null;
}
