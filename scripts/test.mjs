// `npm test [-- mocha arguments]`: every test on services of its own, which are thrown away afterwards.
import "./processes/nodeVersion.mjs";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { guard, unguard } from "./processes/guard.mjs";
import { endLeftovers, isStillIt, readPids, signal, writePid } from "./processes/pids.mjs";
import { complain, note, showFailure, stepDone } from "./processes/progress.mjs";
import { makeSecrets } from "./processes/secrets.mjs";
import { endSteps } from "./processes/step.mjs";
import { ensureBuilt } from "./services/build.mjs";
import { startServices } from "./services/index.mjs";
import { ensureInstalled } from "./services/install.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const prefix = "shop-services-";
const allTests = ["test/**/*.test.ts"];
const limitMinutes = Number(process.env["TEST_TIMEOUT_MINUTES"] ?? 20);

/** @type {string | undefined} */
let folder;
/** @type {import("./services/index.d.mts").RunningServices | undefined} */
let services;
/** @type {import("node:child_process").ChildProcess | undefined} */
let mocha;
let stopping = false;

/** @param {string[]} args */
async function test(args) {
  await ensureInstalled(root);
  await sweep();
  folder = mkdtempSync(join(tmpdir(), prefix));
  writePid(folder, { name: "test", kind: "launcher", pid: process.pid, marks: ["test.mjs"] });

  const cache = resolve(root, process.env["SERVICES_CACHE"] ?? join(process.env["DATA_DIR"] ?? ".data", "services"));
  process.env["SERVICES_CACHE"] = cache; // fault tests start services of their own from it
  const begun = Date.now();
  services = await startServices({
    dataDir: folder,
    durable: false,
    given: process.env,
    mayBeGiven: true,
    log: note,
    database: "shop_test",
  });
  for (const { name, version, source, port } of services.servers) {
    stepDone("runs on", `${name} ${version} from ${source}, port ${port}`, begun);
  }

  const { JWT_KEYS, SEAL_KEY } = makeSecrets();
  /** @type {Record<string, string>} */
  const made = { JWT_KEYS, SEAL_KEY, LOG_LEVEL: "silent", DATA_DIR: join(folder, "data") };
  for (const name of Object.keys(made)) if (process.env[name] && name !== "DATA_DIR") delete made[name];
  mkdirSync(join(folder, "data"));
  // Whatever the tests leave in the folder for temporary files goes with ours.
  const TMPDIR = join(folder, "tmp");
  mkdirSync(TMPDIR);
  const env = { ...process.env, ...made, ...services.env, SERVICES_CACHE: cache, NODE_ENV: "test", TMPDIR };

  if (process.env["TEST_SERVICES_KEEP"]) return keep({ ...services.env });

  // A test starts the processes from dist. What does not compile fails the whole run, but not a single file's.
  const complaints = await ensureBuilt(root);
  if (complaints) complain(`The build failed:\n${complaints}`);
  const code = await runMocha(args, env);
  if (complaints) complain("The build had failed, see above.");
  await stop(code === 0 && complaints && args.length === 0 ? 1 : code);
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function runMocha(args, env) {
  // Mocha starts a second Node when its configuration has node-options, even if they are in force: so they are given here
  // and left out there. It would also add the pattern of its configuration to files that are named.
  const { "node-option": options = [], spec, ...rest } = JSON.parse(readFileSync(join(root, ".mocharc.json"), "utf8"));
  const named = args.some((arg) => !arg.startsWith("-") && (existsSync(resolve(root, arg)) || /\*.*\.ts$/.test(arg)));
  const config = join(String(folder), "mocharc.json");
  writeFileSync(config, JSON.stringify(named ? rest : { ...rest, spec: spec ?? allTests }));
  const flags = options.map((/** @type {string} */ option) => `--${option}`);
  const program = join(root, "node_modules", "mocha", "bin", "mocha.js");
  return new Promise((done) => {
    // A group of its own, so that the time limit ends everything that the tests have started.
    mocha = spawn(process.execPath, [...flags, program, "--config", config, ...args], {
      cwd: root,
      env,
      detached: true,
      stdio: ["ignore", "inherit", "inherit"],
    });
    const pid = Number(mocha.pid);
    if (pid) guard("process", -pid);
    const timer = setTimeout(() => {
      complain(`The tests took more than ${limitMinutes} minutes (TEST_TIMEOUT_MINUTES): they are ended.`);
      endMocha();
    }, limitMinutes * 60_000);
    mocha.on("error", () => done(127));
    mocha.on("exit", (code) => {
      clearTimeout(timer);
      // What a test has forgotten must not live on.
      signal(-pid, "SIGKILL");
      unguard(-pid);
      done(code ?? 1);
    });
  });
}

/** Politely first: mocha still prints what it has. */
function endMocha() {
  const pid = Number(mocha?.pid);
  if (!pid) return;
  signal(-pid, "SIGTERM");
  setTimeout(() => signal(-pid, "SIGKILL"), 5_000).unref();
}

/** @param {Record<string, string>} env */
async function keep(env) {
  console.log("\nIn other terminals, so that npm test starts nothing:\n");
  for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`);
  console.log("\nCtrl-C stops them.");
  setInterval(() => {}, 60_000);
}

/** Test runs that were killed leave a folder, and perhaps servers, behind. */
async function sweep() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
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
    await services?.stop(2_000);
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } finally {
    process.exit(code);
  }
}

/** @param {NodeJS.Signals} name */
async function onSignal(name) {
  if (stopping) return;
  stopping = true;
  await endSteps();
  if (!mocha || mocha.exitCode !== null) return await stop(process.env["TEST_SERVICES_KEEP"] ? 0 : 130);
  note(`${name}: ending the tests`);
  endMocha(); // its exit goes on to stop()
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
