import { spawn } from "node:child_process";
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, renameSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { guard, unguard } from "../processes/guard.mjs";
import { removePid, signal, writePid } from "../processes/pids.mjs";
import { runStep } from "../processes/step.mjs";

/** @param {string} name */
export function findOnPath(name) {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {RegExp} pattern its first group is the version
 */
export async function versionOf(program, args, pattern) {
  const { output } = await runStep(program, args, { timeoutMs: 10_000 });
  return pattern.exec(output)?.[1];
}

/**
 * @param {string} version
 * @param {string} least
 */
export function isAtLeast(version, least) {
  const parts = version.split(".").map(Number);
  for (const [index, wanted] of least.split(".").map(Number).entries()) {
    const have = parts[index] ?? 0;
    if (have !== wanted) return have > wanted;
  }
  return true;
}

/**
 * @param {Record<string, string | number>} values
 * @returns {string[]}
 */
export const asFlags = (values) => Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);

/**
 * @typedef {object} Launch
 * @property {string} name
 * @property {string} dataDir where pid files and logs go
 * @property {number} port
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string[]} marks parts of its command line that identify it at a later start
 * @property {(stillRunning: () => boolean) => Promise<void>} ready resolves when it answers; throws when it does not
 * @property {() => void} [stopped] cleans up after the program
 * @property {(text: string) => void} [ended] called when it ends unexpectedly
 */

/**
 * Starts one server and keeps control of it: it can be killed and started again on the same port and data.
 * @param {Launch} launch
 */
export async function startProgram(launch) {
  const logFile = join(launch.dataDir, "logs", `${launch.name}.log`);
  mkdirSync(dirname(logFile), { recursive: true });
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.old`);

  /** @type {{ pid: number, running: boolean, exit: Promise<void>, expected: boolean, why: string }} */
  let current;

  const start = async () => {
    const log = openSync(logFile, "a");
    // Its own process group: a Ctrl-C in the terminal must not reach the database before its clients have ended.
    const child = spawn(launch.command, launch.args, { env: launch.env, stdio: ["ignore", log, log], detached: true });
    closeSync(log);
    const mine = { pid: child.pid ?? 0, running: true, exit: Promise.resolve(), expected: false, why: "" };
    current = mine;
    mine.exit = new Promise((resolve) => {
      /** @param {string} why */
      const over = (why) => {
        if (!mine.running) return;
        Object.assign(mine, { running: false, why });
        if (mine.pid) unguard(mine.pid);
        removePid(launch.dataDir, launch.name);
        launch.stopped?.();
        resolve();
        if (!mine.expected) launch.ended?.(why);
      };
      child.once("error", (error) => over(error.message));
      child.once("exit", (code, name) => over(name ? `it was ended by ${name}` : `it ended with code ${code}`));
    });
    if (mine.pid) {
      guard("service", mine.pid);
      writePid(launch.dataDir, { name: launch.name, kind: "service", pid: mine.pid, marks: launch.marks });
    }
    const wasExpected = mine.expected;
    mine.expected = true; // while it starts, its end is reported by the error below
    try {
      await launch.ready(() => mine.running);
      mine.expected = wasExpected;
      if (!mine.running) throw new Error("it ended");
    } catch (error) {
      await end(2_000);
      const detail = mine.why || /** @type {Error} */ (error).message;
      throw new Error(
        `${launch.name} did not start on port ${launch.port}: ${detail}\n${lastLines(logFile)}`.trimEnd(),
        { cause: error },
      );
    }
  };

  /** @param {number} ms */
  const end = async (ms) => {
    const { pid, running, exit } = current;
    if (!running) return;
    current.expected = true;
    signal(pid, "SIGTERM");
    signal(pid, "SIGCONT"); // a fault test may have stopped it with SIGSTOP
    await Promise.race([exit, sleep(ms, undefined, { ref: false })]);
    if (current.running) signal(pid, "SIGKILL");
    await exit;
  };

  await start();

  return {
    name: launch.name,
    port: launch.port,
    get pid() {
      return current.pid;
    },
    /**
     * @param {NodeJS.Signals} [name]
     */
    async kill(name = "SIGKILL") {
      const deadly = name !== "SIGSTOP" && name !== "SIGCONT";
      if (deadly) current.expected = true;
      signal(current.pid, name);
      if (deadly) await current.exit;
    },
    async restart() {
      await end(5_000);
      await start();
    },
    stop: (/** @type {number} */ ms = 5_000) => end(ms),
    /** SIGKILL, without waiting. */
    abandon() {
      current.expected = true;
      if (current.running) signal(current.pid, "SIGKILL");
    },
  };
}

/**
 * Calls `check` until it returns true.
 * @param {(() => Promise<boolean>)} check
 * @param {() => boolean} stillRunning
 * @param {number} [ms]
 */
export async function until(check, stillRunning, ms = 30_000) {
  const deadline = Date.now() + ms;
  while (!(await check().catch(() => false))) {
    if (!stillRunning()) throw new Error("it ended");
    if (Date.now() > deadline) throw new Error(`it did not answer within ${ms / 1000} s`);
    await sleep(50);
  }
}

/** @param {string} file */
function lastLines(file) {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").slice(-8).join("\n") : "";
}
