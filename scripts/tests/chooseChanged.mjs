import { PlainFailure, info } from "../processes/progress.mjs";
import { runStep } from "../processes/step.mjs";
import { readReach } from "./reach.mjs";
import { testFiles } from "./testFiles.mjs";

/** Changes here may affect any test. */
const usedByAll =
  /^(package(-lock)?\.json|tsconfig.*\.json|\.mocharc\.json|test\/support\/|scripts\/(test\.mjs|tests|services|processes|sandbox)(\/|$)|shared\/kernel\/|shared\/subscriptions\.ts|api\/(http\/|app\.ts)|workers\/(runtime\/|processors\.ts))/;
/** Tests that read the sources as text. */
const ofSources = "test/architecture/";
/** Built separately, and only used by tests in a browser. */
const consoleSources = /^api\/console\//;
/** How many reasons are printed. */
const MOST_SHOWN = 15;

/**
 * The test files that the changes since `ref` can affect. Default: since this branch left main, else since the last
 * commit; uncommitted changes count too.
 * @param {string} root
 * @param {string | undefined} ref
 */
export async function chooseChanged(root, ref) {
  const base = ref ?? (await leftMainAt(root));
  const changed = [
    ...(await git(root, ["diff", "--name-only", "-z", base, "--"])),
    ...(await git(root, ["ls-files", "--others", "--exclude-standard", "-z"])),
  ];
  info(`changed since ${base.slice(0, 12)}: ${changed.length} files`);
  const tests = testFiles(root);
  const all = changed.find((path) => usedByAll.test(path));
  if (all) {
    info(`${all} is used by all: every test runs`);
    return tests;
  }
  const reach = readReach(root);
  const reached = new Map(tests.map((test) => [test, reach(test)]));
  /** @type {Set<string>} */
  const chosen = new Set();
  for (const [index, path] of changed.entries()) {
    const touched = tests.filter(
      (test) =>
        reached.get(test)?.has(path) ||
        (test.startsWith(ofSources) && /^(api|shared|workers|scripts)\//.test(path)) ||
        (test.startsWith("test/browser/") && consoleSources.test(path)),
    );
    for (const test of touched) chosen.add(test);
    if (index < MOST_SHOWN) info(`  ${path}: ${describe(touched)}`);
  }
  if (changed.length > MOST_SHOWN) info(`  and ${changed.length - MOST_SHOWN} more`);
  info(`chosen: ${chosen.size} of ${tests.length} test files`);
  return [...chosen].sort();
}

/** @param {string[]} files */
function describe(files) {
  if (files.length === 0) return "no test reaches it";
  const folders = [...new Set(files.map((file) => file.split("/")[1]))];
  return `${files.length} test files in ${folders.slice(0, 8).join(", ")}${folders.length > 8 ? ", ..." : ""}`;
}

/** @param {string} root */
async function leftMainAt(root) {
  for (const main of ["main", "origin/main"]) {
    const { code, output } = await runStep("git", ["merge-base", main, "HEAD"], { cwd: root });
    if (code === 0) return output.trim();
  }
  return "HEAD";
}

/**
 * @param {string} root
 * @param {string[]} args
 */
async function git(root, args) {
  const { code, output } = await runStep("git", args, { cwd: root });
  if (code !== 0) throw new PlainFailure(`git ${args[0]} failed: ${output.trim()}`);
  return output.split("\0").filter(Boolean);
}
