import { clock, minutes } from "#shared/kernel/time/clock.js";
import { openedField } from "./changePaymentPassword.js";
import { PaymentConfirmationModel } from "./paymentPassword.model.js";
import { tryPaymentPassword } from "./tryPaymentPassword.js";

/** How long a session may pay out of the wallet after it gave the password (rules: Payment). */
const CONFIRMED_MS = minutes(5);

/**
 * True when the encrypted password fits: this session may then pay from the wallet for 5 min. False when it does not.
 * 400 for what cannot be decrypted; throws PaymentPasswordNotSet, PaymentPasswordLocked.
 */
export async function validatePaymentPassword(
  { memberId, sessionId }: { memberId: number; sessionId: number },
  password: string,
): Promise<boolean> {
  if (!(await tryPaymentPassword(memberId, await openedField("password", password)))) return false;
  await PaymentConfirmationModel.updateOne(
    { _id: sessionId },
    { $set: { memberId, expiresAt: clock.after(CONFIRMED_MS) } },
    { upsert: true },
  );
  return true;
}
