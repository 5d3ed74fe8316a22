import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import mongoose from "mongoose";
import { deploymentEnvironment, memberToken } from "#scripts/deployment/environment.js";
import { fromDist, program, setUpShop, type Program } from "#scripts/deployment/program.js";
import { freePorts, services, type Stores } from "#scripts/deployment/services.js";
import { loadKeys } from "#scripts/sandbox/keys.js";
import type { SandboxKeys } from "#scripts/sandbox/keyTypes.js";
import { environmentOf } from "#scripts/sandbox/environment.js";
import { quiet, withProviders } from "./outside.js";
import { runInDeployment } from "./reporter.js";

/** A separate shop, as in production: durable stores, API and workers from dist, the demo's products. */
export interface Deployment {
  url: string;
  stores: Stores;
  db: mongoose.Connection;
  /** The environment of every process of the deployment. */
  env: Record<string, string>;
  /** The keys of the outside providers, which run only while a part starts them (outside.ts). */
  keys: SandboxKeys;
  sandboxPort: number;
  /** Ports for receivers of deliveries, if a part listens there. */
  receiverPorts: readonly number[];
  api: Program;
  worker: Program;
  cron: Program;
  /** Starts another program of dist in the deployment's environment; with `readyAt` it answers there then. */
  start(script: string, options?: StartOptions): Promise<Program>;
  token(memberId: number): string;
  /** The metrics of API and worker, by series, added up. */
  metrics(): Promise<Map<string, number>>;
  /** Process ids for the meter, by the name of the column. */
  pids: Record<"api" | "worker" | "mongodb" | "redis", () => number | undefined>;
  stop(): Promise<void>;
}

interface StartOptions {
  readyAt?: string;
  more?: Record<string, string>;
  args?: string[];
}

const isSilent = !process.env["BENCH_LOG"];

/** BENCH_REDIS_URL: on another Redis than the embedded one, which is empty, as a cluster; for one part at a time. */
const otherRedis = process.env["BENCH_REDIS_URL"];

/** What ends each deployment that runs. */
const running = new Set<() => Promise<void>>();

/** Ends those of every part, also of one that was interrupted. */
export async function stopDeployments(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

/** `more` is added to the environment of every process, for example another MongoDB than the default one. */
export async function startDeployment(
  more: Record<string, string> = {},
  { mongodbPid }: { mongodbPid?: number } = {},
): Promise<Deployment> {
  const { startServices } = await services();
  const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-"));
  const stores = await startServices({ dataDir, durable: true, database: "shop" });
  const [port, apiOps, workerOps, cronOps, sandboxPort = 0, ...receiverPorts] = await freePorts(7);
  const url = `http://127.0.0.1:${port}`;
  const keys = await loadKeys(dataDir);
  const { env: base, jwtSecret } = deploymentEnvironment({ dataDir, url });
  const env: Record<string, string> = {
    ...base,
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "info",
    PORT: String(port),
    OPERATOR_PASSWORD: "operator-bench",
    // The limits stay active, but high enough for clients that never pause.
    LIMIT_MEMBER_PER_MINUTE: "10000000",
    LIMIT_CALLBACKS_PER_SECOND: "10000000",
    NOTIFY_ALLOW_HOSTS: receiverPorts.map((receiver) => `127.0.0.1:${receiver}`).join(","),
    ...environmentOf(keys, `http://127.0.0.1:${sandboxPort}`),
    ...stores.env,
    ...(otherRedis ? { REDIS_URL: otherRedis } : {}),
    ...more,
  };
  const programs: Program[] = [];
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAll().finally(() => running.delete(stop)));
  running.add(stop);
  const start: Deployment["start"] = async (script, { readyAt, more = {}, args = [] } = {}) => {
    const node = [...profiling, ...fromDist(script), ...args];
    const started = program(node, { ...env, ...more }, { readyAt, isSilent });
    programs.push(started);
    await started.start();
    return started;
  };
  const startAt = (script: string, ops: number | undefined, at = `http://127.0.0.1:${ops}`): Promise<Program> =>
    start(script, { readyAt: `${at}/health`, more: { OPS_PORT: String(ops) } });
  try {
    await setUpShop(env);
    await runInDeployment({ env }, "scripts/bench/programs/countPastDays.js", []);
    const worker = await startAt("workers/index.js", workerOps);
    const cron = await startAt("workers/cron.js", cronOps);
    const api = await startAt("api/index.js", apiOps, url);
    const db = await mongoose.createConnection(env["MONGODB_URI"]!).asPromise();
    const deployment: Deployment = {
      url,
      stores,
      db,
      env,
      keys,
      sandboxPort,
      receiverPorts,
      api,
      worker,
      cron,
      start,
      token: (memberId) => memberToken(jwtSecret, memberId),
      metrics: () => readMetrics([apiOps, workerOps].map((ops) => `http://127.0.0.1:${ops}/metrics`)),
      pids: {
        api: () => api.pid,
        worker: () => worker.pid,
        mongodb: () => mongodbPid ?? stores.mongodb?.pid,
        redis: () => (otherRedis ? undefined : stores.redis?.pid),
      },
      stop: async () => {
        await db.close();
        await stop();
      },
    };
    // What its first content asks of providers is done before anything is measured, or parts without them would wait for it.
    await withProviders(deployment, () => quiet(deployment));
    return deployment;
  } catch (error) {
    await stop();
    throw error;
  }

  async function stopAll(): Promise<void> {
    await Promise.all(programs.map((one) => one.stop()));
    await stores.stop(2_000);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** BENCH_PROFILE=folder: each process writes a CPU profile there when it ends. */
const profileFolder = process.env["BENCH_PROFILE"];
const profiling = profileFolder ? ["--cpu-prof", `--cpu-prof-dir=${resolve(profileFolder)}`] : [];

/** Names each series by its labels. */
async function readMetrics(urls: readonly string[]): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const url of urls)
    for (const line of (await (await fetch(url)).text()).split("\n")) {
      const [, series, value] = /^([a-z_]+\{[^}]*\}|[a-z_]+) (\S+)$/.exec(line) ?? [];
      if (series) sums.set(series, (sums.get(series) ?? 0) + Number(value));
    }
  return sums;
}
