// `npm run demo|check|check:store|seed|setup|migrate|backup|restore|map|errors|bench|client`: runs dist/scripts/<command>/index.js with the environment of the running shop.
import "./processes/nodeVersion.mjs";
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PlainFailure, showFailure } from "./processes/progress.mjs";
import { readRunFile } from "./processes/runFile.mjs";
import { dataFolder, loadDotEnv } from "./processes/settings.mjs";
import { ensureBuilt } from "./services/build.mjs";
import { ensureInstalled } from "./services/install.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Commands that only read the code, or start their own shop, need no running one. */
const needsNothing = new Set(["map", "errors", "bench", "client", "store"]);
/** Commands that the build may depend on run from their source, with the tools of their own package. */
const fromSource = new Set(["client"]);
/** Commands that take a server's address from the caller, or start one: they do not use the running shop's. */
const apart = new Set(["store"]);

/**
 * @param {string | undefined} command
 * @param {string[]} args
 */
async function run(command, args) {
  if (!command || !existsSync(join(root, "scripts", command, "index.ts"))) {
    throw new PlainFailure(`Which command? There are: ${commands().join(", ")}. Usage: node scripts/run.mjs <command>`);
  }
  loadDotEnv(root);
  const running = readRunFile(dataFolder(root));
  if (!running && !process.env["MONGODB_URI"] && !needsNothing.has(command)) {
    throw new PlainFailure("The shop is not running: start it first with npm start (or set MONGODB_URI and the rest).");
  }
  await ensureInstalled(root);
  const child = spawn(process.execPath, ["--enable-source-maps", ...(await program(command)), ...args], {
    cwd: root,
    stdio: "inherit",
    // A command prints its results; logs appear only when something is wrong.
    env: { ...(apart.has(command) ? {} : running?.env), LOG_LEVEL: "warn", ...process.env },
  });
  // The terminal sends Ctrl-C to the child as well: this process only waits for it, to return its exit code.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.exitCode = await new Promise((done) => {
    child.on("error", () => done(127));
    child.on("exit", (code, by) => done(by ? 130 : (code ?? 1)));
  });
}

/** @param {string} command */
async function program(command) {
  if (fromSource.has(command)) {
    await ensureInstalled(join(root, "scripts", command));
    return ["--conditions=shop-source", "--import=tsx/esm", join(root, "scripts", command, "index.ts")];
  }
  const complaints = await ensureBuilt(root);
  if (complaints) throw new PlainFailure(`The build failed:\n${complaints}`);
  return [join(root, "dist", "scripts", command, "index.js")];
}

const commands = () =>
  readdirSync(join(root, "scripts")).filter((name) => existsSync(join(root, "scripts", name, "index.ts")));

try {
  await run(process.argv[2], process.argv.slice(3));
} catch (error) {
  showFailure(error);
  process.exitCode = 1;
}
