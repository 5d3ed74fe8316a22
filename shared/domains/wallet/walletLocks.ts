import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";
import { inTransaction, isInTransaction } from "#shared/kernel/mongo/mongo.js";

const wallets = keyedMutex<number>();

/**
 * Runs `fn` while no other call of this process holds this member's wallet: thirty debits of one wallet wait in line.
 * Whoever opens a transaction that moves wallet money stands in line first.
 */
export function withWalletLock<T>(memberId: number, fn: () => Promise<T>): Promise<T> {
  return wallets.exclusively(memberId, fn);
}

/** The caller's transaction, or one of its own that has waited in line for the wallet. */
export function inWalletTransaction<T>(memberId: number, fn: () => Promise<T>): Promise<T> {
  return isInTransaction() ? fn() : withWalletLock(memberId, () => inTransaction(fn));
}
