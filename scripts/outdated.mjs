// `npm run outdated`: which of our dependencies have newer versions, by how much. It changes nothing.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "./processes/step.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** @param {string} output */
function parsed(output) {
  try {
    return JSON.parse(output.trim() || "{}");
  } catch {
    return undefined;
  }
}

const reached = await runStep("npm", ["view", "koa", "version"], { cwd: root, timeoutMs: 30_000 });
if (reached.code !== 0) {
  console.log("no network: npm's registry does not answer, so nothing is known");
} else {
  // Its exit code is 1 when something is behind.
  const { output } = await runStep("npm", ["outdated", "--json"], { cwd: root, timeoutMs: 300_000 });
  /** @type {Record<string, { current?: string, latest: string }> | undefined} */
  const found = parsed(output);
  if (!found || "error" in found) {
    console.log(`npm outdated said: ${output.trim().slice(0, 300)}`);
    process.exitCode = 1;
  } else {
    const ours = Object.entries(found).filter(([name]) => name in { ...dependencies, ...devDependencies });
    const step = (/** @type {string} */ from, /** @type {string} */ to) =>
      from.split(".")[0] !== to.split(".")[0] ? "major" : from.split(".")[1] !== to.split(".")[1] ? "minor" : "patch";
    for (const [name, { current = "none", latest }] of ours.sort(([one], [other]) => (one < other ? -1 : 1)))
      console.log(
        `${step(current, latest).padEnd(6)} ${name.padEnd(42)} ${current.padEnd(14)} ${latest}${name in dependencies ? "" : "  (development)"}`,
      );
    console.log(ours.length === 0 ? "everything is of its newest version" : `\n${ours.length} are behind`);
  }
}
