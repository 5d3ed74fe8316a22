import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { withLock } from "../processes/lock.mjs";
import { stepDone } from "../processes/progress.mjs";
import { runStep } from "../processes/step.mjs";

const folders = ["api", "workers", "shared", "scripts"];

/**
 * Compiles to dist when any source has changed since the last build.
 * @param {string} root
 * @returns {Promise<string>} the compiler's errors, empty when there are none
 */
export async function ensureBuilt(root) {
  if (isFresh(root)) return "";
  return await withLock(root, "build", async () => {
    if (isFresh(root)) return ""; // another run has just done it
    const since = Date.now();
    const before = hashOfSources(root); // taken first: what is edited meanwhile is built next time
    const incremental = join(root, "dist", ".tsbuildinfo");
    // With a part of dist deleted by hand, the compiler would see no change and write nothing.
    if (!existsSync(stampFile(root))) rmSync(incremental, { force: true });
    const { code, output } = await runStep(process.execPath, [compiler(root), "-p", "tsconfig.json"], { cwd: root });
    if (code !== 0) return output.trim() || `the compiler ended with code ${code}`;
    const files = removeOrphans(root);
    writeFileSync(stampFile(root), before);
    stepDone("build", `compiled ${files} files to dist`, since);
    return "";
  });
}

/** @param {string} root */
const stampFile = (root) => join(root, "dist", ".build-stamp");

/** @param {string} root */
const isFresh = (root) => existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === hashOfSources(root);

/** @param {string} root */
function compiler(root) {
  const folder = join(root, "node_modules", "typescript");
  return join(folder, JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).bin.tsc);
}

/**
 * By content, not by time: after a checkout or a restored backup, times are meaningless.
 * @param {string} root
 * @param {string[]} [more] further folders beside those of dist
 */
export function hashOfSources(root, more = []) {
  const hash = createHash("sha256");
  const sources = [...folders, ...more].flatMap((folder) => filesIn(join(root, folder)));
  for (const file of [...sources, join(root, "tsconfig.json"), join(root, "package-lock.json")]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * The modules of dist and of the further folders, by their paths in the checkout.
 * @param {string} root
 * @param {string[]} more
 */
export const sourcesIn = (root, more) =>
  [...folders, ...more]
    .flatMap((folder) => filesIn(join(root, folder)))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .map((file) => relative(root, file));

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/(^|[\\/])(node_modules|dist|console)[\\/]/.test(relative(folder, file)))
    .sort();
}

/**
 * The compiler never deletes: a renamed migration would exist twice.
 * @param {string} root
 * @returns {number} the number of modules
 */
function removeOrphans(root) {
  let modules = 0;
  for (const folder of folders) {
    const built = join(root, "dist", folder);
    if (!existsSync(built)) continue;
    for (const entry of readdirSync(built, { withFileTypes: true, recursive: true })) {
      const file = join(entry.parentPath ?? entry.path, entry.name);
      if (!entry.isFile() || !/\.js(\.map)?$/.test(file)) continue;
      const source = join(root, relative(join(root, "dist"), file)).replace(/\.js(\.map)?$/, ".ts");
      if (!existsSync(source)) rmSync(file);
      else if (file.endsWith(".js")) modules += 1;
    }
  }
  return modules;
}
