// `npm test [-- mocha arguments]`: every test on services of its own, which are thrown away afterwards.
import "./processes/nodeVersion.mjs";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { endLeftovers, isStillIt, readPids } from "./processes/pids.mjs";
import { complain, note, showFailure, stepDone } from "./processes/progress.mjs";
import { endSteps } from "./processes/step.mjs";
import { lanePrefix, openLane } from "./processes/testLane.mjs";
import { ensureBuilt } from "./services/build.mjs";
import { ensureConsoleBuilt } from "./services/console.mjs";
import { ensureInstalled } from "./services/install.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const limitMinutes = Number(process.env["TEST_TIMEOUT_MINUTES"] ?? 40);
const allTests = "test/**/*.test.ts";
/** Two lanes of about the same length fill two processors. */
const together = [
  "test/{browser,pay,trade,wallet}/**/*.test.ts",
  "test/!(browser|pay|trade|wallet|faults)/**/*.test.ts",
];
/** Kills processes and measures waits: runs when nothing else does. */
const alone = "test/faults/**/*.test.ts";

/** Characters of failures that are shown again. */
const MOST_SHOWN = 8_000;

/** @type {import("./processes/testLane.mjs").Lane[]} */
const lanes = [];
let stopping = false;

/** @param {string[]} args */
async function test(args) {
  await ensureInstalled(root);
  await sweep();
  // Fault tests start services of their own from it.
  process.env["SERVICES_CACHE"] = resolve(
    root,
    process.env["SERVICES_CACHE"] ?? join(process.env["DATA_DIR"] ?? ".data", "services"),
  );
  const named = args.some((arg) => !arg.startsWith("-") && (existsSync(resolve(root, arg)) || /\*.*\.ts$/.test(arg)));
  const inLanes = args.length === 0 && !process.env["TEST_SERVICES_KEEP"] && !hasGivenServices();
  const begun = Date.now();
  lanes.push(await openLane(root));
  if (inLanes) lanes.push(await openLane(root));
  for (const { name, version, source, port } of lanes.flatMap(({ services }) => services.servers))
    stepDone("runs on", `${name} ${version} from ${source}, port ${port}`, begun);
  if (process.env["TEST_SERVICES_KEEP"]) return keep({ ...lanes[0]?.services.env });

  // A test starts the processes from dist. What does not compile fails the whole run, but not a single file's.
  const complaints = await ensureBuilt(root);
  if (complaints) complain(`The build failed:\n${complaints}`);
  await ensureConsoleBuilt(root);
  setTimeout(() => {
    complain(`The tests took more than ${limitMinutes} minutes (TEST_TIMEOUT_MINUTES): they are ended.`);
    endAll();
  }, limitMinutes * 60_000).unref();
  const figures = inLanes ? await runLanes() : [await lanes[0].run(named ? args : [...args, allTests], show)];
  if (complaints) complain("The build had failed, see above.");
  const code = figures.find((each) => each.code !== 0)?.code ?? 0;
  await stop(code === 0 && complaints && args.length === 0 ? 1 : code);
}

/** Given services are one set: two lanes would be in each other's way. */
const hasGivenServices = () => ["MONGODB_URI", "REDIS_URL", "S3_ENDPOINT"].some((name) => process.env[name]);

/** The first lane is shown as it goes, the second when both are through; the sum of all in mocha's words comes last. */
async function runLanes() {
  const begun = Date.now();
  /** @type {string[]} */
  const held = [];
  const [first, second] = lanes;
  const figures = await Promise.all([
    first.run([together[0]], show),
    second.run([together[1]], (text) => void held.push(text)),
  ]);
  show(held.join(""));
  if (!stopping) figures.push(await first.run([alone], show));
  /** @param {"passing" | "pending" | "failing"} what */
  const sum = (what) => figures.reduce((total, each) => total + each[what], 0);
  // What failed stands where one looks first: at the end.
  for (const { failures } of figures)
    if (failures) console.log(`\n  failed, as told above\n\n${failures.slice(0, MOST_SHOWN)}`);
  console.log(`\n  all together\n\n  ${sum("passing")} passing (${Math.ceil((Date.now() - begun) / 60_000)}m)`);
  for (const what of /** @type {const} */ (["pending", "failing"]))
    if (sum(what)) console.log(`  ${sum(what)} ${what}`);
  return figures;
}

/** @param {string} text */
function show(text) {
  process.stdout.write(text);
}

function endAll() {
  stopping = true;
  for (const lane of lanes) lane.end();
}

/** @param {Record<string, string>} env */
async function keep(env) {
  console.log("\nIn other terminals, so that npm test starts nothing:\n");
  for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`);
  console.log("\nCtrl-C stops them.");
  setInterval(() => {}, 60_000);
}

/** Test runs that were killed leave folders, and perhaps servers, behind. */
async function sweep() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(lanePrefix))) {
    const left = join(tmpdir(), name);
    try {
      const records = readPids(left);
      if (records.length === 0 || records.some((record) => record.kind === "launcher" && isStillIt(record))) continue;
      await endLeftovers(left);
      rmSync(left, { recursive: true, force: true });
    } catch {
      // another user's
    }
  }
}

/** @param {number} code */
async function stop(code) {
  stopping = true;
  try {
    await Promise.all(lanes.map((lane) => lane.stop()));
  } finally {
    process.exit(code);
  }
}

/** @param {NodeJS.Signals} name */
async function onSignal(name) {
  if (stopping) return;
  stopping = true;
  await endSteps();
  if (!lanes.some((lane) => lane.isRunning())) return await stop(process.env["TEST_SERVICES_KEEP"] ? 0 : 130);
  note(`${name}: ending the tests`);
  endAll(); // their exits go on to stop()
}
for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(name, () => void onSignal(name));
}

try {
  await test(process.argv.slice(2));
} catch (error) {
  if (!stopping) {
    showFailure(error);
    await stop(1);
  }
}
