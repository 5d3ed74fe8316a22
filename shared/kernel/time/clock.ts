/**
 * The one clock, used instead of `new Date()`, so that a test can hold or move time.
 * It shifts what "now" means; timers stay real, as the drivers of the stores use them (`Timers`).
 */
let offsetMs = 0;
let heldAt: number | null = null;

export const clock = {
  /** Epoch milliseconds. */
  ms: (): number => heldAt ?? Date.now() + offsetMs,
  now: (): Date => new Date(clock.ms()),
  /** The moment `ms` milliseconds from now. */
  after: (ms: number): Date => new Date(clock.ms() + ms),
};

/** Timers of the process, or of a clock that a test moves and that nothing else in the process uses. */
export interface Timers {
  setTimeout: (wake: () => void, ms: number) => NodeJS.Timeout;
  clearTimeout: (timer: NodeJS.Timeout) => void;
  /** Ms, from any start. */
  now: () => number;
}
export const realTimers: Timers = { setTimeout, clearTimeout, now: Date.now };

/** For tests alone: stop time at a moment, move it on, let it run again. */
export const heldClock = {
  hold(at: Date | number = Date.now()): void {
    heldAt = Number(at);
  },
  advance(ms: number): void {
    if (heldAt === null) offsetMs += ms;
    else heldAt += ms;
  },
  release(): void {
    heldAt = null;
    offsetMs = 0;
  },
};

export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 3_600_000;
export const days = (count: number): number => count * 86_400_000;
