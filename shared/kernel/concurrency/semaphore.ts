import { errors } from "../request/errors.js";

/**
 * Returns a function that runs at most `atOnce` works at a time in this process; further ones wait in order. While
 * `mostWaiting` wait, another one is refused with StillWorking (503) instead of waiting for seconds.
 */
export function semaphore({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw errors.StillWorking({}, 2);
      // A run that ends hands over its slot, so `running` is not counted up again.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
