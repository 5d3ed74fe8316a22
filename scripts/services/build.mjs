import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { withLock } from "../processes/lock.mjs";
import { stepDone } from "../processes/progress.mjs";

const folders = ["api", "workers", "shared", "scripts"];

/**
 * Compiles to dist when any source has changed since the last build. Types are checked elsewhere (`npm run typecheck`).
 * @param {string} root
 * @returns {Promise<string>} the compiler's complaints, empty when there are none
 */
export async function ensureBuilt(root) {
  if (isFresh(root)) return "";
  return await withLock(root, "build", async () => {
    if (isFresh(root)) return ""; // another run has just done it
    const since = Date.now();
    const before = hashOfSources(root); // taken first: what is edited meanwhile is built next time
    const sources = sourcesIn(root, []);
    const complaints = await compile(root, sources);
    if (complaints) return complaints;
    removeOrphans(root);
    writeFileSync(stampFile(root), before);
    stepDone("build", `compiled ${sources.length} files to dist`, since);
    return "";
  });
}

/**
 * Each source to its module in dist, with a source map.
 * @param {string} root
 * @param {string[]} sources by their paths in the checkout
 * @returns {Promise<string>} complaints
 */
export async function compile(root, sources) {
  // This file is loaded before the packages are installed.
  const { build, formatMessages } = await import("esbuild");
  mkdirSync(join(root, "dist"), { recursive: true });
  try {
    await build({
      absWorkingDir: root,
      entryPoints: sources,
      outbase: root,
      outdir: join(root, "dist"),
      format: "esm",
      platform: "node",
      target: "node20",
      sourcemap: true,
      sourcesContent: false,
      logLevel: "silent",
    });
    return "";
  } catch (error) {
    const { errors } = /** @type {import("esbuild").BuildFailure} */ (error);
    return (await formatMessages(errors ?? [{ text: String(error) }], { kind: "error" })).join("\n");
  }
}

/** @param {string} root */
const stampFile = (root) => join(root, "dist", ".build-stamp");

/** @param {string} root */
const isFresh = (root) => existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === hashOfSources(root);

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

/** Packages of their own, and what is made. */
const notSources = /[\\/](node_modules|dist|api[\\/]console|scripts[\\/]storefront)[\\/]/;

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return (
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .filter((file) => !notSources.test(join("/", relative(dirname(folder), file))))
      // Types alone, which are made (npm run client).
      .filter((file) => !/client[\\/]src[\\/]schema\.ts$/.test(file))
      .sort()
  );
}

/**
 * The compiler never deletes: a renamed migration would exist twice.
 * @param {string} root
 */
function removeOrphans(root) {
  for (const folder of folders) {
    const built = join(root, "dist", folder);
    if (!existsSync(built)) continue;
    for (const entry of readdirSync(built, { withFileTypes: true, recursive: true })) {
      const file = join(entry.parentPath ?? entry.path, entry.name);
      if (!entry.isFile() || !/\.js(\.map)?$/.test(file)) continue;
      const source = join(root, relative(join(root, "dist"), file)).replace(/\.js(\.map)?$/, ".ts");
      if (!existsSync(source)) rmSync(file);
    }
  }
}
