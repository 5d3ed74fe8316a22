import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** What needs a program from outside has a command of its own (npm run fuzz). */
const apart = /^test\/outside\//;

/**
 * Every test file under a folder of the checkout, by its path in it; of all tests, those that any machine can run.
 * @param {string} root
 * @param {string} [folder]
 */
export const testFiles = (root, folder = "test") =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"))
    .filter((file) => folder !== "test" || !apart.test(file))
    .sort();
