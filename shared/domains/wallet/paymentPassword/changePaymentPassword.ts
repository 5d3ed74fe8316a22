import { recordOperation } from "#shared/domains/audit/index.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors, type AppError } from "#shared/kernel/request/errors.js";
import { throwIfDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { PaymentConfirmationModel, PaymentPasswordModel } from "./paymentPassword.model.js";
import { decryptPaymentPassword } from "./paymentKeys.js";
import { tryPaymentPassword } from "./tryPaymentPassword.js";
import { walletErrors } from "../wallet.errors.js";
import { isWeakPaymentPassword } from "./weakPaymentPassword.js";

/**
 * Sets the payment password (oldPassword "") or changes it. Both are ciphertexts (rules: Wallet). Afterwards every
 * session must confirm the new one. Throws 400 for one that cannot be decrypted or is not six digits;
 * PaymentPasswordNotSet, PaymentPasswordWeak, PaymentPasswordWrong (also for "" while one is set),
 * PaymentPasswordLocked.
 */
export async function changePaymentPassword(
  memberId: number,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<true> {
  const old = oldPassword === "" ? "" : await decryptField("oldPassword", oldPassword);
  const fresh = await decryptField("newPassword", newPassword);
  if (!/^\d{6}$/.test(fresh)) throw refused("newPassword", "must be six digits", "必须为六位数字");
  if (isWeakPaymentPassword(fresh)) throw walletErrors.PaymentPasswordWeak();
  if (old === "") await setFirst(memberId, fresh);
  else await replace(memberId, old, fresh);
  return true;
}

/** Decrypts a field; throws 400 with the field's name when that fails. */
export async function decryptField(field: string, ciphertext: string): Promise<string> {
  const opened = await decryptPaymentPassword(ciphertext);
  if (opened === undefined)
    throw refused(field, "cannot be decrypted with the served key", "无法用当前公钥对应的私钥解密");
  return opened;
}

const refused = (field: string, en: string, zh: string): AppError =>
  errors.BadInput({ field, reason: currentLanguage() === "zh" ? zh : en });

async function setFirst(memberId: number, password: string): Promise<void> {
  if (await PaymentPasswordModel.exists({ _id: memberId, hash: { $ne: null } }))
    throw walletErrors.PaymentPasswordWrong();
  const hash = await hashPassword(password);
  // If another request has set one meanwhile, "" is not the old one any more.
  await inTransaction(async () => {
    await PaymentPasswordModel.create([{ _id: memberId, hash }]);
    await recordOperation({ module: "wallet", action: "paymentPassword.set", bizId: memberId });
  }).catch(throwIfDuplicate(walletErrors.PaymentPasswordWrong));
}

async function replace(memberId: number, old: string, password: string): Promise<void> {
  if (!(await tryPaymentPassword(memberId, old))) throw walletErrors.PaymentPasswordWrong();
  const hash = await hashPassword(password);
  await inTransaction(async () => {
    const { matchedCount } = await PaymentPasswordModel.updateOne(
      { _id: memberId, hash: { $ne: null } },
      { $set: { hash } },
    );
    if (matchedCount === 0) throw walletErrors.PaymentPasswordNotSet();
    await PaymentConfirmationModel.deleteMany({ memberId });
    await recordOperation({ module: "wallet", action: "paymentPassword.change", bizId: memberId });
  });
}
