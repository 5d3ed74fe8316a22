// Bundles the storefront to a folder. Types are checked by `npm run typecheck`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { style } from "./src/style.mjs";

const here = import.meta.dirname;
/** Of script, gzipped, that a phone loads before it shows anything. */
export const FIRST_LOAD_BYTES = 120 * 1024;

/**
 * Writes the page and its assets; rejects with the bundler's complaints, and when the first load is too large.
 * @param {string} out
 * @returns {Promise<number>} the gzipped bytes of script of the first load
 */
export async function bundleStorefront(out) {
  const assets = join(out, "assets");
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: ["src/main.tsx"],
    outdir: assets,
    // File names contain a content hash, so that browsers may cache them forever; index.html names the newest.
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "silent",
  });
  const first = firstLoad(metafile.outputs);
  const bytes = first
    .map((name) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length)
    .reduce((sum, one) => sum + one, 0);
  if (bytes > FIRST_LOAD_BYTES)
    throw new Error(`The storefront's first load has ${bytes} bytes of script gzipped, over ${FIRST_LOAD_BYTES}.`);
  writeFileSync(join(out, "index.html"), pageOf(first));
  removeOld(assets, new Set(Object.keys(metafile.outputs).map((path) => basename(path))));
  return bytes;
}

/**
 * The entry, then what it imports at once.
 * @param {import("esbuild").Metafile["outputs"]} outputs
 * @returns {string[]}
 */
function firstLoad(outputs) {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === "src/main.tsx");
  if (!entry) throw new Error("the bundle has no entry");
  const found = new Set([entry]);
  for (const path of found)
    for (const { path: next, kind } of outputs[path]?.imports ?? []) if (kind === "import-statement") found.add(next);
  return [...found].map((path) => basename(path));
}

/**
 * The page with its style inside, which saves a round trip before the first paint.
 * @param {string[]} scripts
 */
function pageOf([entry, ...others]) {
  const head = [
    `<script type="module" src="/shop/assets/${entry}"></script>`,
    ...others.map((name) => `<link rel="modulepreload" href="/shop/assets/${name}">`),
    `<style>${style.trim()}</style>`,
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
