// `npm test [-- --changed [REF] | --lane FOLDER,... | files, folders, mocha arguments] [--timings]`: tests on temporary
// services of their own, with a process and a database per folder, several in parallel.
import "./processes/nodeVersion.mjs";
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { allOf } from "./processes/allOf.mjs";
import { endLeftovers, isStillIt, readPids } from "./processes/pids.mjs";
import { complain, info, showFailure, stepDone } from "./processes/progress.mjs";
import { endSteps, runStep } from "./processes/step.mjs";
import { ensureBuilt } from "./services/build.mjs";
import { ensureConsoleBuilt } from "./services/console.mjs";
import { ensureInstalled } from "./services/install.mjs";
import { ensureStorefrontBuilt } from "./services/storefront.mjs";
import { compileTests } from "./tests/compileTests.mjs";
import { lanePrefix, openLane } from "./tests/lane.mjs";
import { laneCount, planParts } from "./tests/planParts.mjs";
import { readArguments } from "./tests/readArguments.mjs";
import { runAgain } from "./tests/runAgain.mjs";
import { runParts } from "./tests/runParts.mjs";
import { showTimings } from "./tests/showTimings.mjs";
import { sumUp } from "./tests/sumUp.mjs";
import { keepTimes } from "./tests/timings.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const limitMinutes = Number(process.env["TEST_TIMEOUT_MINUTES"] ?? 40);

/** @type {import("./tests/lane.mjs").Lane[]} */
const lanes = [];
let stopping = false;

/** @param {string[]} args */
async function test(args) {
  await ensureInstalled(root);
  await sweep();
  // Fault tests start their own services from it.
  process.env["SERVICES_CACHE"] = resolve(
    root,
    process.env["SERVICES_CACHE"] ?? join(process.env["DATA_DIR"] ?? ".data", "services"),
  );
  if (process.env["TEST_SERVICES_KEEP"]) {
    await openLanes(1);
    return keep({ ...lanes[0]?.services.env });
  }
  const { choice, isWhole, timings } = await readArguments(root, args);
  if (choice.files?.length === 0) return await stop(0);
  const most = hasGivenServices() ? 1 : laneCount();
  const rounds = choice.files ? planParts(root, choice.files, most) : [[{ name: "mocha", files: choice.mocha, ms: 0 }]];
  const begun = Date.now();
  const lanesWanted = Math.max(1, Math.min(most, Math.max(...rounds.map(({ length }) => length))));
  // Tests start the processes from dist. Code that does not compile or has wrong types fails a whole run, but not a run
  // of single files.
  const types = isWhole ? checkTypes() : Promise.resolve("");
  const [built, { folder, complaints }] = await allOf([
    ensureBuilt(root),
    compileTests(root),
    ensureConsoleBuilt(root),
    ensureStorefrontBuilt(root),
    openLanes(lanesWanted),
  ]);
  const faults = [built, complaints].filter(Boolean);
  if (faults.length > 0) complain(`The build failed:\n${faults.join("\n")}`);
  setTimeout(() => {
    complain(`The tests took more than ${limitMinutes} minutes (TEST_TIMEOUT_MINUTES): they are ended.`);
    endAll();
  }, limitMinutes * 60_000).unref();

  const how = { compiled: folder, isStopping: () => stopping, show };
  let outcomes = [];
  for (const round of rounds)
    if (!stopping) outcomes.push(...(await runParts(lanes.slice(0, round.length), round, how)));
  if (process.env["TEST_AGAIN"] && !stopping) outcomes = await runAgain(lanes, outcomes, how);
  keepTimes(root, Object.assign({}, ...outcomes.map(({ times }) => times.files)));
  if (isWhole || timings) showTimings(outcomes, { all: timings, isWhole });
  const parts = rounds.flat();
  const wrongTypes = await types;
  if (wrongTypes) faults.push(wrongTypes);
  const left = parts.filter((part) => !outcomes.some((outcome) => outcome.part === part));
  if (wrongTypes) complain(`Types are wrong:\n${wrongTypes}`);
  else if (faults.length > 0) complain("The build had failed, see above.");
  if (parts.length > 1 || timings)
    sumUp(
      outcomes,
      begun,
      left.map(({ name }) => name),
    );
  const code =
    outcomes.find((each) => each.code !== 0)?.code ?? (left.length > 0 || outcomes.some((each) => !each.told) ? 1 : 0);
  await stop(code === 0 && faults.length > 0 && isWhole ? 1 : code);
}

/** The compiler's complaints about all sources, tests and the console. */
async function checkTypes() {
  const begun = Date.now();
  const { code, output } = await runStep("npm", ["run", "-s", "typecheck"], { cwd: root });
  if (code === 0) stepDone("types", "checked", begun);
  return code === 0 ? "" : output.trim() || `npm run typecheck ended with code ${code}`;
}

/** @param {number} count */
async function openLanes(count) {
  const begun = Date.now();
  const opened = await Promise.allSettled(Array.from({ length: count }, () => openLane(root)));
  // The lanes that are up must be stopped even when another failed.
  for (const each of opened) if (each.status === "fulfilled") lanes.push(each.value);
  for (const each of opened) if (each.status === "rejected") throw each.reason;
  for (const { name, version, source, port } of lanes.flatMap(({ services }) => services.servers))
    stepDone("runs on", `${name} ${version} from ${source}, port ${port}`, begun);
}

/** Given services are a single set: two lanes would interfere with each other. */
const hasGivenServices = () => ["MONGODB_URI", "REDIS_URL", "S3_ENDPOINT"].some((name) => process.env[name]);

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

/** Killed test runs leave folders, and perhaps servers, behind. */
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

/** @type {Promise<never> | undefined} */
let stopped;

/**
 * Stops the services and exits; once, whoever asks.
 * @param {number} code
 */
function stop(code) {
  stopping = true;
  stopped ??= Promise.allSettled(lanes.map((lane) => lane.stop())).then(() => process.exit(code));
  return stopped;
}

/** @param {NodeJS.Signals} name */
async function onSignal(name) {
  if (stopping) return;
  stopping = true;
  await endSteps();
  if (!lanes.some((lane) => lane.isRunning())) return await stop(process.env["TEST_SERVICES_KEEP"] ? 0 : 130);
  info(`${name}: ending the tests`);
  endAll(); // their exits go on to stop()
}
for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(name, () => void onSignal(name));
}

try {
  await test(process.argv.slice(2));
} catch (error) {
  // Tests that were ended may leave what cannot be removed yet: then too the services are stopped.
  const isAsked = stopping;
  if (!isAsked) showFailure(error);
  await stop(isAsked ? 130 : 1);
}
