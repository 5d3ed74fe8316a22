import { verifyPassword } from "#shared/domains/member/index.js";
import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { PaymentPasswordModel, type PaymentPasswordDoc } from "./paymentPassword.model.js";
import { walletErrors } from "../wallet.errors.js";

const TRIES = 5;
const LOCK_MS = minutes(30);
/** Per member, so that concurrent right passwords do not count as guesses. */
const members = keyedMutex<number>();

/**
 * Whether the password is right. A try is counted before it is verified, so that concurrent guesses get no more than
 * five; the fifth locks for 30 min, and a right one resets the count. Throws PaymentPasswordNotSet,
 * PaymentPasswordLocked.
 */
export function tryPaymentPassword(memberId: number, password: string): Promise<boolean> {
  return members.exclusively(memberId, () => tryOnce(memberId, password));
}

async function tryOnce(memberId: number, password: string): Promise<boolean> {
  const { hash, tries } = await takeTry(memberId);
  let isRight: boolean;
  try {
    isRight = await verifyPassword(hash, password);
  } catch (error) {
    // It was not verified (too many concurrent hashes), so it does not count as a try.
    await PaymentPasswordModel.updateOne(
      { _id: memberId, tries },
      { $inc: { tries: -1 }, $set: { lockedUntil: null } },
    );
    throw error;
  }
  if (!isRight) return false;
  await PaymentPasswordModel.updateOne({ _id: memberId }, { $set: { tries: 0, lockedUntil: null } });
  return true;
}

/** Counts a try and returns the hash to verify. */
async function takeTry(memberId: number): Promise<{ hash: string; tries: number }> {
  const now = clock.now();
  await PaymentPasswordModel.updateOne(
    { _id: memberId, lockedUntil: { $ne: null, $lte: now } },
    { $set: { tries: 0, lockedUntil: null } },
  );
  const open = { _id: memberId, hash: { $ne: null }, lockedUntil: null };
  const options = { returnDocument: "after", lean: true } as const;
  const counted =
    (await PaymentPasswordModel.findOneAndUpdate(
      { ...open, tries: { $lt: TRIES - 1 } },
      { $inc: { tries: 1 } },
      options,
    )) ??
    (await PaymentPasswordModel.findOneAndUpdate(
      { ...open, tries: { $gte: TRIES - 1 } },
      { $inc: { tries: 1 }, $set: { lockedUntil: clock.after(LOCK_MS) } },
      options,
    ));
  if (counted?.hash) return { hash: counted.hash, tries: counted.tries };
  const row = await PaymentPasswordModel.findById(memberId).lean<PaymentPasswordDoc>();
  if (!row?.hash) throw walletErrors.PaymentPasswordNotSet();
  const leftMs = Math.max(1_000, (row.lockedUntil?.getTime() ?? 0) - now.getTime());
  throw walletErrors.PaymentPasswordLocked({ minutes: Math.ceil(leftMs / minutes(1)) }, Math.ceil(leftMs / 1_000));
}
