import { clock, minutes } from "#shared/kernel/time/clock.js";
import { decryptField } from "./changePaymentPassword.js";
import { PaymentConfirmationModel } from "./paymentPassword.model.js";
import { tryPaymentPassword } from "./tryPaymentPassword.js";

/** How long a session may pay from the wallet after it confirmed the password (rules: Payment). */
const CONFIRMED_MS = minutes(5);

/**
 * True when the encrypted password is right: this session may then pay from the wallet for 5 min. Throws 400 for one
 * that cannot be decrypted; PaymentPasswordNotSet, PaymentPasswordLocked.
 */
export async function validatePaymentPassword(
  { memberId, sessionId }: { memberId: number; sessionId: number },
  password: string,
): Promise<boolean> {
  if (!(await tryPaymentPassword(memberId, await decryptField("password", password)))) return false;
  await PaymentConfirmationModel.updateOne(
    { _id: sessionId },
    { $set: { memberId, expiresAt: clock.after(CONFIRMED_MS) } },
    { upsert: true },
  );
  return true;
}
