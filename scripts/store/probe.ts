import { isDeepStrictEqual, inspect } from "node:util";
import type { Ground } from "./ground.js";

/** One thing that a MongoDB has to keep. */
interface ProbeOfOne {
  name: string;
  /** What of the shop would break without it. */
  wouldBreak: string;
  /**
   * Throws when it does not hold. What takes time is begun here and looked at by the function that is answered, after all
   * the others.
   */
  run: (ground: Ground) => Promise<void | LookLater>;
}
export type LookLater = () => Promise<void>;

export type Probe = ProbeOfOne &
  (
    | { severity: "needed" }
    /** The shop steps around it: it is told, and why that is harmless. */
    | { severity: "avoided"; harmless: string }
    /** The shop works without it, slower. */
    | { severity: "wished" }
  );

export interface Theme {
  theme: string;
  probes: readonly Probe[];
}

export const needed = (name: string, wouldBreak: string, run: ProbeOfOne["run"]): Probe => ({
  name,
  wouldBreak,
  run,
  severity: "needed",
});

export const wished = (name: string, wouldBreak: string, run: ProbeOfOne["run"]): Probe => ({
  name,
  wouldBreak,
  run,
  severity: "wished",
});

/** The store does something else than it should. */
export class Otherwise extends Error {}

/** Neither proved nor disproved: told, but no failure. */
export class Unsure extends Error {}

/** Not tried, and why. */
export class Untried extends Error {}

/** A value in one line. */
export const shown = (value: unknown): string =>
  inspect(value, { depth: 6, breakLength: Infinity, compact: true, maxArrayLength: 20, maxStringLength: 200 });

/** Dates and numbers are compared by value, the order of fields does not count. */
export function expectSame(what: string, seen: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(seen, expected))
    throw new Otherwise(`${what}: expected ${shown(expected)}, seen ${shown(seen)}`);
}
