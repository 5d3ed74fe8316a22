import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";

const skus = keyedMutex<number>();

/** Runs `fn` when no other call of this process holds one of these SKUs: buyers of a hot one wait in line. Taken in the order of ids. */
export async function withSkuLocks<T>(skuIds: readonly number[], fn: (hadToWait: boolean) => Promise<T>): Promise<T> {
  const entered: { hadToWait: boolean; leave: () => void }[] = [];
  try {
    for (const skuId of [...new Set(skuIds)].sort((a, b) => a - b)) entered.push(await skus.enter(skuId));
    return await fn(entered.some(({ hadToWait }) => hadToWait));
  } finally {
    for (const { leave } of entered) leave();
  }
}
