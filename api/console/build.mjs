// Bundles the console to a folder. Types are checked by `npm run typecheck`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, context } from "esbuild";
import { rolldown } from "rolldown";
import { chunkNames, componentsByModule } from "./chunks.mjs";
import { preloadsOf } from "./preloads.mjs";

const here = import.meta.dirname;
const ENTRY = "src/main.ts";
const STYLES = "src/styles.css";

/**
 * The bundler of the console. A bundle is split and minified; one `forDevelopment` is made in a second instead, in one
 * file, and its pages load again when it has changed.
 * @param {string} out
 * @param {{ forDevelopment?: boolean }} [options]
 */
export async function consoleBundler(out, { forDevelopment = false } = {}) {
  const assets = join(out, "assets");
  const inOneFile = forDevelopment ? await context(optionsOf(assets, [ENTRY, STYLES], true)) : undefined;
  return {
    /** Writes the bundle; rejects with the bundler's complaints. */
    bundle: async () => {
      const { made, preloads } = inOneFile
        ? { made: filesOf((await inOneFile.rebuild()).metafile), preloads: { entry: [], around: [], pages: {} } }
        : await split(assets);
      writeFileSync(join(out, "index.html"), pageOf(made, preloads.entry));
      // For the API, which knows who is signed in and what page is asked for.
      writeFileSync(join(out, "preloads.json"), JSON.stringify({ around: preloads.around, pages: preloads.pages }));
      removeOld(assets, new Set(made));
    },
    end: async () => inOneFile?.dispose(),
  };
}

/**
 * File names contain a content hash, so that browsers may cache them forever; index.html names the newest.
 * @param {string} assets
 * @param {string[]} entryPoints
 * @param {boolean} forDevelopment
 */
const optionsOf = (assets, entryPoints, forDevelopment) =>
  /** @type {const} @satisfies {import("esbuild").BuildOptions} */ ({
    absWorkingDir: here,
    entryPoints,
    outdir: assets,
    entryNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    minify: !forDevelopment,
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"development"' },
    inject: forDevelopment ? ["reload.js"] : [],
    metafile: true,
    logLevel: "silent",
  });

/** @param {import("esbuild").Metafile} metafile */
const filesOf = ({ outputs }) => Object.keys(outputs).map((path) => basename(path));

/**
 * The scripts by pages, with the styles in one file: the names of all, and which are asked for together.
 * @param {string} assets
 */
async function split(assets) {
  const bundle = await rolldown({
    cwd: here,
    input: ENTRY,
    platform: "browser",
    preserveEntrySignatures: false,
    plugins: [componentsByModule()],
    transform: { target: "es2022", jsx: { runtime: "automatic" }, define: { "process.env.NODE_ENV": '"production"' } },
    // Packages say "use client", which means something to servers alone.
    onLog: (level, log, tell) => log.code !== "MODULE_LEVEL_DIRECTIVE" && tell(level, log),
  });
  const { output } = await bundle.write({
    dir: assets,
    format: "esm",
    minify: true,
    comments: { legal: true },
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNames(), debugName: "by use" }] },
  });
  await bundle.close();
  const styles = await build(optionsOf(assets, [STYLES], false));
  return {
    made: [...output.map(({ fileName }) => fileName), ...filesOf(styles.metafile)],
    preloads: preloadsOf(output, here),
  };
}

/**
 * The page, with the addresses of its script, of what that imports, and of its style.
 * @param {string[]} made
 * @param {string[]} atEntry
 */
function pageOf(made, atEntry) {
  const script = made.find((name) => /^main-.*\.js$/.test(name));
  const style = made.find((name) => /^styles-.*\.css$/.test(name));
  if (!script || !style) throw new Error("the bundle has no entry");
  const head = [
    `<script type="module" src="/console/assets/${script}"></script>`,
    ...atEntry
      .filter((name) => name !== script)
      .map((name) => `<link rel="modulepreload" href="/console/assets/${name}">`),
    `<link rel="stylesheet" href="/console/assets/${style}">`,
  ].join("\n    ");
  return readFileSync(join(here, "index.html"), "utf8").replace("<!-- assets -->", () => head);
}

/**
 * @param {string} assets
 * @param {ReadonlySet<string>} made
 */
function removeOld(assets, made) {
  mkdirSync(assets, { recursive: true });
  for (const name of readdirSync(assets)) if (!made.has(name)) rmSync(join(assets, name));
}
