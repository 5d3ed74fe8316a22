import { PlainFailure, note } from "../processes/progress.mjs";
import { runStep } from "../processes/step.mjs";
import { readReach } from "./reach.mjs";
import { testFiles } from "./testFiles.mjs";

/** A change of these may show anywhere. */
const usedByAll =
  /^(package(-lock)?\.json|tsconfig.*\.json|\.mocharc\.json|test\/support\/|scripts\/(test\.mjs|tests|services|processes|sandbox)(\/|$)|shared\/kernel\/|shared\/subscriptions\.ts|api\/(http\/|app\.ts)|workers\/(runtime\/|processors\.ts))/;
/** Tests that read the sources as text. */
const ofSources = "test/architecture/";
/** Built from sources of its own, seen by tests in a browser alone. */
const consoleSources = /^api\/console\//;
/** Reasons that are printed. */
const MOST_SHOWN = 15;

/**
 * The test files that what has changed since `ref` can touch. Default: since this branch left main, else since the last
 * commit; what is not committed counts too.
 * @param {string} root
 * @param {string | undefined} ref
 */
export async function chooseChanged(root, ref) {
  const base = ref ?? (await leftMainAt(root));
  const changed = [
    ...(await git(root, ["diff", "--name-only", "-z", base, "--"])),
    ...(await git(root, ["ls-files", "--others", "--exclude-standard", "-z"])),
  ];
  note(`changed since ${base.slice(0, 12)}: ${changed.length} files`);
  const tests = testFiles(root);
  const all = changed.find((path) => usedByAll.test(path));
  if (all) {
    note(`${all} is used by all: every test runs`);
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
    if (index < MOST_SHOWN) note(`  ${path}: ${describe(touched)}`);
  }
  if (changed.length > MOST_SHOWN) note(`  and ${changed.length - MOST_SHOWN} more`);
  note(`chosen: ${chosen.size} of ${tests.length} test files`);
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
