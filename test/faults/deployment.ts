import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import mongoose from "mongoose";
import { deploymentEnvironment } from "#scripts/deployment/environment.js";
import { fromDist, program as anyProgram, runToEnd, setUpShop, type Program } from "#scripts/deployment/program.js";
import { freePorts } from "#scripts/deployment/services.js";
import { makeSandbox, type RunningSandbox } from "#scripts/sandbox/app.js";
import { eventually } from "#test/support/eventually.js";
import { fromSources } from "#test/support/fromSources.js";
import { takeKeys } from "#test/support/sandboxKeys.js";
import { endAbandonedTransactions } from "#scripts/services/abandonedTransactions.mjs";
import { startServices, type RunningServices } from "#scripts/services/index.mjs";
import { startRedisSet, type RedisKind } from "./redis/redisSets.js";
import { startBalancer, type BalancerCounts } from "./shutdown/balancer.js";

/**
 * The shop as it runs in production, to be broken: durable stores of its own, two API processes behind a round-robin
 * balancer, workers and cron, all from dist, and a sandbox. Whatever a test kills, it starts again itself.
 */
export interface Deployment {
  /** The balancer before the APIs. */
  url: string;
  /** What the balancer met so far. */
  balancer: BalancerCounts;
  services: RunningServices;
  /** Its Redis, whatever kind that is. */
  redis: WholeRedis;
  sandbox: RunningSandbox;
  db: mongoose.Connection;
  apis: Program[];
  worker: Program;
  cron: Program;
  /** Signs access tokens. */
  jwtSecret: string;
  /** What the deployment's processes are started with. */
  env: Record<string, string>;
  /** What `npm run check` says is broken at this moment, a line each. */
  check(): Promise<string[]>;
  /** Runs a script of dist with the deployment's environment; answers its exit code and output. */
  run(script: string, ...args: string[]): Promise<{ code: number; output: string }>;
  stop(): Promise<void>;
}

const APIS = 2;
const HELD_MS = 1_000;
/** A callback that nobody took is repeated after these pauses. */
const resendAfterMs = [500, 1_000, 2_000, 4_000, 8_000];

/** FAULT_MONGODB_URI: on another store than the embedded one, whose database is empty; for one deployment at a time. */
const otherMongodb: Record<string, string> = process.env["FAULT_MONGODB_URI"]
  ? { MONGODB_URI: process.env["FAULT_MONGODB_URI"] }
  : {};

/** What is done to each of its servers. */
interface WholeRedis {
  kill(signal: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
  /** It forgets everything. */
  flush(): Promise<void>;
}

interface DeploymentOptions {
  /** FAULT_REDIS by default: `npm run faults -- --redis=cluster`. */
  redis?: RedisKind | "single";
  /** Where its processes find the stores, of what that is. */
  rewire?: (env: Record<string, string>) => Promise<Record<string, string>>;
}

/** Start it by useSharedDeployment: what it takes is a good part of a fault test's time. */
export async function startDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const undo: (() => unknown)[] = [];
  // What is left would keep the test's process from its end: what was started last ends first.
  const stop = async (): Promise<void> => {
    const ends = undo.splice(0).toReversed();
    const ended: PromiseSettledResult<unknown>[] = [];
    for (const end of ends) ended.push(...(await Promise.allSettled([(async () => end())()])));
    for (const one of ended) if (one.status === "rejected") throw one.reason;
  };
  try {
    return { ...(await build(undo, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(
  undo: (() => unknown)[],
  { rewire, redis: kind = process.env["FAULT_REDIS"] as RedisKind | undefined }: DeploymentOptions,
): Promise<Omit<Deployment, "stop">> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-faults-"));
  undo.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  const services = await startServices({ dataDir, durable: true, database: "shop" });
  undo.push(() => services.stop());
  const set = kind && kind !== "single" ? await startRedisSet(kind) : undefined;
  undo.push(() => set?.stop());
  const apiPorts = await freePorts(APIS);
  const balancer = await startBalancer(apiPorts);
  undo.push(() => balancer.stop());
  const url = `http://127.0.0.1:${balancer.port}`;
  const keys = await takeKeys(dataDir, process.env["DATA_DIR"]);
  const sandbox = await (await makeSandbox({ dataDir, keys, shopUrl: url, resendAfterMs })).listen(0);
  undo.push(() => sandbox.close());
  const { env: base, jwtSecret } = deploymentEnvironment({ dataDir, url });
  const env: Record<string, string> = {
    ...base,
    LOG_LEVEL: process.env["FAULTS_LOG_LEVEL"] ?? "fatal",
    NOTIFY_ALLOW_HOSTS: "127.0.0.1",
    OPERATOR_USERNAME: "operator",
    OPERATOR_PASSWORD: "operator-faults",
    OUTBOX_HEAL_SECONDS: "3",
    WORKER_LOCK_MS: "3000",
    IDEMPOTENCY_TAKEOVER_SECONDS: "8",
    // Fifty copies of one callback come for each seed, and three seeds in a second on a fast machine.
    LIMIT_CALLBACKS_PER_SECOND: "1000",
    ...services.env,
    ...(set ? { REDIS_URL: set.url } : {}),
    ...sandbox.env,
    ...otherMongodb,
  };
  // What the test itself looks at, and what is made before the first fault, goes the plain way.
  const wired = { ...env, ...(await rewire?.(env)) };
  await setUpShop(env);
  const checker = makeChecker(env);
  undo.push(() => checker.stop());
  const apis = apiPorts.map((port) =>
    program(fromDist("api/index.js"), { ...wired, PORT: String(port) }, `http://127.0.0.1:${port}`),
  );
  const [workerOps] = await freePorts(1);
  const worker = program(
    fromDist("workers/index.js"),
    { ...wired, OPS_PORT: String(workerOps) },
    `http://127.0.0.1:${workerOps}`,
  );
  const cron = program(fromDist("workers/cron.js"), wired);
  undo.push(() => Promise.all([...apis, worker, cron].map((one) => one.kill("SIGKILL"))));
  await Promise.all([...apis, worker, cron].map((one) => one.start()));
  const db = await mongoose.createConnection(env["MONGODB_URI"]!, { serverSelectionTimeoutMS: 20_000 }).asPromise();
  undo.push(() => db.close());
  await eventually("the workers report", async () => (await fetch(`${url}/health/ready`)).status === 200, 60);

  return {
    url,
    balancer: balancer.counts,
    services,
    redis: set ?? redisOf(services),
    sandbox,
    db,
    apis,
    worker,
    cron,
    jwtSecret,
    env,
    run: (script, ...args) => runToEnd([...fromDist(script), ...args], env),
    check: checker.ask,
  };
}

const redisOf = ({ redis, env }: RunningServices): WholeRedis => ({
  kill: (signal) => redis!.kill(signal),
  restart: () => redis!.restart(),
  async flush() {
    const client = new Redis(env["REDIS_URL"]!);
    await client.flushall();
    client.disconnect();
  },
});

/** A program of the deployment; what it held in a transaction when it was killed is free a second later. */
export const program = (args: string[], env: Record<string, string>, url?: string): Program =>
  anyProgram(args, env, { url, onEnd: ({ code }) => (code !== 0 ? freeAfter(env["MONGODB_URI"]!) : undefined) });

/** As by a mongod whose limit is as short. */
async function freeAfter(uri: string): Promise<void> {
  await pause(HELD_MS);
  // The store may have been killed, or cut off.
  await endAbandonedTransactions(uri).catch(() => {});
}

/** Started by the first question, as most of what a check takes is the start of its process. */
function makeChecker(env: Record<string, string>): { ask: () => Promise<string[]>; stop: () => void } {
  let child: ChildProcess | undefined;
  const next = (): Promise<string[]> =>
    new Promise((done, fail) => {
      const ended = (): void => fail(new Error("the check ended before it answered"));
      child!.once("exit", ended).once("message", (lines) => {
        child!.off("exit", ended);
        done(lines as string[]);
      });
    });
  return {
    ask: async () => {
      if (child?.exitCode !== null || child.signalCode !== null) {
        child = spawn(process.execPath, fromSources("test/faults/check/checkProcess.ts"), {
          env,
          stdio: ["ignore", "inherit", "inherit", "ipc"],
        });
        await next();
      }
      child.send("check");
      return next();
    },
    stop: () => void child?.kill("SIGKILL"),
  };
}
