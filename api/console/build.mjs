// Bundles the console to a folder. Types are checked by `npm run typecheck`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { context } from "esbuild";

const here = import.meta.dirname;

/**
 * The bundler of the console. A bundle is split, minified and compressed; one `forDevelopment` is made in a second
 * instead, and its pages load again when it has changed.
 * @param {string} out
 * @param {{ forDevelopment?: boolean }} [options]
 */
export async function consoleBundler(out, { forDevelopment = false } = {}) {
  const assets = join(out, "assets");
  const bundler = await context({
    absWorkingDir: here,
    entryPoints: ["src/main.tsx"],
    outdir: assets,
    // File names contain a content hash, so that browsers may cache them forever; index.html names the newest.
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    splitting: !forDevelopment,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    minify: !forDevelopment,
    sourcemap: false,
    legalComments: forDevelopment ? "none" : "external",
    define: { "process.env.NODE_ENV": forDevelopment ? '"development"' : '"production"' },
    inject: forDevelopment ? ["reload.js"] : [],
    metafile: true,
    logLevel: "silent",
  });
  return {
    /** Writes the bundle; rejects with the bundler's complaints. */
    bundle: async () => {
      const { metafile } = await bundler.rebuild();
      const made = Object.entries(metafile.outputs);
      writeFileSync(join(out, "index.html"), pageOf(made));
      removeOld(assets, new Set(made.map(([path]) => basename(path))));
      if (!forDevelopment) await compress(assets);
    },
    end: () => bundler.dispose(),
  };
}

/**
 * The page, with the addresses of its script and its style.
 * @param {[string, import("esbuild").Metafile["outputs"][string]][]} made
 */
function pageOf(made) {
  const script = made.find(([, { entryPoint }]) => entryPoint === "src/main.tsx");
  if (!script) throw new Error("the bundle has no entry");
  const [file, { cssBundle }] = script;
  const head = [
    `<script type="module" src="/console/assets/${basename(file)}"></script>`,
    ...(cssBundle ? [`<link rel="stylesheet" href="/console/assets/${basename(cssBundle)}">`] : []),
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

/**
 * Once here, not at each request.
 * @param {string} assets
 */
async function compress(assets) {
  await Promise.all(
    readdirSync(assets).map(async (name) => {
      const bytes = await readFile(join(assets, name));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await Promise.all([
        promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(join(assets, `${name}.gz`), packed)),
        promisify(brotliCompress)(bytes, { params }).then((packed) => writeFile(join(assets, `${name}.br`), packed)),
      ]);
    }),
  );
}
