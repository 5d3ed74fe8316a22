import { billsAgree } from "./bills.js";
import { checkInvariants, type CheckOptions } from "./invariants.js";

/** Checks the connected database, prints what was looked at and what is broken, and returns how much that is. */
export async function showCheck(options: CheckOptions = {}): Promise<number> {
  const invariants = await checkInvariants(options);
  const bills = await billsAgree();
  const looked = { ...invariants.looked, ...bills.looked };
  const violations = [...invariants.violations, ...bills.violations];
  for (const [what, count] of Object.entries(looked)) console.log(`looked at ${String(count).padStart(7)}  ${what}`);
  for (const what of bills.skipped) console.log(`not compared       ${what}`);
  for (const { invariant, about, what } of violations) console.log(`${invariant} broken  ${about}: ${what}`);
  console.log(violations.length === 0 ? "every invariant holds" : `${violations.length} violation(s)`);
  return violations.length;
}
