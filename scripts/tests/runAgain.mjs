import { complain } from "../processes/progress.mjs";
import { runParts } from "./runParts.mjs";

/** If more files than these fail, bad timing is not the reason. */
const MOST_FILES = 6;

/**
 * Reruns the failed files once, alone on the idle machine: those that pass then are reported as unsteady and count as
 * passed, the others have failed. A part whose process died without a summary fails the run. For runs that decide about a
 * change (TEST_AGAIN); in development each failure counts at once.
 * @param {import("./lane.mjs").Lane[]} lanes
 * @param {import("./runParts.mjs").PartOutcome[]} outcomes
 * @param {Parameters<typeof runParts>[2]} how
 * @returns {Promise<import("./runParts.mjs").PartOutcome[]>} the final outcomes
 */
export async function runAgain(lanes, outcomes, how) {
  const unsteady = outcomes.filter(({ failing, told, times }) => told && failing > 0 && times.failed.length > 0);
  const files = unsteady.flatMap(({ times }) => times.failed).filter(Boolean);
  const isLost = outcomes.some(({ told, code, failing }) => !told || (code !== 0 && failing === 0));
  if (isLost || files.length === 0 || files.length > MOST_FILES) return outcomes;
  complain(`Once more, by themselves: ${files.join(", ")}`);
  const again = await runParts(lanes.slice(0, 1), [{ name: "once more", files, ms: 0 }], how);
  const holds = again.length === 1 && again.every(({ told, code }) => told && code === 0);
  if (!holds) return outcomes;
  complain(`Unsteady: failed at first, see above, and passed by themselves: ${files.join(", ")}`);
  return outcomes.map((outcome) =>
    unsteady.includes(outcome)
      ? { ...outcome, code: 0, passing: outcome.passing + outcome.failing, failing: 0, failures: "" }
      : outcome,
  );
}
