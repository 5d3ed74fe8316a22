/**
 * One caller at a time per key in this process: later ones wait instead of aborting each other's transactions. Between
 * processes guarded writes decide. Enter before a transaction, never inside one.
 */
export function keyedMutex<K>() {
  /** The last caller that waits or runs per key; absent when there is none. */
  const tails = new Map<K, Promise<void>>();

  /** Waits for its turn; the returned `leave` lets the next caller in. */
  async function enter(key: K): Promise<{ hadToWait: boolean; leave: () => void }> {
    const before = tails.get(key);
    let open: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => (open = resolve));
    tails.set(key, mine);
    await before;
    const leave = (): void => {
      if (tails.get(key) === mine) tails.delete(key);
      open();
    };
    return { hadToWait: before !== undefined, leave };
  }

  /** Runs `fn` when it is its turn, and passes whether it had to wait. */
  async function exclusively<T>(key: K, fn: (hadToWait: boolean) => Promise<T>): Promise<T> {
    const { hadToWait, leave } = await enter(key);
    try {
      return await fn(hadToWait);
    } finally {
      leave();
    }
  }

  return { enter, exclusively };
}
