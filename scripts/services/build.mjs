import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { withLock } from "../processes/lock.mjs";
import { stepDone } from "../processes/progress.mjs";

const folders = ["api", "workers", "shared", "scripts"];
/** The processes of the service: in few files they start with a quarter less work than in a thousand. */
const programs = ["api/index.ts", "workers/index.ts", "workers/cron.ts"];

/**
 * Compiles to dist when any source has changed since the last build. Types are checked elsewhere (`npm run typecheck`).
 * The programs are bundled, or left in modules for one who changes them.
 * @param {string} root
 * @param {{ forDevelopment?: boolean }} [options]
 * @returns {Promise<string>} the compiler's complaints, empty when there are none
 */
export async function ensureBuilt(root, { forDevelopment = false } = {}) {
  const form = forDevelopment ? "in modules" : "bundled";
  if (lastBuild(root) === `${hashOfSources(root)} ${form}`) return "";
  return await withLock(root, "build", async () => {
    const before = hashOfSources(root); // taken first: what is edited meanwhile is built next time
    const last = lastBuild(root);
    if (last === `${before} ${form}`) return ""; // another run has just done it
    const since = Date.now();
    const sources = last.startsWith(before) ? [] : sourcesIn(root, []).filter((file) => !programs.includes(file));
    const complaints = (await compile(root, sources)) || (await (forDevelopment ? compile : bundle)(root, programs));
    if (complaints) return complaints;
    removeOrphans(root);
    writeFileSync(stampFile(root), `${before} ${form}`);
    stepDone("build", `compiled ${sources.length + programs.length} files to dist`, since);
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
  return await toDist(root, sources, {});
}

/** A process of an earlier build may load a part of it later. */
const IN_USE_MS = 24 * 3_600_000;

/**
 * Each program with all its modules, those that are loaded together in one file. Packages stay outside, where they are
 * traced.
 * @param {string} root
 * @param {string[]} sources by their paths in the checkout
 * @returns {Promise<string>} complaints
 */
async function bundle(root, sources) {
  const chunks = join(root, "dist", "chunks");
  if (existsSync(chunks))
    for (const file of readdirSync(chunks).map((name) => join(chunks, name)))
      if (Date.now() - statSync(file).mtimeMs > IN_USE_MS) rmSync(file);
  return await toDist(root, sources, {
    bundle: true,
    splitting: true,
    packages: "external",
    chunkNames: "chunks/[name]-[hash]",
    plugins: [ownAddresses(root)],
  });
}

/**
 * A bundled module goes on to find files by the place that it has of its own in dist.
 * @param {string} root
 * @returns {import("esbuild").Plugin}
 */
const ownAddresses = (root) => ({
  name: "own addresses",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^#/ }, ({ path }) => ({ path: join(root, path.slice(1).replace(/\.js$/, ".ts")) }));
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      // Programs and chunks are one folder below dist.
      const own = `../${relative(root, path).replace(/\.ts$/, ".js")}`;
      const address = `new URL(${JSON.stringify(own)}, import.meta.url).href`;
      return { contents: source.replaceAll("import.meta.url", () => address), loader: "ts" };
    });
  },
});

/**
 * @param {string} root
 * @param {string[]} sources
 * @param {import("esbuild").BuildOptions} options
 * @returns {Promise<string>} complaints
 */
async function toDist(root, sources, options) {
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
      ...options,
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
const lastBuild = (root) => (existsSync(stampFile(root)) ? readFileSync(stampFile(root), "utf8") : "");

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
