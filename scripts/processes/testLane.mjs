import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { startServices } from "../services/index.mjs";
import { guard, unguard } from "./guard.mjs";
import { signal, writePid } from "./pids.mjs";
import { note } from "./progress.mjs";
import { makeSecrets } from "./secrets.mjs";

/** What every lane's folder is called, and then some. */
export const lanePrefix = "shop-services-";

/** @typedef {{ code: number, passing: number, pending: number, failing: number, failures: string }} Figures */
/** @typedef {Awaited<ReturnType<typeof openLane>>} Lane */

/**
 * Services of its own in a folder for temporary files, and one mocha at a time on them.
 * @param {string} root
 */
export async function openLane(root) {
  const folder = mkdtempSync(join(tmpdir(), lanePrefix));
  writePid(folder, { name: "test", kind: "launcher", pid: process.pid, marks: ["test.mjs"] });
  const services = await startServices({
    dataDir: folder,
    durable: false,
    given: process.env,
    mayBeGiven: true,
    log: note,
    database: "shop_test",
  });
  // Whatever the tests leave in the folder for temporary files goes with ours.
  const TMPDIR = join(folder, "tmp");
  const DATA_DIR = join(folder, "data");
  for (const made of [TMPDIR, DATA_DIR]) mkdirSync(made);
  const { JWT_KEYS, SEAL_KEY } = makeSecrets();
  const env = {
    JWT_KEYS,
    SEAL_KEY,
    LOG_LEVEL: "silent",
    ...process.env,
    ...services.env,
    NODE_ENV: "test",
    TMPDIR,
    DATA_DIR,
  };
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let mocha;

  /** Politely first: mocha still prints what it has. */
  const end = () => {
    const pid = Number(mocha?.pid);
    if (!pid || mocha?.exitCode !== null) return;
    signal(-pid, "SIGTERM");
    setTimeout(() => signal(-pid, "SIGKILL"), 5_000).unref();
  };

  return {
    services,
    end,
    isRunning: () => mocha?.exitCode === null,
    /**
     * Mocha's arguments: what it runs and how. `print` gets its output as it comes.
     * @param {string[]} args
     * @param {(text: string) => void} print
     * @returns {Promise<Figures>}
     */
    run: (args, print) =>
      new Promise((done) => {
        let text = "";
        mocha = spawn(process.execPath, mochaArguments(root, folder, args), {
          cwd: root,
          env,
          detached: true, // a group of its own, so that the time limit ends everything that the tests have started
          stdio: ["ignore", "pipe", "inherit"],
        });
        const pid = Number(mocha.pid);
        if (pid) guard("process", -pid);
        mocha.stdout?.setEncoding("utf8").on("data", (chunk) => {
          text = (text + chunk).slice(-1_000_000);
          print(chunk);
        });
        mocha.on("error", () => done({ code: 127, ...figuresOf(text) }));
        mocha.on("exit", () => {
          // What a test has forgotten must not live on.
          signal(-pid, "SIGKILL");
          unguard(-pid);
        });
        mocha.on("close", (code) => done({ code: code ?? 1, ...figuresOf(text) }));
      }),
    stop: async () => {
      await services.stop(2_000);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/**
 * Mocha starts a second Node when its configuration has node-options, even if they are in force: so they are given here
 * and left out there.
 * @param {string} root
 * @param {string} folder
 * @param {string[]} args
 */
function mochaArguments(root, folder, args) {
  const { "node-option": options = [], ...rest } = JSON.parse(readFileSync(join(root, ".mocharc.json"), "utf8"));
  const config = join(folder, "mocharc.json");
  writeFileSync(config, JSON.stringify(rest));
  const flags = options.map((/** @type {string} */ option) => `--${option}`);
  const colour = process.stdout.isTTY && !process.env["NO_COLOR"] ? ["--color"] : [];
  return [...flags, join(root, "node_modules/mocha/bin/mocha.js"), "--config", config, ...colour, ...args];
}

/**
 * Mocha's own figures: the last "N passing" line, and those right under it; and what it tells of the failed ones.
 * @param {string} text
 */
function figuresOf(text) {
  const plain = stripVTControlCharacters(text);
  const end = plain.slice(plain.lastIndexOf("\n", plain.lastIndexOf(" passing (")) + 1);
  const head = end.split("\n", 3).join("\n");
  /** @param {string} word */
  const figure = (word) => Number(head.match(new RegExp(`(\\d+) ${word}\\b`))?.[1] ?? 0);
  const failing = figure("failing");
  return { passing: figure("passing"), pending: figure("pending"), failing, failures: failing ? end : "" };
}
