import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../processes/lock.mjs";
import { mustRun } from "../processes/step.mjs";
import { stepDone } from "../processes/progress.mjs";

/**
 * Runs `npm ci` when node_modules is missing or does not match package-lock.json.
 * @param {string} root
 * @param {string} [whose] the package, where it is not the service itself
 */
export async function ensureInstalled(root, whose) {
  if (isFresh(root)) return;
  await withLock(root, "install", async () => {
    if (isFresh(root)) return; // another run has just done it
    const since = Date.now();
    await npmCi(root);
    writeFileSync(stampFile(root), lockHash(root));
    stepDone(whose ?? "packages", `installed ${Object.keys(readLock(hiddenLock(root))).length} packages`, since);
  });
}

/** @param {string} root */
async function npmCi(root) {
  // Dev packages too, whatever NODE_ENV says: the build needs the compiler. Uses the npm that started us, if any.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env["npm_execpath"];
  const env = { ...process.env, NODE_ENV: "development" };
  const run = /npm-cli\.c?js$/.test(npm ?? "")
    ? { command: process.execPath, args: [String(npm), ...args] }
    : { command: "npm", args };
  await mustRun("npm ci", run.command, run.args, { cwd: root, env });
}

/** @param {string} root */
const stampFile = (root) => join(root, "node_modules", ".lock-hash");
/** @param {string} root */
const hiddenLock = (root) => join(root, "node_modules", ".package-lock.json");
/** @param {string} root */
const lockHash = (root) =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

/** @param {string} root */
function isFresh(root) {
  if (!existsSync(hiddenLock(root))) return false;
  if (existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === lockHash(root)) return true;
  // Someone may have installed by hand, so npm's own record of the installed packages decides.
  const wanted = readLock(join(root, "package-lock.json"));
  const present = readLock(hiddenLock(root));
  const same =
    Object.entries(wanted).every(([path, { version, optional }]) =>
      present[path] ? present[path].version === version : optional === true,
    ) && Object.keys(present).every((path) => wanted[path]);
  if (same) writeFileSync(stampFile(root), lockHash(root));
  return same;
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readLock(file) {
  const { "": _root, ...packages } = JSON.parse(readFileSync(file, "utf8")).packages;
  return packages;
}
