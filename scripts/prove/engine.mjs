import { PlainFailure } from "../processes/progress.mjs";
import { mustRun, runStep } from "../processes/step.mjs";

const advice = `A daemon that needs nothing of the machine's own (Debian, as root):
  apt-get install --no-install-recommends docker.io docker-compose
  dockerd --data-root DIR/data --exec-root DIR/exec -H unix://DIR/docker.sock --pidfile DIR/dockerd.pid &
  export DOCKER_HOST=unix://DIR/docker.sock`;

/**
 * A container engine and its compose.
 * @typedef {object} Engine
 * @property {string} told what it is, for people
 * @property {(...args: string[]) => Promise<string>} docker runs a command that must succeed; returns its output
 * @property {(...args: string[]) => Promise<boolean>} tries whether a command succeeds
 * @property {(...args: string[]) => Promise<string>} compose
 */

/**
 * The engine of this machine; without one the failure says what is missing and how to have it.
 * @returns {Promise<Engine>}
 */
export async function findEngine() {
  const client = await runStep("docker", ["version", "--format", "{{.Server.Version}}"], { timeoutMs: 20_000 });
  if (client.code === 127) throw new PlainFailure(`There is no docker on PATH.\n${advice}`);
  if (client.code !== 0) {
    const where = process.env["DOCKER_HOST"] ?? "the usual socket (DOCKER_HOST is not set)";
    throw new PlainFailure(`No engine answers at ${where}: ${client.output.trim()}\n${advice}`);
  }
  const compose = await findCompose();
  // Without its plug-in a newer client builds nothing by BuildKit, and says so instead of building.
  const hasBuildKit = (await runStep("docker", ["buildx", "version"])).code === 0;
  const env = { ...process.env, ...(hasBuildKit ? {} : { DOCKER_BUILDKIT: "0" }) };
  const run = (/** @type {string} */ command, /** @type {string[]} */ args) =>
    mustRun(`${command} ${args.slice(0, 3).join(" ")}`, command, args, { env });
  return {
    told: `docker ${client.output.trim()}, ${compose.told}`,
    docker: (...args) => run("docker", args),
    tries: async (...args) => (await runStep("docker", args, { env })).code === 0,
    compose: (...args) => run(compose.command, [...compose.args, ...args]),
  };
}

async function findCompose() {
  for (const [command, ...args] of /** @type {[string, ...string[]][]} */ ([
    ["docker", "compose"],
    ["docker-compose"],
  ])) {
    const { code, output } = await runStep(command, [...args, "version", "--short"]);
    if (code === 0) return { command, args, told: `compose ${output.trim()}` };
  }
  throw new PlainFailure(`There is neither "docker compose" nor docker-compose.\n${advice}`);
}
