import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { createServer as createNetServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import mongoose from "mongoose";
import { makeSandbox, type RunningSandbox } from "#scripts/sandbox/app.js";
import { eventually } from "#test/support/eventually.js";
import { startServices, type RunningServices } from "#scripts/services/index.mjs";

const root = resolve(import.meta.dirname, "../..");

/**
 * The shop as it runs in production, to be broken: durable stores of its own, two API processes behind a round-robin
 * balancer, workers and cron, all from dist, and a sandbox. Whatever a test kills, it starts again itself.
 */
export interface House {
  /** The balancer before both APIs. */
  url: string;
  services: RunningServices;
  sandbox: RunningSandbox;
  db: mongoose.Connection;
  apis: Program[];
  worker: Program;
  jwtKey: string;
  /** Runs a script of dist with the house's environment; answers its exit code and output. */
  run(script: string, ...args: string[]): Promise<{ code: number; output: string }>;
  stop(): Promise<void>;
}

/** A process that may be killed and started again. */
export interface Program {
  readonly pid: number | undefined;
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export async function startHouse(overrides: Record<string, string> = {}): Promise<House> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-faults-"));
  const services = await startServices({ dataDir, durable: true, database: "shop" });
  const [balancerPort, ...apiPorts] = await freePorts(3);
  const url = `http://127.0.0.1:${balancerPort}`;
  const sandbox = await (await makeSandbox({ dataDir, resendAfterMs: [500, 1_000, 2_000, 4_000, 8_000] })).listen(0);
  const secret = randomBytes(32).toString("hex");
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    NODE_ENV: "development",
    LOG_LEVEL: process.env["FAULTS_LOG_LEVEL"] ?? "fatal",
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    NOTIFY_ALLOW_HOSTS: "127.0.0.1",
    JWT_KEYS: `f1:${secret}`,
    SEAL_KEY: randomBytes(32).toString("hex"),
    OPERATOR_PASSWORD: "operator-faults",
    OUTBOX_HEAL_SECONDS: "3",
    WORKER_LOCK_MS: "3000",
    IDEMPOTENCY_TAKEOVER_SECONDS: "8",
    ...services.env,
    ...sandbox.env,
    ...overrides,
  };
  const run: House["run"] = (script, ...args) => runToEnd(join(root, "dist", script), args, env);
  for (const script of ["scripts/migrate/index.js", "scripts/seed/index.js"]) {
    const { code, output } = await run(script);
    if (code !== 0) throw new Error(`${script} failed: ${output}`);
  }
  const apis = apiPorts.map((port) =>
    program("api/index.js", { ...env, PORT: String(port) }, `http://127.0.0.1:${port}`),
  );
  const worker = program("workers/index.js", env);
  const cron = program("workers/cron.js", env);
  const balancer = await startBalancer(Number(balancerPort), apiPorts);
  await Promise.all([...apis, worker, cron].map((one) => one.start()));
  const db = await mongoose
    .createConnection(services.env["MONGODB_URI"]!, { serverSelectionTimeoutMS: 20_000 })
    .asPromise();
  await eventually("the workers report", async () => (await fetch(`${url}/health/ready`)).status === 200, 60);

  return {
    url,
    services,
    sandbox,
    db,
    apis,
    worker,
    jwtKey: secret,
    run,
    async stop() {
      await Promise.all([...apis, worker, cron].map((one) => one.kill("SIGKILL")));
      balancer.closeAllConnections();
      balancer.close();
      await db.close();
      await sandbox.close();
      await services.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function program(script: string, env: Record<string, string>, readyAt?: string): Program {
  let child: ChildProcess | undefined;
  return {
    get pid() {
      return child?.pid;
    },
    async start() {
      child = spawn(process.execPath, ["--enable-source-maps", join(root, "dist", script)], {
        cwd: root,
        env,
        stdio: ["ignore", "inherit", "inherit"],
      });
      if (readyAt) await eventually(`${script} answers`, async () => (await fetch(`${readyAt}/health`)).ok, 60);
    },
    async kill(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child!.once("exit", done));
      child.kill(signal);
      await ended;
    },
  };
}

async function runToEnd(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ["--enable-source-maps", script, ...args], { cwd: root, env });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number>((done) => child.once("exit", (status) => done(status ?? 1)));
  return { code, output };
}

/** Round robin over the APIs; one that does not answer is 502, as with any balancer. */
async function startBalancer(port: number, targets: number[]): Promise<Server> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const target = targets[turn++ % targets.length];
    const onward = request({ host: "127.0.0.1", port: target, method, path: url, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(onward);
  });
  // A client that reuses an idle connection must not find it closed at that very moment.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return server;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createNetServer();
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
