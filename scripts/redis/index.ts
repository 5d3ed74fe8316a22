import { examineRedises, type ExaminedRedis } from "#shared/kernel/redis/examine.js";

/**
 * `npm run check:redis`: what each Redis of the environment is, what is wrong with it, and what mends it. Exit code 1: the
 * shop would not start with it, or it does not answer.
 */
const examined = await examineRedises();
for (const { variable, server, faults } of examined) {
  console.log(`${variable.padEnd(18)} ${server ?? "does not answer"}${faults.length === 0 ? ": as it should be" : ""}`);
  for (const { isFatal, what, mend } of faults)
    console.log(`  ${isFatal ? "wrong " : "weaker"}  ${what}\n          ${mend}`);
}
const isUsable = ({ server, faults }: ExaminedRedis): boolean =>
  server !== undefined && faults.every(({ isFatal }) => !isFatal);
process.exit(examined.every(isUsable) ? 0 : 1);
