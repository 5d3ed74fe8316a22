import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { billsAgree } from "./bills.js";
import { checkInvariants } from "./invariants.js";

/** `npm run check`: the invariants on a live database, and today's payments against the providers' statements. Exit code 1 when one does not hold. */
await connectMongo();
const invariants = await checkInvariants();
const bills = await billsAgree();
const looked = { ...invariants.looked, ...bills.looked };
const violations = [...invariants.violations, ...bills.violations];
for (const [what, count] of Object.entries(looked)) console.log(`looked at ${String(count).padStart(7)}  ${what}`);
for (const what of bills.skipped) console.log(`not compared       ${what}`);
for (const { invariant, about, what } of violations) console.log(`${invariant} broken  ${about}: ${what}`);
console.log(violations.length === 0 ? "every invariant holds" : `${violations.length} violation(s)`);
await disconnectMongo();
process.exitCode = violations.length === 0 ? 0 : 1;
