import { expect } from "chai";
import { limitNamed } from "#api/http/security/rateLimit.js";
import { endpoints } from "#api/routes.js";
import { StayModel } from "#shared/domains/webAnalytics/analytics.models.js";
import { config } from "#shared/kernel/config/config.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { isCrowded } from "#shared/kernel/queue/bestEffortJobs.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import type { Reply } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";
import { browser, COLLECT, eventsSeenBy, freshVisitor, HEARTBEAT, pageView, PATH, tell } from "./support.js";

describe("visits are collected", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(["website:analytics:query"]);
  });
  const rowsOf = (query: Record<string, string>) => eventsSeenBy(operator, query);

  it("while Redis does not take them it is 503 and when to come back, never a silent loss", async () => {
    const visitorId = freshVisitor();
    // Every command is refused as it is on a line that has ended; the line itself stays for those who come after.
    const line = producerRedis();
    line.status = "end";
    try {
      for (const [path, body] of [
        [COLLECT, { events: [pageView(visitorId)] }],
        [HEARTBEAT, { visitorId, sessionId: "s", pagePath: "/", duration: 1 }],
        [PATH, { visitorId, sessionId: "s", pathSequence: ["/"] }],
      ] as const) {
        const reply = await browser.post(path, body);
        expect(reply.status).to.equal(503);
        expect(reply.headers.get("retry-after")).to.equal("2");
      }
    } finally {
      line.status = "ready";
    }
    await tell([pageView(visitorId)]);
    expect((await rowsOf({ visitorId })).total).to.equal(1);
  });

  it("a queue in which too many wait says so, so that Redis keeps room for the others", async () => {
    const queue = queueNamed("analytics");
    await queue.pause();
    try {
      await browser.post(HEARTBEAT, { visitorId: freshVisitor(), sessionId: "s", pagePath: "/", duration: 1 });
      await eventually("the waiting one to be seen", () => isCrowded("analytics", 0));
      expect(await isCrowded("analytics")).to.equal(false);
    } finally {
      await queue.resume();
    }
    await eventually("nothing to wait", async () => !(await isCrowded("analytics", 0)));
  });

  it("as many bytes may wait as the store has room for, however few jobs they are", async () => {
    const queue = queueNamed("analytics");
    const { VOLATILE_QUEUE_BYTES } = config;
    const visit = (): Promise<Reply> =>
      browser.post(COLLECT, {
        events: Array.from({ length: 10 }, () => pageView(freshVisitor(), { referrer: "r".repeat(2_000) })),
      });
    await eventually("nothing to wait", async () => !(await isCrowded("analytics", 0)));
    await queue.pause();
    Object.assign(config, { VOLATILE_QUEUE_BYTES: 100_000 });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 10; count++) statuses.push((await visit()).status);
      expect(statuses.filter((status) => status === 200).length).to.be.within(4, 5);
      expect(statuses.at(-1)).to.equal(503);
    } finally {
      Object.assign(config, { VOLATILE_QUEUE_BYTES });
      await queue.resume();
    }
    await eventually("nothing to wait", async () => !(await isCrowded("analytics", 0)));
    Object.assign(config, { VOLATILE_QUEUE_BYTES: 100_000 });
    try {
      await eventually("room again", async () => (await visit()).status === 200);
    } finally {
      Object.assign(config, { VOLATILE_QUEUE_BYTES });
    }
  });

  it("what a page reports while it is left comes as text/plain; more than 64 KiB is 413", async () => {
    const visitorId = freshVisitor();
    const text = browser.with({ "content-type": "text/plain;charset=UTF-8" });
    const beat = { visitorId, sessionId: "s1", pagePath: "/home", duration: 7 };
    expect(await text.post(HEARTBEAT, JSON.stringify(beat))).to.include({ code: 0, data: true });
    await eventually("it", async () => (await StayModel.findOne({ visitorId }).lean())?.durationSeconds === 7);
    for (const [path, ok] of [
      [COLLECT, { events: [] }],
      [HEARTBEAT, beat],
      [PATH, { visitorId, sessionId: "s", pathSequence: ["/"] }],
    ] as const)
      for (const client of [browser, text]) {
        expect((await client.post(path, JSON.stringify(ok))).status, path).to.equal(200);
        const padded = { ...ok, more: "x".repeat(64 * 1024) };
        const large = await client.post(path, JSON.stringify(padded));
        expect([large.status, large.msg], path).to.deep.equal([413, "The body is larger than 64 KiB"]);
      }
    for (const wrong of ["{", "null", "1", '"x"'])
      expect((await text.post(HEARTBEAT, wrong)).msg, wrong).to.match(/^body: is not valid JSON/);
    expect((await text.post("/app-api/member/auth/login", "{}")).status).to.equal(415);
  });

  it("can lie in a Redis of their own, where money is not behind them", async () => {
    const { REDIS_VOLATILE_URL } = config;
    expect(producerRedis("analytics")).to.equal(producerRedis());
    Object.assign(config, { REDIS_VOLATILE_URL: `${REDIS_VOLATILE_URL}/1` });
    try {
      const own = producerRedis("analytics");
      expect(own).not.to.equal(producerRedis());
      expect([own.options.db, producerRedis("pay-event").options.db]).to.deep.equal([1, 0]);
      expect(await redisReady(own)).to.equal(true);
      own.disconnect();
    } finally {
      Object.assign(config, { REDIS_VOLATILE_URL });
    }
  });

  it("an address may report a MiB a minute", async () => {
    const ip = "203.0.113.177";
    const report = (kib: number) =>
      limitNamed("analytics", ip, COLLECT, kib).then(
        () => 200,
        ({ code }: { code: number }) => code,
      );
    for (let count = 0; count < 16; count++) expect(await report(64)).to.equal(200);
    expect(await report(1)).to.equal(429);
    expect(endpoints.filter(({ limit }) => limit === "analytics").map(({ path }) => path)).to.have.members([
      COLLECT,
      HEARTBEAT,
      PATH,
    ]);
  });
});
