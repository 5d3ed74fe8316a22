import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { guard, unguard } from "../processes/guard.mjs";
import { signal, writePid } from "../processes/pids.mjs";
import { info } from "../processes/progress.mjs";
import { makeSecrets } from "../processes/secrets.mjs";
import { startServices } from "../services/index.mjs";
import { redisCommand } from "../services/redis.mjs";
import { compiledPath } from "./compileTests.mjs";
import { figuresOf } from "./figures.mjs";
import { readTimes } from "./timings.mjs";

/** The prefix of every lane's folder. */
export const lanePrefix = "shop-services-";

/**
 * @typedef {import("./figures.mjs").Figures & { code: number, signal: string | null, ms: number,
 *   times: import("./timings.mjs").Times }} Outcome
 */
/** @typedef {Awaited<ReturnType<typeof openLane>>} Lane */

/**
 * Its own services in a temporary folder, and one mocha at a time on them, each with its own database.
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
    log: info,
    database: "shop_test",
  });
  const DATA_DIR = join(folder, "data");
  mkdirSync(DATA_DIR);
  const { JWT_KEYS, SEAL_KEY } = makeSecrets();
  const env = {
    JWT_KEYS,
    SEAL_KEY,
    LOG_LEVEL: "silent",
    ...process.env,
    ...services.env,
    NODE_ENV: "test",
    DATA_DIR,
    // Stores that end with the run need no cleanup by each of its processes.
    ...(services.mongodb && services.redis ? { TEST_STORES_END: "1" } : {}),
  };
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let mocha;

  /** SIGTERM first, so that mocha prints its results so far. */
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
     * Runs mocha with these arguments. `print` gets its output as it comes.
     * @param {string} compiled the folder of compileTests()
     * @param {string[]} args
     * @param {(text: string) => void} print
     * @returns {Promise<Outcome>}
     */
    run: async (compiled, args, print) => {
      const begun = Date.now();
      // The database is the process's own already; a Redis of ours is emptied of the previous run's data.
      if (services.redis) await redisCommand(String(services.env["REDIS_URL"]), "FLUSHALL");
      // Removed at the end with everything that the tests left in it.
      const TMPDIR = mkdtempSync(join(folder, "tmp-"));
      const TEST_TIMES = join(TMPDIR, "times.json");
      const {
        code,
        signal: endedBy,
        text,
      } = await new Promise((done) => {
        let output = "";
        mocha = spawn(process.execPath, mochaArguments(root, folder, compiled, args), {
          cwd: root,
          env: { ...env, TMPDIR, TEST_TIMES, COMPILED_TESTS: compiled },
          detached: true, // a group of its own, so that the time limit ends everything that the tests have started
          stdio: ["ignore", "pipe", "pipe"],
        });
        const pid = Number(mocha.pid);
        if (pid) guard("process", -pid);
        for (const stream of [mocha.stdout, mocha.stderr])
          stream?.setEncoding("utf8").on("data", (chunk) => {
            output = (output + chunk).slice(-1_000_000);
            print(chunk);
          });
        mocha.on("error", (error) => done({ code: 127, signal: null, text: `${output}\n${error.message}` }));
        mocha.on("exit", () => {
          // Processes that a test left running must not survive it.
          signal(-pid, "SIGKILL");
          unguard(-pid);
        });
        mocha.on("close", (exitCode, name) => done({ code: exitCode ?? 1, signal: name, text: output }));
      });
      const times = readTimes(TEST_TIMES);
      rmSync(TMPDIR, { recursive: true, force: true, maxRetries: 3 });
      return { ...figuresOf(text), code, signal: endedBy, ms: Date.now() - begun, times };
    },
    stop: async () => {
      await services.stop(2_000);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/**
 * Mocha starts a second Node when its configuration has node-options, even if they are in force: so they are passed
 * here and removed there. It runs compileTests()'s output, not what an editor compiles of a single test file.
 * @param {string} root
 * @param {string} folder
 * @param {string} compiled
 * @param {string[]} args
 */
function mochaArguments(root, folder, compiled, args) {
  const { require: setUp, spec: _spec, ...rest } = JSON.parse(readFileSync(join(root, ".mocharc.json"), "utf8"));
  const { "node-option": _options, ...own } = rest;
  const config = join(folder, "mocharc.json");
  const there = (/** @type {string} */ path) => compiledPath(compiled, root, path);
  writeFileSync(
    config,
    JSON.stringify({
      reporter: join(import.meta.dirname, "fileTimes.mjs"),
      ...own,
      extension: ["js"],
      require: setUp.map(there),
    }),
  );
  const isTest = (/** @type {string} */ arg) =>
    !arg.startsWith("-") && /^(\.\/)?test(\/|$)/.test(relative(root, resolve(root, arg)));
  const colour = process.stdout.isTTY && !process.env["NO_COLOR"] ? ["--color"] : [];
  // For whoever asks what the tests' own processes do with their time: TEST_PROFILE=FOLDER.
  const profile = process.env["TEST_PROFILE"];
  return [
    "--enable-source-maps",
    ...(profile ? ["--cpu-prof", `--cpu-prof-dir=${resolve(profile)}`] : []),
    join(root, "node_modules/mocha/bin/mocha.js"),
    "--config",
    config,
    ...colour,
    ...args.map((arg) => (isTest(arg) ? there(arg) : arg)),
  ];
}
