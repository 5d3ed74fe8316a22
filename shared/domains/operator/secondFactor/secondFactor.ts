import { randomBytes } from "node:crypto";
import { clock } from "#shared/kernel/time/clock.js";
import { decryptSecret, keyedHash } from "#shared/kernel/security/sealed.js";
import { OperatorModel, type OperatorDoc } from "../operator.model.js";
import { toBase32, totpStepOf } from "./totp.js";

/**
 * Uses up a code of the second factor, or a recovery code: a guarded write stores the code's step, so that an observed
 * code does not work again. True without a code if no second factor is required.
 */
export async function takeSecondFactor(operator: OperatorDoc, code: string | undefined): Promise<boolean> {
  if (operator.totpSecret === null) return true;
  if (code === undefined) return false;
  return /^\d{6}$/.test(code) ? takeCode(operator, operator.totpSecret, code) : takeRecoveryCode(operator, code);
}

async function takeCode(operator: OperatorDoc, totpSecret: string, code: string): Promise<boolean> {
  const step = totpStepOf(decryptSecret(totpSecret), code, clock.ms());
  if (step === undefined) return false;
  const taken = await OperatorModel.updateOne(
    { _id: operator._id, totpSecret, totpStep: { $lt: step } },
    { $set: { totpStep: step } },
  );
  return taken.modifiedCount === 1;
}

async function takeRecoveryCode(operator: OperatorDoc, code: string): Promise<boolean> {
  const hash = recoveryHashOf(code);
  const taken = await OperatorModel.updateOne(
    { _id: operator._id, recoveryHashes: hash },
    { $pull: { recoveryHashes: hash } },
  );
  return taken.modifiedCount === 1;
}

const RECOVERY_CODES = 10;

/** Ten new codes like "k3vqa-x7mfd", 50 bits each; they are shown once, and only their hashes are stored. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = toBase32(randomBytes(7)).toLowerCase();
    return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`;
  });

export const recoveryHashOf = (code: string): string =>
  keyedHash("operator recovery code", code.toLowerCase().replace("-", ""));
