import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Every test file under a folder of the checkout, by its path in it.
 * @param {string} root
 * @param {string} [folder]
 */
export const testFiles = (root, folder = "test") =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"))
    .sort();
