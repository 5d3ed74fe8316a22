/** Characters of failures that are shown again. */
const MOST_SHOWN = 8_000;

/**
 * Repeats the failures at the end, where one looks first; and last the total in mocha's words.
 * @param {import("./runParts.mjs").PartOutcome[]} outcomes
 * @param {number} begun
 * @param {string[]} notRun names of parts that an aborted run left out
 */
export function sumUp(outcomes, begun, notRun) {
  for (const { part, failures } of outcomes)
    if (failures) console.log(`\n  failed in ${part.name}, as reported above\n\n${failures.slice(0, MOST_SHOWN)}`);
  for (const { part, code, signal, told, failing, last } of outcomes)
    if (!told || (code !== 0 && failing === 0))
      console.log(`\n  ${part.name} did not come to its end (${signal ?? `code ${code}`})\n\n${last}`);
  if (notRun.length > 0) console.log(`\n  not run: ${notRun.join(", ")}`);
  /** @param {"passing" | "pending" | "failing"} what */
  const sum = (what) => outcomes.reduce((total, each) => total + each[what], 0);
  console.log(`\n  all together\n\n  ${sum("passing")} passing (${Math.ceil((Date.now() - begun) / 60_000)}m)`);
  for (const what of /** @type {const} */ (["pending", "failing"]))
    if (sum(what)) console.log(`  ${sum(what)} ${what}`);
}
