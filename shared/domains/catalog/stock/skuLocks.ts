import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";

const skus = keyedMutex<number>();

/** Runs `fn` while no other call in this process has a lock of these SKUs. Locking by id avoids deadlocks. */
export async function withSkuLocks<T>(skuIds: readonly number[], fn: (hadToWait: boolean) => Promise<T>): Promise<T> {
  const entered: { hadToWait: boolean; leave: () => void }[] = [];
  try {
    for (const skuId of [...new Set(skuIds)].sort((a, b) => a - b)) entered.push(await skus.enter(skuId));
    return await fn(entered.some(({ hadToWait }) => hadToWait));
  } finally {
    for (const { leave } of entered) leave();
  }
}
