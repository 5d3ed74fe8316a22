import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { withLock } from "../processes/lock.mjs";
import { stepDone } from "../processes/progress.mjs";
import { hashOfSources, sourcesIn } from "../services/build.mjs";

/** How many compiled states are kept. */
const KEPT = 3;
/** However many there are: another run of this checkout may still use one that it began with so lately. */
const IN_USE_MS = 4 * 3_600_000;

/**
 * All sources and tests as JavaScript, in an immutable folder named by their content. A test run starts many processes:
 * if each translated two thousand files, that would take longer than their tests. The folder is its own package, whose
 * `#shared/...` are the compiled ones, so that Node loads it without a loader.
 * @param {string} root
 * @returns {Promise<{ folder: string, complaints: string }>} the compiler's syntax errors; types are not checked
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
    // This file is loaded before the packages are installed.
    const esbuild = await import("esbuild");
    const complaints = (
      await Promise.all(sourcesIn(root, ["test"]).map((file) => compile(esbuild, root, folder, file)))
    ).flat();
    if (complaints.length > 0) return { folder, complaints: complaints.join("\n") };
    asPackage(root, folder);
    writeFileSync(complete, "");
    removeOld(all);
    stepDone("tests", "compiled", since);
    return { folder, complaints: "" };
  });
}

/**
 * Compiles one file. Traces name the source, and import.meta is that of the source, so that it finds files of the
 * checkout.
 * @param {typeof import("esbuild")} esbuild
 * @param {string} root
 * @param {string} folder
 * @param {string} file by its path in the checkout
 * @returns {Promise<string[]>} errors
 */
async function compile({ transform, formatMessages }, root, folder, file) {
  const target = join(folder, `${file.slice(0, -2)}js`);
  mkdirSync(dirname(target), { recursive: true });
  try {
    const source = join(root, file);
    const { code } = await transform(await readFile(source, "utf8"), {
      loader: "ts",
      format: "esm",
      target: "node20",
      sourcefile: source,
      define: {
        "import.meta.url": JSON.stringify(pathToFileURL(source).href),
        "import.meta.dirname": JSON.stringify(dirname(source)),
      },
      sourcemap: "inline",
      sourcesContent: false,
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    await writeFile(target, code);
    return [];
  } catch (error) {
    const { errors } = /** @type {import("esbuild").TransformFailure} */ (error);
    return await formatMessages(
      errors.map((one) => ({ ...one, location: one.location && { ...one.location, file } })),
      { kind: "error" },
    );
  }
}

/**
 * @param {string} root
 * @param {string} folder
 */
function asPackage(root, folder) {
  const names = ["api", "workers", "shared", "scripts", "test"];
  const imports = Object.fromEntries(names.map((name) => [`#${name}/*`, `./${name}/*`]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", imports }));
  // Files that are not TypeScript are linked: a module reached by both paths must be one.
  for (const name of ["scripts", "test"])
    for (const entry of readdirSync(join(root, name), { withFileTypes: true, recursive: true })) {
      const file = join(entry.parentPath ?? entry.path, entry.name);
      if (!entry.isFile() || !file.endsWith(".mjs") || file.includes("node_modules")) continue;
      const link = join(folder, relative(root, file));
      mkdirSync(dirname(link), { recursive: true });
      rmSync(link, { force: true });
      symlinkSync(file, link);
    }
}

/**
 * The compiled path of a source or a test, or of a pattern of tests.
 * @param {string} folder of compileTests()
 * @param {string} root
 * @param {string} path
 */
export const compiledPath = (folder, root, path) =>
  join(folder, relative(root, resolve(root, path))).replace(/\.ts$/, ".js");

/** @param {string} all */
function removeOld(all) {
  const folders = readdirSync(all).map((name) => join(all, name));
  folders.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of folders.slice(KEPT))
    if (Date.now() - statSync(old).mtimeMs > IN_USE_MS) rmSync(old, { recursive: true, force: true });
}
