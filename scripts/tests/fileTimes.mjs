import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import Mocha from "mocha";

const LEAVE_MS = 20_000;

/**
 * Mocha's usual reporter, which also writes the time of each file, including its hooks, to the file TEST_TIMES: by the
 * clock, as CPU time of this process and of the processes that it started and that have ended, and which files failed.
 * It says why a test failed when it did, and names what a test left open, without waiting for it.
 */
export default class FileTimes extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const path = process.env["TEST_TIMES"];
    if (!path) return;
    /** @type {Record<string, number>} */
    const files = {};
    /** @type {Record<string, number>} */
    const cpu = {};
    /** @type {Record<string, number>} */
    const startedCpu = {};
    /** @type {Set<string>} */
    const failed = new Set();
    const beforeFirst = Math.round(performance.now());
    let last = performance.now();
    let lastCpu = process.cpuUsage();
    let lastStarted = cpuOfEnded();
    let file = "";
    /** @param {string | undefined} next */
    const goOn = (next) => {
      const now = performance.now();
      const { user, system } = process.cpuUsage(lastCpu);
      if (file) {
        files[file] = (files[file] ?? 0) + Math.round(now - last);
        cpu[file] = (cpu[file] ?? 0) + Math.round((user + system) / 1_000);
        startedCpu[file] = (startedCpu[file] ?? 0) + cpuOfEnded() - lastStarted;
      }
      last = now;
      lastCpu = process.cpuUsage();
      lastStarted = cpuOfEnded();
      if (next) file = sourceOf(next);
    };
    const { EVENT_SUITE_BEGIN, EVENT_TEST_BEGIN, EVENT_TEST_END, EVENT_TEST_FAIL, EVENT_RUN_END } =
      Mocha.Runner.constants;
    runner.on(EVENT_SUITE_BEGIN, (suite) => goOn(suite.file));
    for (const event of [EVENT_TEST_BEGIN, EVENT_TEST_END]) runner.on(event, (one) => goOn(one.file));
    runner.on(EVENT_TEST_FAIL, (one, error) => {
      failed.add(one.file ? sourceOf(one.file) : "");
      // At once: a run of an hour may be broken off before its end tells why.
      const at = String(error?.stack).match(/[^/(]*\.test\.[jt]s:\d+/)?.[0];
      console.log(`       ${String(error?.message ?? error).split("\n", 1)[0]}${at ? ` (${at})` : ""}`);
    });
    runner.once(EVENT_RUN_END, () => {
      goOn(undefined);
      writeFileSync(path, JSON.stringify({ beforeFirst, files, cpu, startedCpu, failed: [...failed] }));
      setTimeout(() => {
        const open = [...new Set(process.getActiveResourcesInfo())].join(", ");
        console.error(`The tests have ended and their process has not, for ${LEAVE_MS / 1_000} s: ${open}`);
        process.exit(Math.min(runner.failures, 255));
      }, LEAVE_MS).unref();
    });
  }
}

/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** The CPU time of the processes started here that have ended, and of theirs, in milliseconds; 0 where Linux is not. */
function cpuOfEnded() {
  try {
    const [, fields = ""] = readFileSync("/proc/self/stat", "latin1").split(") ");
    const [user = 0, system = 0] = fields.split(" ").slice(13, 15).map(Number);
    return (user + system) * TICK_MS;
  } catch {
    return 0;
  }
}

/**
 * By its path in the checkout, even when compileTests()'s output of it runs.
 * @param {string} file
 */
function sourceOf(file) {
  const compiled = process.env["COMPILED_TESTS"];
  return compiled && file.startsWith(compiled)
    ? relative(compiled, file).replace(/\.js$/, ".ts")
    : relative(process.cwd(), file);
}
