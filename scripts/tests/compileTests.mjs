import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withLock } from "../processes/lock.mjs";
import { stepDone } from "../processes/progress.mjs";
import { runStep } from "../processes/step.mjs";
import { compiler, hashOfSources } from "../services/build.mjs";

/** How many compiled states are kept: another run of this checkout may still read the one before. */
const KEPT = 3;

/**
 * All sources and tests as JavaScript, in a folder that is named by their content and never changes. A test run starts
 * many processes: that each translates two thousand files anew would take more time than their tests.
 * @param {string} root
 * @returns {Promise<{ folder: string, complaints: string }>} what the compiler does not understand; types are not checked
 */
export async function compileTests(root) {
  const all = join(root, ".data", "tests");
  const folder = join(
    all,
    createHash("sha256")
      .update(hashOfSources(root, ["test"]))
      .digest("hex")
      .slice(0, 16),
  );
  const complete = join(folder, ".complete");
  return await withLock(root, "tests", async () => {
    if (existsSync(complete)) {
      utimesSync(folder, new Date(), new Date());
      return { folder, complaints: "" };
    }
    const since = Date.now();
    mkdirSync(folder, { recursive: true });
    const where = ["--outDir", folder, "--sourceRoot", pathToFileURL(root).href];
    const how = ["--noCheck", "--noEmit", "false", "--sourceMap", "false", "--inlineSourceMap"];
    const args = [compiler(root), "-p", "tsconfig.test.json", ...where, ...how];
    const { code, output } = await runStep(process.execPath, args, { cwd: root });
    if (code !== 0) return { folder, complaints: output.trim() || `the compiler ended with code ${code}` };
    writeFileSync(complete, "");
    removeOld(all);
    stepDone("tests", "compiled", since);
    return { folder, complaints: "" };
  });
}

/** @param {string} all */
function removeOld(all) {
  const folders = readdirSync(all).map((name) => join(all, name));
  folders.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of folders.slice(KEPT)) rmSync(old, { recursive: true, force: true });
}
