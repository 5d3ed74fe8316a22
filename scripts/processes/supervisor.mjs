import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { guard, unguard } from "./guard.mjs";
import { readableLine } from "./logLines.mjs";
import { removePid, signal, writePid } from "./pids.mjs";
import { complain, info } from "./progress.mjs";
import { serverFlags } from "./serverFlags.mjs";

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** A process that ran this long did not fail at its start, so the pauses start again from the shortest. */
const steadyMs = 60_000;

/** The next process is not made ready while the present one starts. */
const warmAfterMs = 4_000;
const warm = fileURLToPath(new URL("warm.mjs", import.meta.url));

/**
 * Runs a Node script, forwards its log and restarts it when it ends, until it is stopped. With `soonAgain` another process
 * waits beside it that has loaded the packages, so that a restart takes a second.
 * @param {{ name: string, script: string, cwd: string, dataDir: string, env: NodeJS.ProcessEnv, onCrash?: () => void,
 *   soonAgain?: boolean }} what
 */
export function supervise({ name, script, cwd, dataDir, env, onCrash, soonAgain = false }) {
  /** @type {{ child: import("node:child_process").ChildProcess, exit: Promise<void>, running: boolean } | undefined} */
  let current;
  let stopping = false;
  let restarting = false;
  let pauseMs = firstPauseMs;
  let crashes = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  /** @type {import("node:child_process").ChildProcess | undefined} */
  let next;
  /** @type {NodeJS.Timeout | undefined} */
  let warming;

  // Its own process group: a terminal sends Ctrl-C to the whole foreground group, which would not keep the order of
  // stops. The child notices the death of this process by its IPC channel, as a "disconnect".
  const launch = (/** @type {string[]} */ args) => {
    const child = spawn(process.execPath, [...serverFlags, ...args], {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    if (child.pid) guard("process", -child.pid);
    return child;
  };

  const makeReady = () => {
    clearTimeout(warming);
    warming = setTimeout(() => {
      const child = launch([warm, script]);
      next = child;
      child.once("error", () => (next = undefined));
      child.once("exit", () => {
        if (next === child) next = undefined;
      });
    }, warmAfterMs);
  };

  const start = () => {
    const startedAt = Date.now();
    const child = next ?? launch([script]);
    child.removeAllListeners();
    if (child === next) child.send("run");
    next = undefined;
    if (soonAgain) makeReady();
    /** @type {{ child: typeof child, exit: Promise<void>, running: boolean }} */
    const mine = { child, exit: Promise.resolve(), running: true };
    current = mine;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on("line", (line) => console.log(readableLine(name, line)));
    }
    if (child.pid) writePid(dataDir, { name, kind: "process", pid: child.pid, marks: [script] });
    mine.exit = new Promise((resolve) => {
      /** @param {string} why */
      const over = (why) => {
        if (!mine.running) return;
        mine.running = false;
        if (child.pid) unguard(-child.pid);
        removePid(dataDir, name);
        resolve();
        if (!stopping) again(why, Date.now() - startedAt);
      };
      child.once("error", (error) => over(error.message));
      child.once("exit", (code, by) => over(by ? `was ended by ${by}` : `ended with code ${code}`));
    });
  };

  /**
   * @param {string} why
   * @param {number} ranMs
   */
  const again = (why, ranMs) => {
    if (ranMs >= steadyMs) pauseMs = firstPauseMs;
    crashes += 1;
    onCrash?.();
    complain(`${name} ${why} after ${(ranMs / 1000).toFixed(1)} s; starting it again in ${pauseMs / 1000} s`);
    timer = setTimeout(start, pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };

  /**
   * SIGTERM, then SIGKILL for the whole group when it has not ended in time.
   * @param {number} ms
   */
  const stop = async (ms) => {
    stopping = true;
    clearTimeout(timer);
    clearTimeout(warming);
    if (!restarting) next?.kill("SIGKILL");
    if (!current?.running) return;
    const { child, exit } = current;
    signal(Number(child.pid), "SIGTERM");
    await Promise.race([exit, sleep(ms, undefined, { ref: false })]);
    if (current.running) {
      if (!restarting) info(`${name} did not end within ${(ms / 1000).toFixed(1)} s: it is killed`);
      signal(-Number(child.pid), "SIGKILL");
    }
    await exit;
  };

  start();

  return {
    name,
    get pid() {
      return current?.running ? current.child.pid : undefined;
    },
    get crashes() {
      return crashes;
    },
    stop,
    /**
     * Stops it, and starts it again at once.
     * @param {number} ms
     */
    async restart(ms) {
      restarting = true;
      await stop(ms);
      restarting = stopping = false;
      pauseMs = firstPauseMs;
      start();
    },
    /** SIGKILL, without waiting. */
    abandon() {
      stopping = true;
      clearTimeout(timer);
      clearTimeout(warming);
      next?.kill("SIGKILL");
      if (current?.running) signal(-Number(current.child.pid), "SIGKILL");
    },
  };
}

/** @typedef {ReturnType<typeof supervise>} Supervised */
