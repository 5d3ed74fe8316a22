import { setTimeout as pause } from "node:timers/promises";
import { PlainFailure } from "../processes/progress.mjs";
import { killProcess, PROJECT } from "./deployment.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {ReturnType<typeof import("./deployment.mjs").deploymentOf>} Shop */
/** @typedef {{ paid: number[], refused: { at: number, what: string }[], missing: number }} Bought */
/** @typedef {{ from: number, to: number, told: string }} Phase */

/** Their container. */
export const BUYERS = "shop-proof-buyers";

/**
 * Starts the buyers (programs/buyOrders.ts) in a container of their own.
 * @param {Shop} shop
 * @param {Engine} engine
 */
export async function startBuyers(shop, engine) {
  const program = ["node", "dist/scripts/prove/programs/buyOrders.js"];
  await shop.compose("run", "-d", "--no-deps", "--name", BUYERS, "tools", ...program);
  while (!(await engine.docker("logs", BUYERS)).includes("buying")) {
    if ((await engine.docker("inspect", "--format", "{{.State.Status}}", BUYERS)).trim() === "exited")
      throw new PlainFailure(`The buyers did not begin:\n${await engine.docker("logs", BUYERS)}`);
    await pause(200);
  }
  return {
    judge,
    /** @returns {Promise<Bought>} */
    async stop() {
      // They may have ended by themselves, and have told all the same.
      await engine.tries("kill", "--signal", "SIGTERM", BUYERS);
      await engine.docker("wait", BUYERS);
      const lines = (await engine.docker("logs", BUYERS)).trim().split("\n");
      await engine.docker("rm", "--force", BUYERS);
      const report = lines.find((line) => line.startsWith('{"paid"'));
      if (!report) throw new PlainFailure(`The buyers told nothing:\n${lines.slice(-5).join("\n")}`);
      return JSON.parse(report);
    },
  };
}

/**
 * What was bought and refused in each phase. While containers are killed some are refused; while it rolls nobody is, and
 * what was answered as paid stays so.
 * @param {Bought} bought
 * @param {Record<string, Phase>} phases
 */
function judge({ paid, refused, missing }, phases) {
  const text = [];
  const faults = missing > 0 ? [`${missing} orders that were answered as paid are not`] : [];
  for (const [name, { from, to }] of Object.entries(phases)) {
    const within = (/** @type {number} */ at) => at >= from && at <= to;
    const turned = refused.filter(({ at }) => within(at)).map(({ what }) => what);
    text.push(
      `${name}: ${paid.filter(within).length} orders paid, ${turned.length} refused ${JSON.stringify(countOf(turned))}`,
    );
    if (name === "rolled" && turned.length > 0) faults.push(`${turned.length} calls were refused while it rolled`);
  }
  return { text, faults };
}

/** @param {string[]} words */
function countOf(words) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const word of words) counts[word.slice(0, 80)] = (counts[word.slice(0, 80)] ?? 0) + 1;
  return counts;
}

/**
 * Kills one container after the other, and waits each time until everything is well again.
 * @param {Engine} engine
 * @param {Shop} shop
 * @returns {Promise<Phase>}
 */
export async function killEach(engine, shop) {
  const from = Date.now();
  let longest = { name: "", ms: 0 };
  let count = 0;
  for (const container of await shop.containers()) {
    const [name = "", status] = (await engine.docker("inspect", "--format", "{{.Name}} {{.State.Status}}", container))
      .trim()
      .split(" ");
    if (status !== "running" || /sandbox|buyers|tools/.test(name)) continue;
    const since = Date.now();
    await killProcess(engine, container);
    await shop.untilWell();
    const ms = Date.now() - since;
    if (ms > longest.ms) longest = { name: name.replace(/^\/|shop-proof[-_]/g, ""), ms };
    count++;
  }
  return {
    from,
    to: Date.now(),
    told: `${count}, well again after ${(longest.ms / 1_000).toFixed(0)} s at most (${longest.name})`,
  };
}

/**
 * Another image: the migration and the setup first, unless it is an older one, then one service after the other. Each old
 * process has to end by itself: code 0, not a kill.
 * @param {Engine} engine
 * @param {Shop} shop the shop with its next image
 * @param {string[]} services
 * @param {{ isBack?: boolean }} [options]
 * @returns {Promise<Phase>}
 */
export async function rollTo(engine, shop, services, { isBack = false } = {}) {
  const from = Date.now();
  for (const once of isBack ? [] : ["migrate", "setup"]) await shop.compose("run", "--rm", "-T", "--no-deps", once);
  const staying = services.filter((name) => name !== "migrate" && name !== "setup");
  /** @type {string[]} */
  const ended = [];
  for (const name of staying) {
    const since = Date.now();
    await shop.compose(
      "up",
      "-d",
      "--no-build",
      "--no-deps",
      ...(name === "money" ? ["--scale", "money=3"] : []),
      name,
    );
    // At once: an engine remembers some hundred events, and each health check is one.
    ended.push(...(await endings(engine, since, Date.now())));
    await shop.untilWell();
  }
  const badly = ended.filter((line) => !line.startsWith("0 "));
  if (badly.length > 0) throw new PlainFailure(`Ended otherwise than by themselves: ${badly.join(", ")}`);
  return {
    from,
    to: Date.now(),
    told: `${staying.length} services, ${ended.length} containers that ended by themselves`,
  };
}

/**
 * The exit codes and names of this project's containers that ended in this time.
 * @param {Engine} engine
 * @param {number} from
 * @param {number} to
 */
async function endings(engine, from, to) {
  const span = ["--since", `${Math.floor(from / 1_000)}`, "--until", `${Math.ceil(to / 1_000)}`];
  const format = "{{.Actor.Attributes.exitCode}} {{.Actor.Attributes.name}}";
  const filters = ["--filter", "event=die", "--filter", `label=com.docker.compose.project=${PROJECT}`];
  return (await engine.docker("events", ...span, ...filters, "--format", format)).trim().split("\n").filter(Boolean);
}
