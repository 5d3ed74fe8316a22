import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mustRun } from "../processes/step.mjs";
import { buildImage } from "./images.mjs";
import { rollTo, startBuyers } from "./load.mjs";
import { timed } from "./table.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {import("./load.mjs").Shop} Shop */

/** The code of the release before, and its build with its tools. */
export const BEFORE = { ours: "member-commerce:proof-before", tools: "member-commerce-tools:proof-before" };

/**
 * The images of a commit's code, made as this version makes its own.
 * @param {Engine} engine
 * @param {string} root
 * @param {string} base
 * @param {string} commit
 */
export async function buildBefore(engine, root, base, commit) {
  const folder = mkdtempSync(join(tmpdir(), "shop-before-"));
  try {
    const archive = join(folder, "code.tar");
    await mustRun("git archive", "git", ["-C", root, "archive", "--output", archive, commit]);
    const code = join(folder, "code");
    mkdirSync(code);
    await mustRun("tar", "tar", ["-xf", archive, "-C", code]);
    cpSync(join(root, "scripts/deploy"), join(code, "scripts/deploy"), { recursive: true });
    withoutSbom(join(code, "scripts/deploy/Dockerfile"));
    await buildImage(engine, code, base, "--target", "build", "--tag", BEFORE.tools);
    await buildImage(engine, code, base, "--tag", BEFORE.ours);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** npm writes none of packages whose peers it calls invalid, which those of an older version may be. @param {string} file */
function withoutSbom(file) {
  const dockerfile = readFileSync(file, "utf8");
  writeFileSync(file, dockerfile.replace(/npm sbom .+? > (\S+)/, "echo '{}' > $1"));
}

/**
 * A shop of the release before, to this version, back and here again, while buyers buy. Calls may be refused while two
 * versions stand side by side; no order that was answered as paid may be lost.
 * @param {Engine} engine
 * @param {{ before: Shop, now: Shop, services: string[] }} shops
 * @returns {Promise<string[]>} what did not hold
 */
export async function proveUpgrade(engine, { before, now, services }) {
  const told = (/** @type {{ told: string }} */ phase) => phase.told;
  const buyers = await startBuyers(now, engine);
  const forward = await timed("to this version under load", () => rollTo(engine, now, services), told);
  // A version back: the database stays as the newer one has made it.
  const back = await timed("back to the one before", () => rollTo(engine, before, services, { isBack: true }), told);
  const again = await timed("and here again", () => rollTo(engine, now, services), told);
  const bought = await timed(
    "the buyers go",
    () => buyers.stop(),
    ({ missing }) => `${missing} paid orders are missing`,
  );
  const { text, faults } = buyers.judge(bought, { forward, back, again });
  for (const line of text) console.log(`  ${line}`);
  return faults;
}
