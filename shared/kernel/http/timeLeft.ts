import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds that are left for all calls of one reply. */
export type TimeLeft = () => number;

/** A time budget of `ms` milliseconds that begins now. Real time, as it bounds waiting. */
export function timeWithin(ms: number): TimeLeft {
  const end = performance.now() + ms;
  return () => Math.max(0, Math.round(end - performance.now()));
}

/** The pause before the one retry after a transient fault of a provider, when there is time for it. */
const AGAIN_AFTER_MS = 200;
const WORTH_TRYING_MS = 800;

/**
 * Calls a provider, and once more if the error is a transient fault (`isPassing`) and enough time is left. Throws what the
 * last call throws.
 */
export async function withOneRetry<T>(
  call: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  left: TimeLeft,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isPassing(error) || left() < WORTH_TRYING_MS) throw error;
    await pause(AGAIN_AFTER_MS);
    return await call();
  }
}
