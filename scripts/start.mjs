// `npm start`: from a fresh clone to a running shop in one terminal; `npm run dev`: the same, and what is changed is live
// (`--develop`). Needs nothing but Node; see scripts/services for where
// MongoDB, Redis and the S3 store come from.
import "./processes/nodeVersion.mjs";
import { chmodSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { allOf } from "./processes/allOf.mjs";
import { closingTable } from "./processes/closingTable.mjs";
import { systemEnvironment } from "./processes/environment.mjs";
import { readableLine } from "./processes/logLines.mjs";
import { endLeftovers, isStillIt, readPids, removePid, writePid } from "./processes/pids.mjs";
import { PlainFailure, info, showFailure, stepDone } from "./processes/progress.mjs";
import { waitReady } from "./processes/readiness.mjs";
import { removeRunFile, writeRunFile } from "./processes/runFile.mjs";
import { loadSecrets } from "./processes/secrets.mjs";
import { develop } from "./processes/develop.mjs";
import { checkPorts, loadDotEnv, readSettings } from "./processes/settings.mjs";
import { stopInOrder } from "./processes/shutdown.mjs";
import { endSteps, runStep } from "./processes/step.mjs";
import { checkStoreOnce } from "./processes/storeCheck.mjs";
import { supervise } from "./processes/supervisor.mjs";
import { endAbandonedTransactions } from "./services/abandonedTransactions.mjs";
import { ensureBuilt } from "./services/build.mjs";
import { ensureConsoleBuilt } from "./services/console.mjs";
import { fetchServices, startServices } from "./services/index.mjs";
import { ensureInstalled } from "./services/install.mjs";
import { ensureStorefrontBuilt } from "./services/storefront.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** @type {Map<string, import("./processes/supervisor.mjs").Supervised>} */
const processes = new Map();
/** @type {import("./services/index.d.mts").RunningServices | undefined} */
let services;
/** @type {import("./processes/settings.mjs").Settings | undefined} */
let settings;
/** Whether the data folder is ours: a second start must not remove the files of the first. */
let owner = false;
/** When the stop was requested; 0 before that. */
let stopping = 0;
const developing = process.argv.includes("--develop");
/** @type {() => Promise<void>} */
let endDevelopment = async () => {};

async function start() {
  const since = Date.now();
  loadDotEnv(root);
  settings = readSettings(root);
  if (process.env["NODE_ENV"] === "production") {
    throw new PlainFailure(
      "npm start is for development and tests. In production run the processes that the Procfile names.",
    );
  }
  await takeFolder(settings.dataDir);
  await checkPorts(settings);
  const secrets = loadSecrets(settings.dataDir);
  const stores = {
    dataDir: settings.dataDir,
    durable: true,
    fixedPorts: true,
    mayBeGiven: true,
    log: info,
    onEnded: bringBack,
    given: { ...secrets, ...process.env },
  };
  await allOf([ensureInstalled(root), fetchServices(stores)]);
  if (stopping) return;
  const [running] = await allOf([startStores(stores), compileSources()]);
  if (stopping) return;
  const env = await systemEnvironment(settings, secrets, running.env);
  const full = { ...process.env, ...env };
  await allOf([oneOff("prepare", [], full), ensureConsoleBuilt(root), ensureStorefrontBuilt(root)]);
  if (stopping) return;

  launch("sandbox", "scripts/sandbox/index.js", full);
  launch("api", "api/index.js", { ...full, OPS_PORT: String(settings.ops.api) });
  launch("worker", "workers/index.js", { ...full, OPS_PORT: String(settings.ops.worker) });
  launch("cron", "workers/cron.js", { ...full, OPS_PORT: String(settings.ops.cron) });

  const hint = () =>
    [...processes.values()]
      .map(({ name, crashes }) => (crashes ? ` ${name} has ended ${crashes} times.` : ""))
      .join("");
  await waitReady(settings.baseUrl, () => stopping > 0, hint);
  if (stopping) return;
  const { baseUrl, sandboxUrl } = settings;
  writeRunFile(settings.dataDir, {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    baseUrl,
    sandboxUrl,
    env,
  });
  // What is changed from then on is seen.
  if (developing) endDevelopment = await develop({ root, baseUrl, processes });
  stepDone("ready", "", since);
  console.log(closingTable(settings, env, running.servers, developing));
  const { dataDir } = settings;
  await checkStoreOnce({ root, dataDir, server: running.servers[0], uri: running.env["MONGODB_URI"] });
}

/** @param {import("./services/index.d.mts").ServiceOptions} stores */
async function startStores(stores) {
  const begun = Date.now();
  services = await startServices(stores);
  for (const { name, version, source, port } of services.servers)
    stepDone(name, `${version} from ${source}, port ${port}`, begun);
  return services;
}

async function compileSources() {
  const complaints = await ensureBuilt(root, { forDevelopment: developing });
  if (complaints) throw new PlainFailure(`The build failed:\n${complaints}`);
}

/**
 * One start per data folder; leftovers of a killed start are ended first, because they hold the ports and the files.
 * @param {string} dataDir
 */
async function takeFolder(dataDir) {
  // It contains keys and databases, so other users of the machine must not read it.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const other = readPids(dataDir).find((record) => record.kind === "launcher" && isStillIt(record));
  if (other)
    throw new PlainFailure(`The shop is already running in ${dataDir} (pid ${other.pid}): stop that one first.`);
  removeRunFile(dataDir);
  for (const name of await endLeftovers(dataDir)) info(`ended ${name}, left behind by a start that was killed`);
  writePid(dataDir, { name: "start", kind: "launcher", pid: process.pid, marks: ["start.mjs"] });
  owner = true;
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function oneOff(name, args, env) {
  if (stopping) return;
  const begun = Date.now();
  const script = join(root, "dist", "scripts", name, "index.js");
  const { code, output } = await runStep(process.execPath, ["--enable-source-maps", script, ...args], {
    cwd: root,
    env,
  });
  const lines = output.trim().split("\n");
  if (code !== 0) {
    throw new PlainFailure(
      `${name} failed (code ${code}):\n${lines.map((line) => readableLine(name, line)).join("\n")}`,
    );
  }
  const last = lines.at(-1) ?? "";
  stepDone(name, last.startsWith("{") ? "done" : last.slice(0, 60), begun);
}

/**
 * @param {string} name
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 */
function launch(name, script, env) {
  const dataDir = String(settings?.dataDir);
  // The store may be down at that moment: then it holds no transactions either.
  const onCrash = () => void endAbandonedTransactions(String(env["MONGODB_URI"])).catch(() => {});
  processes.set(
    name,
    supervise({ name, script: join(root, "dist", script), cwd: root, dataDir, env, onCrash, soonAgain: developing }),
  );
}

/**
 * @param {"mongodb" | "redis" | "storage"} name
 * @param {string} why
 */
function bringBack(name, why, pauseMs = 1_000) {
  if (stopping) return;
  info(`${name}: ${why}; starting it again in ${pauseMs / 1000} s`);
  setTimeout(() => {
    if (stopping) return;
    services?.[name]?.restart().catch((error) => bringBack(name, String(error.message), Math.min(pauseMs * 2, 30_000)));
  }, pauseMs);
}

/** @param {number} code */
async function stop(code) {
  try {
    await endSteps();
    await endDevelopment();
    await stopInOrder(processes, services);
  } finally {
    if (settings && owner) {
      removeRunFile(settings.dataDir);
      removePid(settings.dataDir, "start");
    }
    process.exit(code);
  }
}

/** @param {NodeJS.Signals} name */
function onSignal(name) {
  const now = Date.now();
  if (!stopping) {
    stopping = now;
    info(`${name}: stopping; press Ctrl-C again to kill at once`);
    // Services that are just starting have no handle yet: when this process exits, the guard ends them.
    void stop(0);
    return;
  }
  // npm forwards the signal that the terminal has sent already: the second of such a pair is not a second Ctrl-C.
  if (now - stopping < 700) return;
  for (const one of processes.values()) one.abandon();
  services?.abandon();
  process.exit(130);
}

process.on("SIGINT", onSignal);
process.on("SIGTERM", onSignal);
process.on("SIGHUP", onSignal); // the terminal was closed
process.stdout.on("error", () => {}); // its reader has gone; stopping in order matters more
process.stderr.on("error", () => {});

try {
  await start();
} catch (error) {
  if (!stopping) {
    stopping = Date.now();
    showFailure(error);
    await stop(1);
  }
}
