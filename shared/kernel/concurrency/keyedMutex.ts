/**
 * Lines of this process, one before each key: who comes while another is in there waits for its turn, instead of aborting
 * the other's transaction. Between processes guarded writes decide. Stand in line before a transaction, never inside one.
 */
export function keyedMutex<K>() {
  /** The end of the line before each key; absent when nobody stands there. */
  const tails = new Map<K, Promise<void>>();

  /** Waits for its turn; what it answers lets the next one in. */
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

  /** Runs `fn` when it is its turn; told whether somebody was before it. */
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
