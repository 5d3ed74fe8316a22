import { insertRows } from "./insertRows.js";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { expect } from "chai";
import mongoose from "mongoose";
import { hashPassword } from "#shared/domains/member/index.js";
import { OperatorModel } from "#shared/domains/operator/operator.model.js";
import { EVERY_PERMISSION, RoleModel } from "#shared/domains/operator/role/role.model.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { workerJobs } from "#workers/processors.js";
import { payloadOf, schemaOf } from "#test/support/jobPayloads.js";
import { soon } from "./experiment.js";
import { freePort } from "#scripts/deployment/services.js";
import { makeWay, type Way } from "./way.js";

const root = resolve(import.meta.dirname, "../..");
const PASSWORD = "operate 123";
/** Of nothing that there is: what runs ends, or fails for good. */
const NOBODY = 999_999_999;

describe("processes that were started while Redis was away", function () {
  this.timeout(240_000);
  const children: ChildProcess[] = [];
  const said = { api: "", worker: "", cron: "" };
  let way: Way;
  let db: mongoose.Connection;
  let ports: { api: number; cron: number };
  let bearer: string;

  const start = (kind: keyof typeof said, script: string, env: Record<string, string>): void => {
    const child = spawn(process.execPath, ["--enable-source-maps", join(root, "dist", script)], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => (said[kind] += text.toString()));
    children.push(child);
  };
  async function migrate(uri: string): Promise<void> {
    const child = spawn(process.execPath, [join(root, "dist/scripts/migrate/index.js")], {
      cwd: root,
      env: { ...process.env, MONGODB_URI: uri, LOG_LEVEL: "warn" },
      stdio: "inherit",
    });
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code, "migrate").to.equal(0);
  }
  const call = async (path: string, { method = "GET", body }: { method?: string; body?: object } = {}) => {
    const answer = await fetch(`http://127.0.0.1:${ports.api}${path}`, {
      method,
      headers: { authorization: bearer, "content-type": "application/json", "user-agent": "Mozilla/5.0" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, ...((await answer.json()) as { code: number; data: any }) };
  };
  const beat = () =>
    call("/app-api/website/analytics/heartbeat", {
      method: "POST",
      body: { visitorId: "outage", sessionId: "s", pagePath: "/", duration: 1 },
    });
  const cronIsWell = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${ports.cron}/health`)).ok;

  /** One row of work for every queue, due now, as a use case of another process left it. */
  async function leaveWork(round: number): Promise<void> {
    const now = new Date();
    const rows = queueNames.map((queue, index) => {
      const job = workerJobs.find((one) => one.queue === queue)!;
      const payload = payloadOf(schemaOf(job), (_name, { type }) => (type === "integer" ? NOBODY : undefined));
      const times = { dueAt: now, nextLookAt: now, createdAt: now, updatedAt: now, endedAt: null };
      const row = {
        _id: round * 1_000 + index,
        job: job.name,
        v: job.v,
        payload,
        key: null,
        about: {},
        requestId: "r",
      };
      return { ...row, ...times, state: "waiting", open: true, openQueue: queue, run: 1 };
    });
    await db.collection<{ _id: number }>("outbox").insertMany(rows);
  }
  /** Taken by a worker of its queue, however it ended. */
  const notTaken = async (round: number): Promise<string[]> => {
    const ofRound = { _id: { $gte: round * 1_000, $lt: (round + 1) * 1_000 } };
    const rows = await db.collection<{ _id: number; job: string; state: string }>("outbox").find(ofRound).toArray();
    return rows.filter(({ state }) => state === "waiting").map(({ job }) => job);
  };

  before(async () => {
    const target = new URL(process.env["REDIS_URL"]!);
    way = await makeWay({ host: target.hostname, port: Number(target.port) });
    const url = Object.assign(new URL(target.href), { host: `127.0.0.1:${way.port}` }).href;
    const uri = new URL(process.env["MONGODB_URI"]!);
    uri.pathname = `${uri.pathname}-outage`;
    db = await mongoose.createConnection(uri.href).asPromise();
    // The embedded store may refuse a write while another process makes the same collection.
    await migrate(uri.href);
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const role = new RoleModel({ _id: 1, name: "All", code: "all", permissions: [EVERY_PERMISSION] }).toObject();
    const passwordHash = await hashPassword(PASSWORD);
    const who = { _id: 1, username: "outage", nickname: "outage", passwordHash, roleIds: [1] };
    await insertRows(db, "roles", [{ ...role, ...times }]);
    await insertRows(db, "operators", [{ ...new OperatorModel(who).toObject(), ...times }]);
    ports = { api: await freePort(), cron: await freePort() };
    const env = {
      MONGODB_URI: uri.href,
      REDIS_URL: url,
      REDIS_CACHE_URL: url,
      BULL_PREFIX: `${process.env["BULL_PREFIX"]}-outage`,
      LOG_LEVEL: "warn",
      PUBLIC_URL: `http://127.0.0.1:${ports.api}`,
    };
    await leaveWork(1);
    start("api", "api/index.js", { ...env, PORT: String(ports.api) });
    start("worker", "workers/index.js", env);
    start("cron", "workers/cron.js", { ...env, OPS_PORT: String(ports.cron) });
    await soon("the API answers", async () => (await fetch(`http://127.0.0.1:${ports.api}/health`)).ok);
    const signIn = { method: "POST", body: { username: "outage", password: PASSWORD } };
    bearer = "";
    bearer = `Bearer ${(await call("/admin-api/system/auth/login", signIn)).data.accessToken}`;
  });
  after(async () => {
    for (const child of children) child.kill("SIGKILL");
    await way.close();
    await db.dropDatabase();
    await db.close();
  });

  it("say so while it is: what needs a queue is 503, and cron is not well once a tick was missed", async () => {
    expect((await beat()).status).to.equal(503);
    expect((await call("/admin-api/infra/queue/list")).status).to.equal(503);
    await soon("the walk has failed", async () => said.worker.includes("a walk of the outbox failed"));
    await soon("a tick was missed", async () => said.cron.includes("tick missed"));
    expect(await cronIsWell()).to.equal(false);
    expect((await notTaken(1)).length).to.equal(queueNames.length);
  });

  it("use every queue once it is there, and cron makes up for what it missed", async () => {
    await way.open();
    await soon("the work of every queue is taken", async () => (await notTaken(1)).length === 0);
    await soon("the API reaches its queues", async () => (await beat()).code === 0);
    await soon(
      "all of them",
      async () => (await call("/admin-api/infra/queue/list")).data?.length === queueNames.length,
    );
    await soon("cron is well", cronIsWell);
    // Those of a moment are told together.
    const ticked = { lastTickAt: { $ne: null } };
    await soon("a tick is told", async () => (await db.collection("schedules").countDocuments(ticked)) > 0);
  });

  it("and go on after it was away once more", async () => {
    await way.close();
    await leaveWork(2);
    await soon("a tick was missed", async () => !(await cronIsWell()));
    expect((await beat()).status).to.equal(503);
    await way.open();
    await soon("the work of every queue is taken", async () => (await notTaken(2)).length === 0);
    await soon("the API reaches its queues", async () => (await beat()).code === 0);
    await soon("cron is well", cronIsWell);
  });
});
