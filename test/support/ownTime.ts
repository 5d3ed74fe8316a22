import { useFakeTimers, type SinonFakeTimers } from "sinon";
import type { Timers } from "#shared/kernel/time/clock.js";

/**
 * A clock that a test moves, for what is given its timers, and for nothing else in this process: what the drivers of the
 * stores wait for beside it would be lost with the clock, and they with it.
 */
export function ownTime(): { time: SinonFakeTimers; timers: Timers } {
  // `global` is documented; its types do not know it.
  const global = { setTimeout, clearTimeout, setImmediate, clearImmediate, Date, Promise };
  const settings = { toFake: ["setTimeout" as const, "clearTimeout" as const, "Date" as const], global };
  const time = useFakeTimers(settings);
  return {
    time,
    timers: {
      setTimeout: (wake, ms) => time.setTimeout(wake, ms) as unknown as NodeJS.Timeout,
      clearTimeout: (timer) => time.clearTimeout(timer as never),
      now: () => time.now,
    },
  };
}
