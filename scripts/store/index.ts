import { parseArgs } from "node:util";
import { crash } from "./crash.js";
import { openGround } from "./ground.js";
import { hasFailed, judge, type Outcome } from "./judge.js";
import { startOwnServer } from "./ownServer.js";
import { allThemes } from "./probes/index.js";
import { standstill } from "./standstill.js";
import { stepDown } from "./stepDown.js";
import { faultLine, linesOf, summaryOf } from "./words.js";

/**
 * `npm run check:store`: checks that a MongoDB behaves as the shop needs. It uses MONGODB_URI, in its own database that
 * is dropped at the end, and has the primary of a set of three stand down once; without one, a server started for it,
 * which is killed as well. Exit code 1: a required behaviour is missing, 2: the check could not run. `--patience=90` waits this many seconds for rows to expire.
 */
const { values: options } = parseArgs({ options: { patience: { type: "string", default: "15" } } });
const given = process.env["MONGODB_URI"];

const stop = new AbortController();
let isUnfit = false;
/** Everything to clean up at any end, newest first. */
const leftovers: (() => Promise<unknown>)[] = [];
async function tidy(): Promise<void> {
  for (let end = leftovers.pop(); end; end = leftovers.pop())
    await end().catch((error: unknown) => console.error(`left behind: ${String(error)}`));
}

async function check(): Promise<Outcome[]> {
  const own = given ? undefined : await startOwnServer();
  if (own) leftovers.push(own.end);
  const ground = await openGround(own?.uri ?? given!);
  leftovers.push(ground.close);
  const what = own ? `${own.what}, started for this` : "given";
  const { server, faults } = ground.examined;
  console.log(`${server} (${what}), in its database ${ground.database}\n`);
  for (const fault of faults) console.log(faultLine(fault));
  isUnfit = faults.some(({ isFatal }) => isFatal);
  const outcomes = await judge(allThemes({ patienceMs: Number(options.patience) * 1_000 }), ground, stop.signal);
  // Sequentially: each of them may kill the server, or change the primary.
  for (const theme of [stepDown(ground), ...standstill(ground, own), crash(ground, own)])
    outcomes.push(...(await judge([theme], ground, stop.signal)));
  return outcomes;
}

// Running work is ended first: a database with open transactions cannot be dropped.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

const begun = performance.now();
try {
  const outcomes = await check();
  for (const outcome of outcomes) console.log(linesOf(outcome).join("\n"));
  console.log(
    `\n${summaryOf(outcomes)}${stop.signal.aborted ? ", ended early" : ""}, in ${((performance.now() - begun) / 1_000).toFixed(1)} s`,
  );
  process.exitCode = isUnfit || hasFailed(outcomes) ? 1 : 0;
  if (stop.signal.aborted) process.exitCode = 130;
} catch (error) {
  console.error(`not tried: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
} finally {
  await tidy();
}
