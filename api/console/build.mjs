// Bundles the console to the folder given (dist/console by default). Types are checked by `npm run typecheck`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "..", "..", "dist", "console"));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.tsx"],
  outdir: join(out, "assets"),
  // File names contain a content hash, so that browsers may cache them forever; index.html names the newest.
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  minify: true,
  sourcemap: false,
  legalComments: "external",
  define: { "process.env.NODE_ENV": '"production"' },
  metafile: true,
});

const made = Object.entries(metafile.outputs);
const script = made.find(([, { entryPoint }]) => entryPoint === "src/main.tsx");
if (!script) throw new Error("the bundle has no entry");
const [file, { cssBundle }] = script;
const head = [
  `<script type="module" src="/console/assets/${basename(file)}"></script>`,
  ...(cssBundle ? [`<link rel="stylesheet" href="/console/assets/${basename(cssBundle)}">`] : []),
].join("\n    ");
writeFileSync(
  join(out, "index.html"),
  readFileSync(join(here, "index.html"), "utf8").replace("<!-- assets -->", () => head),
);

// Compressed once here, not at each request.
const assets = join(out, "assets");
for (const name of readdirSync(assets)) {
  const bytes = readFileSync(join(assets, name));
  writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }));
}
