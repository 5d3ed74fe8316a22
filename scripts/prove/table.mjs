import { stepDone } from "../processes/progress.mjs";

/** @type {{ step: string, seconds: number, outcome: string }[]} */
const rows = [];

/**
 * Runs a step, prints it, and keeps its time for the table.
 * @template T
 * @param {string} step
 * @param {() => Promise<T>} run
 * @param {(result: T) => string} tell
 */
export async function timed(step, run, tell) {
  const since = Date.now();
  const keep = (/** @type {string} */ outcome) => rows.push({ step, seconds: (Date.now() - since) / 1_000, outcome });
  try {
    const result = await run();
    keep(tell(result));
    stepDone(step, tell(result), since);
    return result;
  } catch (error) {
    keep("FAILED");
    throw error;
  }
}

export function showTable() {
  console.log("");
  for (const { step, seconds, outcome } of rows)
    console.log(`${step.padEnd(36)} ${seconds.toFixed(1).padStart(7)} s  ${outcome}`);
}

/** What a check says of the shop, wherever it stands in its output. @param {string} output */
export const verdictOf = (output) => /^every invariant holds|^\d+ violation\(s\)/m.exec(output)?.[0] ?? "nothing said";
