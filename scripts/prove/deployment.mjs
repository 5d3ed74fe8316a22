import { setTimeout as pause } from "node:timers/promises";
import { PlainFailure } from "../processes/progress.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */

/** Its name for compose. */
export const PROJECT = "shop-proof";
const WELL_WITHIN_MS = 300_000;

/**
 * The composed shop under a name of its own.
 * @param {Engine} engine
 * @param {string[]} files what compose reads, the variables first
 */
export function deploymentOf(engine, [variables = "", ...files]) {
  const compose = (/** @type {string[]} */ ...args) =>
    engine.compose("-p", PROJECT, "--env-file", variables, ...files.flatMap((file) => ["-f", file]), ...args);

  /** Runs a program of the build to its end. @param {string[]} args */
  const tool = (...args) => compose("run", "--rm", "-T", "--no-deps", "tools", "node", ...args);

  /** The ids of a service's containers, or of all that run. @param {string[]} service */
  const containers = async (...service) => (await compose("ps", "-q", ...service)).split(/\s+/).filter(isId);

  return { compose, tool, containers, untilWell: () => untilWell(engine, containers) };
}

/** Compose may say more than the ids. @param {string} word */
const isId = (word) => /^[0-9a-f]{12,}$/.test(word);

/**
 * Waits until the balancer's /health/ready says "ok", which wants the stores, cron and a worker for each queue, and
 * every container that is checked is healthy.
 * @param {Engine} engine
 * @param {(...service: string[]) => Promise<string[]>} containers
 */
async function untilWell(engine, containers) {
  const until = Date.now() + WELL_WITHIN_MS;
  let last = "";
  while (Date.now() < until) {
    last = await whatIsUnwell(engine, containers);
    if (!last) return;
    await pause(500);
  }
  throw new PlainFailure(`Not well after ${WELL_WITHIN_MS / 1_000} s: ${last}`);
}

/**
 * @param {Engine} engine
 * @param {(...service: string[]) => Promise<string[]>} containers
 */
async function whatIsUnwell(engine, containers) {
  const format = "{{.Name}} {{.State.Status}} {{if .State.Health}}{{.State.Health.Status}}{{end}} {{.State.ExitCode}}";
  const states = (await engine.docker("inspect", "--format", format, ...(await containers()))).trim().split("\n");
  const unwell = states.filter((state) => !/ running (healthy)? 0$/.test(state) && !/ exited \w* ?0$/.test(state));
  if (unwell.length > 0) return unwell.join("; ");
  const [balancer = ""] = await containers("balancer");
  try {
    const told = await engine.docker("exec", balancer, "curl", "-s", "http://127.0.0.1:8080/health/ready");
    return /"ready":true,"status":"ok"/.test(told) ? "" : told.slice(0, 300);
  } catch (error) {
    return String(error);
  }
}

/**
 * Kills the process of a container as the kernel would, which its engine answers by its restart policy: a kill that is asked
 * of the engine would leave it ended.
 * @param {Engine} engine
 * @param {string} container
 */
export async function killProcess(engine, container) {
  const pid = Number(await engine.docker("inspect", "--format", "{{.State.Pid}}", container));
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The engine is of another user, or on another machine.
    await engine.docker("restart", "--time", "0", container);
  }
}
