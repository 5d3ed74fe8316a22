import { setTimeout as pause } from "node:timers/promises";
import type { Ground } from "./ground.js";
import { Unsure, Untried, type LookLater, type Probe, type Theme } from "./probe.js";

export interface Outcome {
  theme: string;
  probe: Probe;
  verdict: "kept" | "failed" | "avoided" | "unsure" | "untried";
  ms: number;
  /** The expected and the actual value. */
  why?: string;
}

/** A store that hangs is reported, and the other probes still run. */
const ANSWER_MS = 60_000;
/** A compromise between load and separate times. */
const AT_ONCE = 6;

/**
 * Runs every probe, some in parallel; delayed checks come last. The outcomes are in the order of the table. After
 * `stop` no further probe starts.
 */
export async function judge(themes: readonly Theme[], ground: Ground, stop?: AbortSignal): Promise<Outcome[]> {
  const entries = themes.flatMap(({ theme, probes }) => probes.map((probe) => ({ theme, probe })));
  const later: { index: number; look: LookLater }[] = [];
  const outcomes = new Map<number, Outcome>();
  const waiting = entries.map((entry, index) => ({ ...entry, index }));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !stop?.aborted; next = waiting.shift()) {
      const { index, theme, probe } = next;
      const outcome = await tryOut(theme, probe, async () => {
        const look = await probe.run(ground);
        if (look) later.push({ index, look });
      });
      outcomes.set(index, outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { index, look } of stop?.aborted ? [] : later) {
    const { theme, probe, ms } = outcomes.get(index)!;
    const outcome = await tryOut(theme, probe, look);
    outcomes.set(index, { ...outcome, ms: ms + outcome.ms });
  }
  return entries.flatMap((_, index) => outcomes.get(index) ?? []);
}

async function tryOut(theme: string, probe: Probe, run: () => Promise<void>): Promise<Outcome> {
  const begun = performance.now();
  const end = (verdict: Outcome["verdict"], why?: string): Outcome => ({
    theme,
    probe,
    verdict,
    ms: Math.round(performance.now() - begun),
    ...(why === undefined ? {} : { why }),
  });
  try {
    const silent = new AbortController();
    const late = pause(ANSWER_MS, undefined, { signal: silent.signal }).then(() => {
      throw new Error(`no end within ${ANSWER_MS / 1_000} s`);
    });
    late.catch(() => undefined);
    await Promise.race([run(), late]).finally(() => silent.abort());
    return end("kept");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof Untried) return end("untried", why);
    if (error instanceof Unsure || probe.severity === "desirable") return end("unsure", why);
    return end(probe.severity === "avoided" ? "avoided" : "failed", why);
  }
}

export const hasFailed = (outcomes: readonly Outcome[]): boolean =>
  outcomes.some(({ verdict }) => verdict === "failed");
