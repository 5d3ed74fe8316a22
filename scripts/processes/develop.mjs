import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { createInterface } from "node:readline";
import { compile } from "../services/build.mjs";
import { bundled } from "../services/console.mjs";
import { guard, unguard } from "./guard.mjs";
import { paint } from "./paint.mjs";
import { complain, info, stepDone } from "./progress.mjs";
import { waitReady } from "./readiness.mjs";
import { runStep } from "./step.mjs";

/** Changes within it are taken together: an editor writes a file in steps, a checkout many files. */
const TOGETHER_MS = 40;
/** A process that is restarted may lose what it does: every job may run twice. */
const GRACE_MS = 200;
/** For the processes that start, beside the compiler. */
const RESUME_MS = 2_000;

/**
 * `npm run dev`: what is changed in the sources is compiled and its processes started again, the console bundled again;
 * type errors are shown, and end nothing.
 * @param {{ root: string, baseUrl: string, processes: ReadonlyMap<string, import("./supervisor.mjs").Supervised> }} shop
 * @returns {Promise<() => Promise<void>>} ends it
 */
export async function develop({ root, baseUrl, processes }) {
  const { watch } = await import("chokidar");
  const { consoleBundler } = await import("../../api/console/build.mjs");
  rmSync(join(bundled(root), ".build-stamp"), { force: true }); // the next start makes the usual bundle again
  const bundler = await consoleBundler(bundled(root), { forDevelopment: true });
  await bundler.bundle().catch((error) => complain(String(error.message)));

  /** @type {Set<string>} */
  const changed = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let work = Promise.resolve();
  let stopped = false;
  const types = checkTypes(root);
  const watched = ["api", "workers", "shared", "scripts/sandbox", "scripts/storefront"];
  const watcher = watch(
    watched.map((folder) => join(root, folder)),
    { ignoreInitial: true, ignored: (path) => /[\\/](node_modules|dist)([\\/]|$)/.test(path) },
  );
  watcher.on("all", (_event, path) => {
    changed.add(relative(root, path).split(sep).join("/"));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...changed];
      changed.clear();
      work = work.then(() => (stopped ? undefined : take(files))).catch((error) => complain(String(error)));
    }, TOGETHER_MS);
  });
  await new Promise((ready) => watcher.once("ready", () => ready(undefined)));

  /** @param {string[]} files */
  async function take(files) {
    const since = Date.now();
    const pages = files.filter((file) => file.startsWith("api/console/"));
    const storefront = files.filter((file) => file.startsWith("scripts/storefront/"));
    const sources = files.filter((file) => ![...pages, ...storefront].includes(file) && /(?<!\.d)\.ts$/.test(file));
    if (pages.length > 0)
      await bundler.bundle().then(
        () => stepDone("console", named(pages), since),
        (error) => complain(String(error.message)),
      );
    // In a process of its own, as its bundler loads the style once.
    if (storefront.length > 0) {
      const { code, output } = await runStep(process.execPath, ["scripts/build.mjs", "storefront"], { cwd: root });
      if (code === 0) stepDone("storefront", named(storefront), since);
      else complain(output);
    }
    if (sources.length === 0) return;
    const there = sources.filter((file) => existsSync(join(root, file)));
    for (const gone of sources.filter((file) => !there.includes(file)))
      rmSync(join(root, "dist", gone.replace(/\.ts$/, ".js")), { force: true });
    const complaints = there.length > 0 ? await compile(root, there) : "";
    if (complaints) return complain(complaints);
    const names = processesOf(sources);
    await inTurn(names);
    stepDone(names.join(", "), named(sources), since);
  }

  /**
   * The API first, as somebody looks at its page; types are checked again when all are there.
   * @param {string[]} names
   */
  async function inTurn(names) {
    const restart = (/** @type {string} */ name) => processes.get(name)?.restart(GRACE_MS);
    types.pause();
    try {
      if (names.includes("api")) {
        await restart("api");
        await waitReady(
          baseUrl,
          () => stopped,
          () => "",
          20_000,
        );
      }
      await Promise.all(names.filter((name) => name !== "api").map(restart));
    } finally {
      setTimeout(types.resume, RESUME_MS);
    }
  }

  return async () => {
    stopped = true;
    clearTimeout(timer);
    types.end();
    await watcher.close();
    await bundler.end();
  };
}

/** @param {string[]} files */
const named = (files) => (files.length === 1 ? String(files[0]) : `${files.length} files`);

/**
 * The processes that run any of these sources.
 * @param {string[]} sources
 */
function processesOf(sources) {
  /** @type {[string, RegExp][]} */
  const ranBy = [
    ["api", /^(api|shared)\//],
    ["worker", /^(workers\/(?!cron\.ts)|shared\/)/],
    ["cron", /^(workers|shared)\//],
    ["sandbox", /^scripts\/sandbox\//],
  ];
  return ranBy.filter(([, pattern]) => sources.some((file) => pattern.test(file))).map(([name]) => name);
}

/**
 * The compiler beside it, which only looks.
 * @param {string} root
 */
function checkTypes(root) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  // Whoever waits for a process to start again comes first.
  const args = [
    "-n",
    "19",
    process.execPath,
    tsc,
    "-p",
    "tsconfig.test.json",
    "--checkers",
    "2",
    "--watch",
    "--preserveWatchOutput",
  ];
  const child = spawn("nice", args, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const pid = Number(child.pid);
  if (pid) guard("process", -pid);
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (/Found 0 errors/.test(line)) info("types: well");
    else if (line.trim() && !/Starting (incremental )?compilation|File change detected/.test(line))
      console.log(`${paint("red", "types".padEnd(8))} ${line}`);
  });
  child.on("exit", () => unguard(-pid));
  const send = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // it has ended
    }
  };
  return {
    pause: () => send("SIGSTOP"),
    resume: () => send("SIGCONT"),
    end: () => {
      send("SIGTERM");
      send("SIGCONT");
    },
  };
}
