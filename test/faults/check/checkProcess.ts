/** `npm run check` in a process that stays: asked by a message, it answers what is broken. */
import { billsAgree } from "#scripts/check/bills.js";
import { checkInvariants } from "#scripts/check/invariants.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";

await connectMongo();
process.on("message", () => {
  void broken()
    .catch((error: unknown) => [String(error)])
    .then((lines) => process.send!(lines));
});
process.on("disconnect", () => process.exit(0));
process.send!([]);

async function broken(): Promise<string[]> {
  const { violations } = await checkInvariants();
  const bills = await billsAgree();
  return [...violations, ...bills.violations].map(({ invariant, about, what }) => `${invariant} ${about}: ${what}`);
}
