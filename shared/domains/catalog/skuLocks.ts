/** The end of the queue before each SKU; absent when nobody stands there. */
const tails = new Map<number, Promise<void>>();

/**
 * Runs `fn` while no other call of this process holds one of these SKUs. Buyers of one hot SKU then wait in line instead
 * of aborting each other's transactions; between processes the guarded writes decide. Taken in the order of ids.
 */
export async function withSkuLocks<T>(skuIds: readonly number[], fn: (hadToWait: boolean) => Promise<T>): Promise<T> {
  const releases: (() => void)[] = [];
  let hadToWait = false;
  try {
    for (const skuId of [...new Set(skuIds)].sort((a, b) => a - b)) {
      hadToWait ||= tails.has(skuId);
      releases.push(await lock(skuId));
    }
    return await fn(hadToWait);
  } finally {
    for (const release of releases) release();
  }
}

async function lock(skuId: number): Promise<() => void> {
  const before = tails.get(skuId);
  let open: () => void = () => undefined;
  const mine = new Promise<void>((resolve) => (open = resolve));
  tails.set(skuId, mine);
  await before;
  return () => {
    if (tails.get(skuId) === mine) tails.delete(skuId);
    open();
  };
}
