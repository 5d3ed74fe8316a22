import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { withLock } from "../processes/lock.mjs";
import { stepDone } from "../processes/progress.mjs";

/**
 * Bundles the operators' console to dist/console when its sources have changed.
 * @param {string} root
 */
export async function ensureConsoleBuilt(root) {
  if (isFresh(root)) return;
  await withLock(root, "console", async () => {
    if (isFresh(root)) return; // another run has just done it
    const since = Date.now();
    const before = sourceHash(root);
    // It needs the bundler, which may have been installed only now.
    const { consoleBundler } = await import("../../api/console/build.mjs");
    const bundler = await consoleBundler(bundled(root));
    try {
      await bundler.bundle();
    } finally {
      await bundler.end();
    }
    writeFileSync(stampFile(root), before);
    stepDone("console", "bundled to dist/console", since);
  });
}

/** Where the bundle is. @param {string} root */
export const bundled = (root) => join(root, "dist", "console");
/** @param {string} root */
const consoleFolder = (root) => join(root, "api", "console");
/** @param {string} root */
const stampFile = (root) => join(bundled(root), ".build-stamp");
/** @param {string} root */
const isFresh = (root) => existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === sourceHash(root);

/** @param {string} root */
function sourceHash(root) {
  const home = consoleFolder(root);
  const hash = createHash("sha256");
  for (const file of [
    ...filesIn(join(home, "src")),
    ...["index.html", "build.mjs", "chunks.mjs", "preloads.mjs"].map((name) => join(home, name)),
    join(root, "package-lock.json"),
  ])
    hash
      .update(`${relative(home, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/** Type declarations are not part of the bundle. @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".d.ts"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
