import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import jwt from "jsonwebtoken";
import mongoose from "mongoose";
import { loadKeys } from "#scripts/sandbox/keys.js";
import type { SandboxKeys } from "#scripts/sandbox/keyTypes.js";
import { environmentOf } from "#scripts/sandbox/environment.js";

type Services = typeof import("#scripts/services/index.mjs");
type Stores = Awaited<ReturnType<Services["startServices"]>>;

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
  /** Starts another program of dist in the deployment's environment. */
  start(script: string, more?: Record<string, string>, args?: string[]): Promise<Program>;
  token(memberId: number): string;
  /** The metrics of API and worker, by series, added up. */
  metrics(): Promise<Map<string, number>>;
  /** Process ids for the meter, by the name of the column. */
  pids: Record<"api" | "worker" | "mongodb" | "redis", () => number | undefined>;
  stop(): Promise<void>;
}

export interface Program {
  pid: number;
  /** From its start until it answered, for a program that answers. */
  readyMs: number;
  stop(): Promise<void>;
}

/** `more` is added to the environment of every process, for example another MongoDB than the default one. */
export async function startDeployment(
  more: Record<string, string> = {},
  { mongodbPid }: { mongodbPid?: number } = {},
): Promise<Deployment> {
  // Run from the root: the services are plain scripts, which the build does not copy.
  const { startServices } = (await import(pathToFileURL(resolve("scripts/services/index.mjs")).href)) as Services;
  const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-"));
  const stores = await startServices({ dataDir, durable: true, database: "shop" });
  const [port, apiOps, workerOps, cronOps, sandboxPort = 0, ...receiverPorts] = await freePorts(7);
  const url = `http://127.0.0.1:${port}`;
  const secret = randomBytes(32).toString("hex");
  const keys = await loadKeys(dataDir);
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    NODE_ENV: "development",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "info",
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    JWT_KEYS: `b1:${secret}`,
    SEAL_KEY: randomBytes(32).toString("hex"),
    OPERATOR_PASSWORD: "operator-bench",
    // The limits stay active, but high enough for clients that never pause.
    LIMIT_MEMBER_PER_MINUTE: "10000000",
    LIMIT_CALLBACKS_PER_SECOND: "10000000",
    LIMIT_UNPAID_ORDERS: "0",
    LIMIT_UNPAID_UNITS: "0",
    NOTIFY_ALLOW_HOSTS: receiverPorts.map((receiver) => `127.0.0.1:${receiver}`).join(","),
    ...environmentOf(keys, `http://127.0.0.1:${sandboxPort}`),
    ...stores.env,
    ...more,
  };
  const programs: Program[] = [];
  const start: Deployment["start"] = async (script, more = {}, args = []) => {
    const program = await startProgram(script, { ...env, ...more }, args);
    programs.push(program);
    return program;
  };
  try {
    for (const script of ["scripts/migrate/index.js", "scripts/seed/index.js"]) await runToEnd(script, env);
    const worker = await start("workers/index.js", {
      OPS_PORT: String(workerOps),
      READY_AT: `http://127.0.0.1:${workerOps}/health`,
    });
    const cron = await start("workers/cron.js", {
      OPS_PORT: String(cronOps),
      READY_AT: `http://127.0.0.1:${cronOps}/health`,
    });
    const api = await start("api/index.js", { OPS_PORT: String(apiOps), READY_AT: `${url}/health` });
    const db = await mongoose.createConnection(env["MONGODB_URI"]!).asPromise();
    return {
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
      token: (memberId) =>
        jwt.sign({ sub: String(memberId), sid: memberId, aud: "member" }, secret, {
          algorithm: "HS256",
          keyid: "b1",
          expiresIn: "6h",
        }),
      metrics: () => readMetrics([apiOps, workerOps].map((ops) => `http://127.0.0.1:${ops}/metrics`)),
      pids: {
        api: () => api.pid,
        worker: () => worker.pid,
        mongodb: () => mongodbPid ?? stores.mongodb?.pid,
        redis: () => stores.redis?.pid,
      },
      stop: async () => {
        await db.close();
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }

  async function stopAll(): Promise<void> {
    await Promise.all(programs.map((program) => program.stop()));
    await stores.stop(2_000);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** BENCH_PROFILE=folder: each process writes a CPU profile there when it ends. */
const profileFolder = process.env["BENCH_PROFILE"];
const profiling = profileFolder ? ["--cpu-prof", `--cpu-prof-dir=${resolve(profileFolder)}`] : [];

/** With READY_AT in its environment it counts as started once that address answers. */
async function startProgram(script: string, env: Record<string, string>, args: string[]): Promise<Program> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...profiling, "--enable-source-maps", resolve("dist", script), ...args], {
    env,
    stdio: ["ignore", process.env["BENCH_LOG"] ? "inherit" : "ignore", "inherit"],
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const readyAt = env["READY_AT"];
  while (readyAt && !(await answers(readyAt))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with code ${child.exitCode}`);
    await pause(10);
  }
  return {
    pid: Number(child.pid),
    readyMs: performance.now() - begun,
    async stop() {
      if (hasEnded(child)) return;
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(late);
    },
  };
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

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

export async function runToEnd(script: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [resolve("dist", script)], { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  const code = await new Promise((done) => child.once("exit", done));
  if (code !== 0) throw new Error(`${script} failed:\n${output}`);
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
