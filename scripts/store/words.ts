import type { StoreFault } from "#shared/kernel/config/storeFault.js";
import type { Outcome } from "./judge.js";

const signs: Record<Outcome["verdict"], string> = { kept: "✓", failed: "✗", avoided: "!", unsure: "!", untried: "·" };

/** One line per probe, more on a failure: what was seen, and what that means for the shop. */
export function linesOf({ theme, probe, verdict, ms, why }: Outcome): string[] {
  const time = verdict === "untried" ? "" : `${ms} ms`;
  const lines = [`${signs[verdict]} ${theme.padEnd(12)} ${probe.name.padEnd(84)} ${time.padStart(8)}`.trimEnd()];
  const more = (text: string): number => lines.push(`    ${text}`);
  if (why !== undefined) more(why);
  if (verdict === "failed") more(`would break: ${probe.wouldBreak}`);
  if (verdict === "avoided" && probe.severity === "avoided") {
    more(`would break: ${probe.wouldBreak}`);
    more(`harmless here: ${probe.harmless}`);
  }
  if (verdict === "unsure" && probe.severity === "desirable") more(`then: ${probe.wouldBreak}`);
  return lines;
}

/** The outcomes in one line. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  const count = (verdict: Outcome["verdict"]): number => outcomes.filter((one) => one.verdict === verdict).length;
  const parts = [
    `${count("kept")} of ${outcomes.length} kept`,
    [count("failed"), "failed"],
    [count("avoided"), "not kept, but not needed"],
    [count("unsure"), "not proved"],
    [count("untried"), "not tried"],
  ].flatMap((part) => (typeof part === "string" ? [part] : part[0] ? [part.join(" ")] : []));
  return parts.join(", ");
}

/** What is wrong with the server as a whole, or with its address. */
export const faultLine = ({ isFatal, what, mend }: StoreFault): string => `${isFatal ? "✗" : "!"} ${what}\n    ${mend}`;
