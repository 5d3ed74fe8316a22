import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";
import { inTransaction, isInTransaction } from "#shared/kernel/mongo/mongo.js";

const wallets = keyedMutex<number>();

/**
 * Runs `fn` while no other call in this process has the lock of this member's wallet. A caller that opens a transaction
 * on wallet money must take the lock first.
 */
export function withWalletLock<T>(memberId: number, fn: () => Promise<T>): Promise<T> {
  return wallets.exclusively(memberId, fn);
}

/** Runs in the caller's transaction, or in a new one under the wallet's lock. */
export function inWalletTransaction<T>(memberId: number, fn: () => Promise<T>): Promise<T> {
  return isInTransaction() ? fn() : withWalletLock(memberId, () => inTransaction(fn));
}
