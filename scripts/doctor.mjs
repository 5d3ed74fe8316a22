// `npm run doctor`: what this machine has, which ports are free, what is missing, on one screen. It changes nothing.
import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, freemem, totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { paint } from "./processes/paint.mjs";
import { isStillIt, readPids } from "./processes/pids.mjs";
import { checkPorts, loadDotEnv, readSettings } from "./processes/settings.mjs";
import { runStep } from "./processes/step.mjs";
import { findOnPath } from "./services/program.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const LEAST_GIB = { memory: 4, disk: 5 };
let isWell = true;

/**
 * @param {"well" | "note" | "bad"} how
 * @param {string} what
 * @param {string} text
 */
function say(how, what, text) {
  if (how === "bad") isWell = false;
  const mark = { well: paint("green", "✓"), note: paint("gray", "·"), bad: paint("red", "✗") }[how];
  console.log(`${mark} ${what.padEnd(11)} ${text}`);
}

/**
 * The first line of what a program says, or undefined.
 * @param {string} program
 * @param {...string} args
 */
async function said(program, ...args) {
  const { code, output } = await runStep(program, args, { timeoutMs: 15_000 });
  return code === 0 ? output.trim().split("\n")[0] : undefined;
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isNodeNew = major > 20 || (major === 20 && minor >= 19);
say(isNodeNew ? "well" : "bad", "Node", `${process.versions.node}${isNodeNew ? "" : ", 20.19 or newer is needed"}`);

const registry = await said("npm", "config", "get", "registry");
const reached = await said("npm", "view", "koa", "version");
say(reached ? "well" : "bad", "npm", reached ? `its registry answers` : `its registry does not answer: ${registry}`);

const gib = (/** @type {number} */ bytes) => bytes / 2 ** 30;
const memory = gib(freemem());
say(
  memory < LEAST_GIB.memory ? "note" : "well",
  "memory",
  `${memory.toFixed(1)} of ${gib(totalmem()).toFixed(1)} GiB free, ${availableParallelism()} processors`,
);
const { bavail, bsize } = statfsSync(root);
const disk = gib(bavail * bsize);
say(
  disk < LEAST_GIB.disk ? "bad" : "well",
  "disk",
  `${disk.toFixed(0)} GiB free${disk < LEAST_GIB.disk ? `, ${LEAST_GIB.disk} are needed` : ""}`,
);

const pip = (await said("python3", "-m", "pip", "--version"))?.split(" from")[0];
const stores = {
  MongoDB: [["mongod"], "MONGODB_URI"],
  Redis: [["valkey-server", "redis-server"], "REDIS_URL"],
  "S3 store": [["weed", "minio"], "S3_ENDPOINT"],
};
for (const [title, [programs, variable]] of Object.entries(stores)) {
  const given = process.env[String(variable)];
  const found = /** @type {string[]} */ (programs).map(findOnPath).find(Boolean);
  if (given) say("well", title, `given by ${variable}`);
  else if (found) say("well", title, found);
  else if (pip) say("well", title, `from a Python package (${pip})`);
  else
    say(
      "bad",
      title,
      `none: install ${/** @type {string[]} */ (programs).join(" or ")}, or Python 3 with pip, or set ${variable}`,
    );
}

loadDotEnv(root);
const settings = readSettings(root);
const running = readPids(settings.dataDir).find((record) => record.kind === "launcher" && isStillIt(record));
if (running) say("well", "shop", `runs, pid ${running.pid}: ${settings.publicUrl}`);
else
  await checkPorts(settings).then(
    () => say("well", "ports", "all free"),
    (error) =>
      String(error.message)
        .split("\n")
        .forEach((line) => say("bad", "ports", line)),
  );
say("note", "data", `${settings.dataDir}${existsSync(settings.dataDir) ? "" : ", not there yet"}`);
say(
  "note",
  "packages",
  existsSync(join(root, "node_modules", ".package-lock.json")) ? "installed" : "not installed yet",
);
say(
  "note",
  "browser",
  findOnPath("chromium") ?? findOnPath("google-chrome") ?? "none: the tests fetch one from a package",
);
console.log(isWell ? "\nNothing is missing." : "\nWhat has a cross has to be mended before npm start.");
process.exitCode = isWell ? 0 : 1;
