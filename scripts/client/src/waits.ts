import { NO_ANSWER, NO_HTTP_STATUS, type ShopError } from "./shopError.js";

/** The seconds that Retry-After names, as a number or as a date. */
export function retryAfterOf(text: string | null): number | undefined {
  if (text === null || text.trim() === "") return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds : undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

/** How long to wait before a call is repeated, or undefined: a repeat would not help, is not safe, or not soon. */
export function waitOf(
  { code, status, retryAfterSeconds }: ShopError,
  { tried, isSafe, longestMs }: { tried: number; isSafe: boolean; longestMs: number },
): number | undefined {
  // Too many calls: refused before anything was done, so that every call may be made again.
  const isLimited = code === 429 || status === 429;
  // Not ready yet, the same key still running, or no response at all.
  const mayGetBetter =
    code === 503 || status === 503 || code === 409 || (code === NO_ANSWER && status === NO_HTTP_STATUS);
  if (!isLimited && !(isSafe && mayGetBetter)) return undefined;
  const waitMs = (retryAfterSeconds ?? 2 ** (tried - 1)) * 1_000;
  if (waitMs > longestMs) return undefined;
  // A little apart, so that what was refused together does not come back together.
  return waitMs * (1 + Math.random() / 10);
}

/** Ends early, with the signal's reason, when the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
