import { inTransaction, isInTransaction } from "#shared/platform/mongo.js";

/** The end of the line before each wallet; absent when nobody stands there. */
const tails = new Map<number, Promise<void>>();

/**
 * Runs `fn` while no other call of this process holds this member's wallet. Thirty debits of one wallet then wait in line
 * instead of aborting each other's transactions; between processes the guarded writes decide. Whoever opens a transaction
 * that moves wallet money stands in line first, outside the transaction.
 */
export async function withWalletLock<T>(memberId: number, fn: () => Promise<T>): Promise<T> {
  const before = tails.get(memberId);
  let open: () => void = () => undefined;
  const mine = new Promise<void>((resolve) => (open = resolve));
  tails.set(memberId, mine);
  try {
    await before;
    return await fn();
  } finally {
    if (tails.get(memberId) === mine) tails.delete(memberId);
    open();
  }
}

/** The caller's transaction, or one of its own that has waited in line for the wallet. */
export function inWalletTransaction<T>(memberId: number, fn: () => Promise<T>): Promise<T> {
  return isInTransaction() ? fn() : withWalletLock(memberId, () => inTransaction(fn));
}
