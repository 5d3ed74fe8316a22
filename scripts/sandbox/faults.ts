/** Faults that the next calls to a provider meet. */

export const FAULT_MODES = ["error", "timeout", "slow", "badSignature", "tooMany", "hold"] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

export interface Fault {
  platform: string;
  mode: FaultMode;
  /** How many more calls it meets. */
  count: number;
  /** How long `slow` waits before the normal response, and the Retry-After of `tooMany` (whole seconds). */
  delayMs: number;
  /** For error and timeout: the call takes effect before its response is lost. */
  after: boolean;
  /** Only calls whose path or operation contains this, such as "/close" or "trade.close"; null for every call. */
  path: string | null;
}

/**
 * `hold` differs from the others: no call fails with it, but the next thing that would settle at once (a refund) stays
 * under way until the control settles it.
 */
export class Faults {
  #faults: Fault[] = [];

  /** Sets a fault; it replaces one of the same provider, path and kind (holding, or meeting calls). */
  put(fault: Fault): void {
    const place = (one: Fault): string => JSON.stringify([one.platform, one.path, one.mode === "hold"]);
    this.#faults = this.#faults.filter((one) => place(one) !== place(fault));
    if (fault.count > 0) this.#faults.push(fault);
  }

  list(): Fault[] {
    return [...this.#faults];
  }

  clear(platform?: string): void {
    this.#faults = platform === undefined ? [] : this.#faults.filter((one) => one.platform !== platform);
  }

  /** Uses up one count of the first fault that this call meets. */
  takeForCall(platform: string, path: string): Fault | undefined {
    return this.#take((one) => one.platform === platform && one.mode !== "hold" && path.includes(one.path ?? ""));
  }

  /** Whether this one stays under way; uses up one count. */
  takeHold(platform: string, path: string): boolean {
    const meets = (one: Fault): boolean =>
      one.platform === platform && one.mode === "hold" && path.includes(one.path ?? "");
    return this.#take(meets) !== undefined;
  }

  #take(meets: (fault: Fault) => boolean): Fault | undefined {
    const fault = this.#faults.find(meets);
    if (!fault) return undefined;
    fault.count -= 1;
    if (fault.count <= 0) this.#faults = this.#faults.filter((one) => one !== fault);
    return fault;
  }
}
