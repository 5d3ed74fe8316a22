import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Running programs are recorded, one small file each, so that the next start can end the leftovers of a killed one.
 * `marks` are parts of the command line that prove that the process is still ours: process ids are reused.
 * @typedef {{ name: string, kind: "launcher" | "process" | "service", pid: number, marks: string[] }} PidRecord
 */

/** @param {string} dataDir */
const folder = (dataDir) => join(dataDir, "pids");

/**
 * @param {string} dataDir
 * @param {PidRecord} record
 */
export function writePid(dataDir, record) {
  mkdirSync(folder(dataDir), { recursive: true });
  writeFileSync(join(folder(dataDir), `${record.name}.json`), JSON.stringify(record));
}

/**
 * @param {string} dataDir
 * @param {string} name
 */
export const removePid = (dataDir, name) => rmSync(join(folder(dataDir), `${name}.json`), { force: true });

/**
 * @param {string} dataDir
 * @returns {PidRecord[]}
 */
export function readPids(dataDir) {
  if (!existsSync(folder(dataDir))) return [];
  return readdirSync(folder(dataDir)).flatMap((file) => {
    try {
      return [JSON.parse(readFileSync(join(folder(dataDir), file), "utf8"))];
    } catch {
      return []; // half written when the power went: nothing can be learned from it
    }
  });
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
  try {
    // A zombie answers signal 0 but has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return !existsSync("/proc/self/status");
  }
}

/** @param {number} pid */
function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    // no /proc on macOS
  }
  try {
    return execFileSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/** @param {PidRecord} record */
export function isStillIt(record) {
  if (!isAlive(record.pid)) return false;
  const line = commandLine(record.pid);
  return record.marks.every((mark) => line.includes(mark));
}

/**
 * @param {number} pid
 * @param {number} ms
 */
export async function waitGone(pid, ms) {
  const deadline = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}

/**
 * Ends the leftovers of an earlier start in this folder: its processes first, then the services they use.
 * @param {string} dataDir
 * @returns {Promise<string[]>} what was ended
 */
export async function endLeftovers(dataDir) {
  const ended = [];
  const records = readPids(dataDir);
  for (const kind of ["process", "service"]) {
    const running = records.filter((record) => record.kind === kind && isStillIt(record));
    for (const { pid } of running) signal(pid, "SIGTERM");
    for (const { name, pid } of running) {
      if (!(await waitGone(pid, 6_000))) signal(pid, "SIGKILL");
      await waitGone(pid, 2_000);
      ended.push(`${name} (pid ${pid})`);
    }
  }
  for (const { name } of records) removePid(dataDir, name);
  return ended;
}

/**
 * @param {number} pid negative for a whole process group
 * @param {NodeJS.Signals} name
 */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended already
  }
}
