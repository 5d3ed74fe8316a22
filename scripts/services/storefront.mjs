import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { withLock } from "../processes/lock.mjs";
import { stepDone } from "../processes/progress.mjs";
import { ensureInstalled } from "./install.mjs";

/**
 * Installs the packages of the storefront and bundles it to dist/storefront, when its sources have changed. For
 * development: the image has neither.
 * @param {string} root
 */
export async function ensureStorefrontBuilt(root) {
  if (isFresh(root)) return;
  await ensureInstalled(home(root), "storefront");
  await withLock(root, "storefront", async () => {
    if (isFresh(root)) return; // another run has just done it
    const since = Date.now();
    const before = sourceHash(root);
    // Not part of the image's sources, and it needs the bundler, which may have been installed only now.
    const { bundleStorefront } = await import("../storefront/build.mjs");
    const bytes = await bundleStorefront(bundled(root));
    writeFileSync(stampFile(root), before);
    stepDone("storefront", `bundled to dist/storefront, ${Math.ceil(bytes / 1024)} KB of script gzipped`, since);
  });
}

/** @param {string} root */
const home = (root) => join(root, "scripts", "storefront");
/** Where the bundle is. @param {string} root */
const bundled = (root) => join(root, "dist", "storefront");
/** @param {string} root */
const stampFile = (root) => join(bundled(root), ".build-stamp");
/** @param {string} root */
const isFresh = (root) => existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === sourceHash(root);

/** @param {string} root */
function sourceHash(root) {
  const hash = createHash("sha256");
  for (const file of [
    ...filesIn(join(home(root), "src")),
    ...["index.html", "build.mjs", "package-lock.json"].map((name) => join(home(root), name)),
    // The client without its types.
    ...filesIn(join(root, "scripts", "client", "src")).filter((path) => !path.endsWith("schema.ts")),
    join(root, "package-lock.json"),
  ])
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
