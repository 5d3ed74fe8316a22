import { complain } from "../processes/progress.mjs";
import { runParts } from "./runParts.mjs";

/** If more files than these fail, bad timing is not the reason. */
const MOST_FILES = 6;

/** A process that died once may have been the machine's victim; two are not. */
const MOST_DEAD = 1;

/**
 * Reruns once, alone on the idle machine, the failed files and the part whose process died without a summary: what passes
 * then is reported as unsteady and counts as passed, the others have failed. For runs that decide about a change
 * (TEST_AGAIN); in development each failure counts at once.
 * @param {import("./lane.mjs").Lane[]} lanes
 * @param {import("./runParts.mjs").PartOutcome[]} outcomes
 * @param {Parameters<typeof runParts>[2]} how
 * @returns {Promise<import("./runParts.mjs").PartOutcome[]>} the final outcomes
 */
export async function runAgain(lanes, outcomes, how) {
  const dead = outcomes.filter(({ told }) => !told);
  const unsteady = outcomes.filter(({ failing, told, times }) => told && failing > 0 && times.failed.length > 0);
  const files = unsteady.flatMap(({ times }) => times.failed).filter(Boolean);
  const isBroken = outcomes.some(({ told, code, failing }) => told && code !== 0 && failing === 0);
  if (isBroken || dead.length > MOST_DEAD || files.length > MOST_FILES || files.length + dead.length === 0)
    return outcomes;
  const parts = [
    ...(files.length > 0 ? [{ name: "once more", files, ms: 0 }] : []),
    ...dead.map(({ part }) => ({ ...part, name: `${part.name}, once more` })),
  ];
  for (const { part, code, signal, last } of dead)
    complain(`${part.name} died (${signal ?? `code ${code}`}), having printed last:\n${last}`);
  complain(`Once more, by themselves: ${parts.flatMap((part) => part.files).join(", ")}`);
  const again = await runParts(lanes.slice(0, 1), parts, how);
  const holds = again.length === parts.length && again.every(({ told, code }) => told && code === 0);
  if (!holds) return outcomes;
  complain(
    `Unsteady: failed at first, see above, and passed by themselves: ${[...files, ...dead.map(({ part }) => part.name)].join(", ")}`,
  );
  return outcomes.map((outcome) => {
    if (dead.includes(outcome)) return { ...again.at(-1), part: outcome.part };
    if (!unsteady.includes(outcome)) return outcome;
    return { ...outcome, code: 0, passing: outcome.passing + outcome.failing, failing: 0, failures: "" };
  });
}
