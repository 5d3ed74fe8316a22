import { isDeepStrictEqual, inspect } from "node:util";
import type { Ground } from "./ground.js";

/** One behaviour that a MongoDB must have. */
interface ProbeOfOne {
  name: string;
  /** What would break in the shop without it. */
  wouldBreak: string;
  /**
   * Throws when the behaviour is missing. A slow check is started here and finished by the returned function, after all
   * the others.
   */
  run: (ground: Ground) => Promise<void | LookLater>;
}
export type LookLater = () => Promise<void>;

export type Probe = ProbeOfOne &
  (
    | { severity: "needed" }
    /** The shop avoids the need for it: it is reported, with the reason why that is harmless. */
    | { severity: "avoided"; harmless: string }
    /** The shop works without it, slower. */
    | { severity: "desirable" }
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

export const desirable = (name: string, wouldBreak: string, run: ProbeOfOne["run"]): Probe => ({
  name,
  wouldBreak,
  run,
  severity: "desirable",
});

/** The store behaves differently. */
export class Otherwise extends Error {}

/** Neither proved nor disproved: reported, but not as a failure. */
export class Unsure extends Error {}

/** Not tried, and why. */
export class Untried extends Error {}

/** A value in one line. */
export const shown = (value: unknown): string =>
  inspect(value, { depth: 6, breakLength: Infinity, compact: true, maxArrayLength: 20, maxStringLength: 200 });

/** Compares dates and numbers by value, and ignores the order of fields. */
export function expectSame(what: string, seen: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(seen, expected))
    throw new Otherwise(`${what}: expected ${shown(expected)}, seen ${shown(seen)}`);
}
