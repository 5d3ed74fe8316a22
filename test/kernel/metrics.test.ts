import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { invalidateQueueDepth, measureQueueDepth } from "#shared/kernel/queue/queueDepth.js";
import { config } from "#shared/kernel/config/config.js";
import { clock } from "#shared/kernel/time/clock.js";
import { recordDeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { startOpsServer } from "#shared/kernel/process/opsServer.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator } from "#test/factories/operator.js";
import { call, clientWith, stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { plainJob } from "#test/support/testJobs.js";

/** The value of a series in the text of /metrics; undefined when it is not there. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split("\n")
    .find(
      (row) =>
        (row.startsWith(`${name}{`) || row.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => row.includes(`${label}="${value}"`)),
    );
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

async function scrape(): Promise<string> {
  invalidateQueueDepth();
  return (await stranger.get("/metrics")).text;
}

describe("the figures at /metrics", () => {
  let stopReporting: () => Promise<void>;
  before(async () => {
    await startService();
    measureQueueDepth();
    stopReporting = await startReporting("worker", queueNames);
  });
  after(async () => stopReporting());
  afterEach(async () => {
    Object.assign(config, { METRICS_TOKEN: undefined, production: false });
    await queueNamed("vod").resume();
    await queueNamed("vod").drain(true);
  });

  it("count each queue's jobs by state, and tell the age of its oldest waiting one", async () => {
    await queueNamed("vod").pause();
    await queueNamed("vod").add("test.unknown", {}, { timestamp: Date.now() - 70_000 });
    await queueNamed("vod").add("test.unknown", {}, { delay: 3_600_000 });
    const text = await scrape();
    expect(valueOf(text, "shop_queue_jobs", { queue: "vod", state: "waiting" })).to.equal(1);
    expect(valueOf(text, "shop_queue_jobs", { queue: "vod", state: "delayed" })).to.equal(1);
    expect(valueOf(text, "shop_queue_oldest_waiting_seconds", { queue: "vod" })).to.be.within(70, 90);
    expect(valueOf(text, "shop_queue_paused", { queue: "vod" })).to.equal(1);
    expect(valueOf(text, "shop_queue_paused", { queue: "notify" })).to.equal(0);
    for (const queue of queueNames) expect(valueOf(text, "shop_queue_workers", { queue })).to.equal(1);
    expect(valueOf(text, "shop_ready")).to.equal(1);
    expect(valueOf(text, "shop_store_up", { store: "redis" })).to.equal(1);
  });

  it("look at the queues at most every five seconds", async () => {
    await scrape();
    await queueNamed("vod").pause();
    const { text } = await stranger.get("/metrics");
    expect(valueOf(text, "shop_queue_paused", { queue: "vod" })).to.equal(0);
    expect(valueOf(await scrape(), "shop_queue_paused", { queue: "vod" })).to.equal(1);
  });

  it("tell how late the outbox is", async () => {
    await runJobs();
    expect(valueOf(await scrape(), "shop_outbox_lag_seconds", { queue: "vod" })).to.equal(0);
    const _id = await nextId("outbox");
    const due = {
      state: "waiting" as const,
      open: true,
      openQueue: "vod" as const,
      dueAt: clock.after(-40_000),
      nextLookAt: clock.after(-40_000),
    };
    const row = { _id, job: "test.ofTomorrow", v: 1, payload: {}, key: null, about: {}, requestId: "r", run: 1 };
    await OutboxModel.create([{ ...row, ...due }]);
    const text = await scrape();
    expect(valueOf(text, "shop_outbox_lag_seconds", { queue: "vod" })).to.be.within(40, 60);
    expect(valueOf(text, "shop_outbox_due_rows", { queue: "vod" })).to.equal(1);
    // A job of a version to come: nobody here does it.
    await runJobs();
    const later = await scrape();
    expect(valueOf(later, "shop_outbox_due_rows", { queue: "vod" })).to.equal(0);
    expect(valueOf(later, "shop_outbox_parked_rows", { queue: "vod" })).to.equal(1);
    // In a queue that this version has no name for: its own workers would tell of it.
    await OutboxModel.updateOne({ _id }, { $set: { openQueue: "ofTomorrow" } });
    expect(valueOf(await scrape(), "shop_outbox_parked_rows", { queue: "control" })).to.equal(1);
    const hold = { operatorId: 1, reason: "a call to the supplier", at: clock.after(-50_000) };
    await OutboxModel.updateOne(
      { _id },
      { $set: { openQueue: "vod", state: "held", hold }, $unset: { parked: 1, nextLookAt: 1 } },
    );
    const kept = await scrape();
    expect(valueOf(kept, "shop_outbox_kept_rows", { queue: "vod" })).to.equal(1);
    expect(valueOf(kept, "shop_outbox_kept_seconds", { queue: "vod" })).to.be.within(50, 70);
    expect(valueOf(kept, "shop_outbox_parked_rows", { queue: "control" })).to.equal(0);
    await OutboxModel.deleteOne({ _id });
  });

  it("count tries of jobs by outcome and the name of the error, and time them", async () => {
    const done = { job_name: plainJob.name, outcome: "done" };
    const refused = { job_name: plainJob.name, outcome: "dead", reason: "Refused" };
    const before = await scrape();
    await enqueue(plainJob, { number: 7_000_000 + (await nextId("testNumbers")) });
    await enqueue(plainJob, { number: 7_000_000 + (await nextId("testNumbers")), fail: "refuse" });
    await runJobs();
    const text = await scrape();
    expect(
      valueOf(text, "shop_job_tries_total", done)! - (valueOf(before, "shop_job_tries_total", done) ?? 0),
    ).to.equal(1);
    expect(
      valueOf(text, "shop_job_tries_total", refused)! - (valueOf(before, "shop_job_tries_total", refused) ?? 0),
    ).to.equal(1);
    expect(valueOf(text, "shop_job_seconds_count", done)).to.be.greaterThan(0);
  });

  it("count the dead letters of every job from zero on, so that the first one is a rise", async () => {
    expect(valueOf(await scrape(), "shop_dead_letters_total", { job_name: "website.ofNoTest" })).to.equal(undefined);
    expect(valueOf(await scrape(), "shop_dead_letters_total", { job_name: "catalog.rollUpRecent" })).to.equal(0);
  });

  it("count dead letters that nobody replayed", async () => {
    const before = valueOf(await scrape(), "shop_dead_letters_open")!;
    await recordDeadLetter({
      bullId: randomBytes(6).toString("hex"),
      job: "test.plain",
      queue: "maintenance",
      v: 1,
      payload: {},
      about: {},
      requestId: "r",
      attempts: 1,
      reason: "Error",
      stack: "",
    });
    expect(valueOf(await scrape(), "shop_dead_letters_open")).to.equal(before + 1);
  });

  it("time requests by the pattern of their route, never by their path", async () => {
    await stranger.get("/app-api/member/user/get?id=1");
    const { text } = await stranger.get("/metrics");
    const route = "get /app-api/member/user/get";
    expect(valueOf(text, "shop_request_seconds_count", { route, status: "401" })).to.be.greaterThan(0);
    expect(text).not.to.include("user/get?");
    expect(valueOf(text, "shop_asks_in_flight")).to.equal(0);
  });

  it("are on the ops port of each process, with its health", async () => {
    Object.assign(config, { OPS_PORT: 0 });
    let reasons: string[] = [];
    const stop = await startOpsServer(() => reasons);
    try {
      const url = `http://127.0.0.1:${stop.port}`;
      expect(await (await fetch(`${url}/metrics`)).text()).to.include("shop_request_seconds");
      expect((await fetch(`${url}/health`)).status).to.equal(200);
      reasons = ["MongoDB does not answer"];
      const unhealthy = await fetch(`${url}/health`);
      expect(unhealthy.status).to.equal(503);
      expect(await unhealthy.json()).to.deep.include({ status: "unhealthy", reasons });
      expect((await fetch(`${url}/other`)).status).to.equal(404);
    } finally {
      await stop();
    }
  });

  it("on the public port in production, want METRICS_TOKEN or an operator who may read them", async () => {
    const reader = await buildOperator(["infra:metrics:read"]);
    const other = await buildOperator(["infra:queue:read"]);
    for (const settings of [{ production: true }, { METRICS_TOKEN: "secret-of-metrics" }]) {
      Object.assign(config, { METRICS_TOKEN: undefined, production: false }, settings);
      expect(await stranger.get("/metrics")).to.include({ status: 401, code: 401 });
      expect(await clientWith("wrong").get("/metrics")).to.include({ status: 401 });
      expect(await other.client.get("/metrics")).to.include({ status: 403 });
      expect(await reader.client.get("/metrics")).to.include({ status: 200 });
    }
    expect(await call("GET", "/metrics", undefined, { token: "secret-of-metrics" })).to.include({ status: 200 });
  });
});
