// `npm run prove:compose [-- --from=COMMIT --stand-ins --built --keep]`: builds the image, composes a shop of it, walks and
// loads it, kills each container, rolls to another image, backs up and restores, checks every invariant and takes all of it
// down. --from: then the same from the release that this commit is, to this version, back, and here again. --stand-ins: does
// not try to pull the images of others; --built: takes our images of the run before; --keep: leaves the shop up. Code 1
// when something does not hold.
import "../processes/nodeVersion.mjs";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { PlainFailure, showFailure } from "../processes/progress.mjs";
import { endSteps } from "../processes/step.mjs";
import { deploymentOf } from "./deployment.mjs";
import { findEngine } from "./engine.mjs";
import { buildImages, sizesOf } from "./images.mjs";
import { BUYERS, killEach, rollTo, startBuyers } from "./load.mjs";
import { backUpAndRestore } from "./restore.mjs";
import { SANDBOX_URL, TOOLS, writeOverride, writeVariables } from "./settings.mjs";
import { isStandIn, provideImages } from "./standIns.mjs";
import { showTable, timed, verdictOf } from "./table.mjs";
import { BEFORE, buildBefore, proveUpgrade } from "./upgrade.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const { values: options } = parseArgs({
  options: {
    from: { type: "string" },
    "stand-ins": { type: "boolean", default: false },
    built: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});
const OURS = "member-commerce:proof-1";
const NEXT = "member-commerce:proof-2";
const TAKE_DOWN_TRIES = 4;

/** Whatever has to be undone, newest first. @type {(() => Promise<unknown>)[]} */
const leftovers = [];

async function prove() {
  const engine = await timed("an engine", findEngine, ({ told }) => told);
  const images = await provideAll(engine);
  const folder = mkdtempSync(join(tmpdir(), "shop-proof-"));
  if (!options.keep) leftovers.push(async () => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["sandbox", "backups"]) mkdirSync(join(folder, name));
  chmodSync(join(folder, "sandbox"), 0o777);
  const variables = writeVariables(folder, await sandboxVariables(engine, folder));
  const composeFile = join(root, "docker-compose.yml");
  const services = servicesOfOurs(readFileSync(composeFile, "utf8"));
  const shopOf = (/** @type {string} */ ours, tools = TOOLS) =>
    deploymentOf(engine, [variables, composeFile, writeOverride(folder, { services, images, ours, tools })]);
  const shop = shopOf(OURS);
  const takeDown = () => takenDown(shop);
  if (!options.keep) leftovers.push(takeDown);
  leftovers.push(() => engine.tries("rm", "--force", BUYERS));

  // What a run that was killed has left.
  await takeDown();
  const faults = await proveThis(engine, { shop, next: shopOf(NEXT), services });
  if (options.from !== undefined) {
    await timed("taken down for the upgrade", takeDown, () => "done");
    const before = shopOf(BEFORE.ours, BEFORE.tools);
    await bringUp(before);
    faults.push(...(await proveUpgrade(engine, { before, now: shop, services })));
    await checkInvariants(shop);
  }
  if (faults.length > 0) throw new PlainFailure(faults.join("\n"));
}

/** Every image that is needed, of others and ours. @param {import("./engine.mjs").Engine} engine */
async function provideAll(engine) {
  const cacheDir = process.env["SERVICES_CACHE"] ?? resolve(root, process.env["DATA_DIR"] ?? ".data", "services");
  const place = { root, cacheDir, wheelsDir: join(cacheDir, "wheels") };
  const images = await timed(
    "the images of others",
    () => provideImages(engine, place, { onlyStandIns: options["stand-ins"] }),
    (names) => `${Object.values(names).filter(isStandIn).length} of ${Object.keys(names).length} are stand-ins`,
  );
  const built = () => "built";
  if (!options.built) {
    await timed("our image", () => buildImages(engine, root, images.node, { ours: OURS, next: NEXT }), built);
    const { from } = options;
    if (from !== undefined)
      await timed("that of the release before", () => buildBefore(engine, root, images.node, from), built);
  }
  await timed(
    "its size",
    () => sizesOf(engine, OURS, images.node),
    (text) => text,
  );
  return images;
}

/** A shop with its content, ready. @param {import("./load.mjs").Shop} shop */
async function bringUp(shop) {
  await timed(
    "stores up, migration, setup",
    () => shop.compose("run", "--rm", "-T", "setup"),
    () => "ran",
  );
  await timed(
    "the demo's goods",
    () => shop.tool("dist/scripts/seed/index.js"),
    () => "seeded",
  );
  await timed(
    "everything up and ready",
    async () => {
      // The balancer waits for healthy APIs, which take long beside a dozen others that start at the same time.
      await shop.compose("up", "-d", "--no-build", "api1", "api2");
      await shop.compose("up", "-d", "--no-build", "--scale", "money=3");
      await shop.untilWell();
      return (await shop.containers()).length;
    },
    (count) => `${count} containers, three of them workers of money`,
  );
}

/**
 * This version alone, and its next image. Returns what did not hold.
 * @param {import("./engine.mjs").Engine} engine
 * @param {{ shop: import("./load.mjs").Shop, next: import("./load.mjs").Shop, services: string[] }} shops
 */
async function proveThis(engine, { shop, next, services }) {
  const told = (/** @type {{ told: string }} */ phase) => phase.told;
  await bringUp(shop);
  await timed("the demo, through the balancer", () => shop.tool("dist/scripts/demo/index.js"), lastLine);
  const buyers = await startBuyers(shop, engine);
  const killed = await timed("each container killed under load", () => killEach(engine, shop), told);
  const rolled = await timed("rolled to the next image under load", () => rollTo(engine, next, services), told);
  const bought = await timed(
    "the buyers go",
    () => buyers.stop(),
    ({ missing }) => `${missing} paid orders are missing`,
  );
  const { text, faults } = buyers.judge(bought, { killed, rolled });
  for (const line of text) console.log(`  ${line}`);
  await checkInvariants(next);
  await backUpAndRestore(engine, next, services);
  return faults;
}

/** A busy engine lets go of a network some time after the containers that were in it. @param {import("./load.mjs").Shop} shop */
async function takenDown(shop) {
  for (let left = TAKE_DOWN_TRIES; ; left--)
    try {
      return await shop.compose("down", "--volumes", "--timeout", "50");
    } catch (error) {
      if (left === 1) throw error;
      await pause(5_000);
    }
}

/** @param {import("./load.mjs").Shop} shop */
const checkInvariants = (shop) =>
  timed(
    "npm run check",
    () => shop.compose("run", "--rm", "-T", "--no-deps", "control", "node", "dist/scripts/check/index.js"),
    verdictOf,
  );

/** @param {import("./engine.mjs").Engine} engine @param {string} folder */
async function sandboxVariables(engine, folder) {
  const program = ["node", "dist/scripts/prove/programs/sandboxVariables.js", SANDBOX_URL];
  const mount = `${join(folder, "sandbox")}:/data`;
  return JSON.parse(await engine.docker("run", "--rm", "-v", mount, "-e", "DATA_DIR=/data", TOOLS, ...program));
}

/** The services of our image: those that run a program of dist. @param {string} compose */
const servicesOfOurs = (compose) =>
  compose
    .slice(compose.indexOf("\nservices:"), compose.indexOf("\nnetworks:"))
    .split(/\n {2}(?=\w+:)/)
    .filter((text) => /dist\/|: \*api/.test(text))
    .map((text) => text.slice(0, text.indexOf(":")));

/** @param {string} output */
const lastLine = (output) => output.trim().split("\n").at(-1) ?? "";

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void endSteps());
try {
  await prove();
} catch (error) {
  showFailure(error);
  process.exitCode = 1;
} finally {
  for (let end = leftovers.pop(); end; end = leftovers.pop())
    await timed("taken down", end, () => "done").catch(showFailure);
  showTable();
}
