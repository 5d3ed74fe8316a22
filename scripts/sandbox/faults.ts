/** Faults that the next calls to a provider meet. */

export const FAULT_MODES = [
  "error",
  "timeout",
  "slow",
  "badSignature",
  "tooMany",
  "hold",
  "lowBalance",
  "noQuota",
] as const;
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
  /** Only calls that name this, in their path or body: the number of an order or a parcel, a mobile. */
  no?: string | undefined;
}

/** They fail no call by themselves: the provider asks for them where it decides. */
const DECIDED: readonly FaultMode[] = ["hold", "lowBalance", "noQuota"];
const isDecided = (mode: FaultMode): boolean => DECIDED.includes(mode);

/**
 * `hold`: the next thing that would settle at once (a refund) stays under way until the control settles it. `lowBalance`:
 * the next refund is refused, as the merchant's own balance at the pay provider is too low. `noQuota`: the next message is
 * refused, as its package is used up.
 */
export class Faults {
  #faults: Fault[] = [];

  /** Sets a fault; it replaces one of the same provider, path and kind (holding, or meeting calls). */
  put(fault: Fault): void {
    const place = (one: Fault): string =>
      JSON.stringify([one.platform, one.path, one.no, isDecided(one.mode) && one.mode]);
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
  takeForCall(platform: string, path: string, body: string): Fault | undefined {
    return this.#take(
      (one) =>
        one.platform === platform &&
        !isDecided(one.mode) &&
        path.includes(one.path ?? "") &&
        `${path} ${body}`.includes(one.no ?? ""),
    );
  }

  /** Whether this one stays under way; uses up one count. */
  takeHold(platform: string, path: string, body: string): boolean {
    return this.#takeDecided("hold", platform, path, body);
  }

  /** Whether the merchant's balance is too low for this refund; uses up one count. */
  takeLowBalance(platform: string, path: string, body: string): boolean {
    return this.#takeDecided("lowBalance", platform, path, body);
  }

  /** Whether the package of messages is used up for this one; uses up one count. */
  takeNoQuota(platform: string, body: string): boolean {
    return this.#takeDecided("noQuota", platform, "", body);
  }

  #takeDecided(mode: FaultMode, platform: string, path: string, body: string): boolean {
    const meets = (one: Fault): boolean =>
      one.platform === platform &&
      one.mode === mode &&
      path.includes(one.path ?? "") &&
      `${path} ${body}`.includes(one.no ?? "");
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
