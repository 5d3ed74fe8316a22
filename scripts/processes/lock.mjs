import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./pids.mjs";
import { info } from "./progress.mjs";

/**
 * Two launchers in one checkout (a start and a test run) must not install or build at the same time.
 * @template T
 * @param {string} root
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(root, name, work) {
  const file = join(root, ".data", "locks", name);
  mkdirSync(join(file, ".."), { recursive: true });
  let reported = false;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      break;
    } catch {
      const holder = Number(safeRead(file));
      if (holder ? !isAlive(holder) : ageMs(file) > 10_000) rmSync(file, { force: true });
      else if (!reported) {
        info(`waiting for another run (pid ${holder || "unknown"}) to finish its ${name} step`);
        reported = true;
      }
      await sleep(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function safeRead(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** @param {string} file */
function ageMs(file) {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
