import { expect } from "chai";
import { limitNamed } from "#api/http/security/rateLimit.js";
import { endpoints } from "#api/routes.js";
import { StayModel, VisitPathModel } from "#shared/domains/webAnalytics/analytics.models.js";
import { storeEvents } from "#shared/domains/webAnalytics/worker.js";
import { VisitBatchModel } from "#shared/domains/webAnalytics/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { isCrowded } from "#shared/kernel/queue/bestEffortJobs.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { clientWith, type Reply } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { action, browser, BROWSER, COLLECT, freshVisitor, pageView, tell } from "./support.js";

const HEARTBEAT = "/app-api/website/analytics/heartbeat";
const PATH = "/app-api/website/analytics/path";

describe("visits are collected", () => {
  let operator: BuiltOperator;
  before(async () => {
    operator = await buildOperator(["website:analytics:query"]);
  });
  const rowsOf = async (query: Record<string, string>) => {
    const reply = await operator.client.get(
      `/admin-api/website/analytics/event?${new URLSearchParams(query).toString()}`,
    );
    expect(reply, reply.msg).to.include({ status: 200, code: 0 });
    return reply.data as { list: Record<string, unknown>[]; total: number };
  };

  it("with every field of an EventItem, and seen by operators", async () => {
    const visitorId = freshVisitor();
    const item = action(visitorId, "download", {
      pagePath: "/source/7",
      eventTarget: "#download",
      eventLabel: "下载源码",
      metadata: { sourceId: 7, nested: { "a.b": [1, "$x"] } },
      referrer: "https://search.example/?q=shop",
      utmSource: "newsletter",
      utmMedium: "mail",
    });
    await tell([item, pageView(visitorId)]);
    const { list, total } = await rowsOf({ visitorId });
    expect(total).to.equal(2);
    expect(list[0]).to.deep.include({ ...item, userId: null, bot: false, source: "newsletter" });
    expect(list[1]).to.include({ type: "pv", eventType: null, metadata: null, source: "direct" });
    expect(list[0]!["id"]).to.be.a("number").and.not.equal(list[1]!["id"]);
  });

  it("a hundred at most in a call; each is stored", async () => {
    const visitorId = freshVisitor();
    const events = Array.from({ length: 101 }, (_, index) => pageView(visitorId, { pagePath: `/p/${index}` }));
    const refused = await browser.post(COLLECT, { events });
    expect(refused.status).to.equal(400);
    expect(refused.msg).to.match(/^events:/);
    await tell(events.slice(1));
    expect((await rowsOf({ visitorId })).total).to.equal(100);
    expect((await browser.post(COLLECT, { events: [] })).data).to.deep.equal({ accepted: 0 });
  });

  it("an eventId counts once for a visitor: in a call, in two, and at once", async () => {
    const visitorId = freshVisitor();
    const once = (eventId: string | number) => action(visitorId, "click", { metadata: { eventId } });
    await tell([once("a"), once("a"), once(7), pageView(visitorId)]);
    await Promise.all([tell([once("a"), once("b")]), tell([once("b"), once("7"), once("c")]), tell([once("c")])]);
    await eventually("all of them", async () => (await rowsOf({ visitorId })).total === 5);
    const other = freshVisitor();
    await tell([action(other, "click", { metadata: { eventId: "a" } })]);
    expect((await rowsOf({ visitorId: other })).total).to.equal(1);
    const ids = (await rowsOf({ visitorId })).list.map(({ metadata }) => (metadata as { eventId?: unknown })?.eventId);
    expect(ids.map(String).sort()).to.deep.equal(
      ["7", "a", "b", "c", "null"].map((id) => (id === "null" ? "undefined" : id)).sort(),
    );
  });

  it("the job that runs again stores nothing twice, with eventIds or without", async () => {
    for (const eventId of [undefined, "again"]) {
      const visitorId = freshVisitor();
      const visit = { type: "pv" as const, visitorId, pagePath: "/", source: "direct" };
      const told = { key: freshVisitor(), at: clock.ms(), bot: false, memberId: null };
      for (let run = 0; run < 2; run++)
        await storeEvents({ ...told, events: [eventId ? { ...visit, eventId } : visit, { ...visit, pagePath: "/2" }] });
      expect((await rowsOf({ visitorId })).total).to.equal(2);
    }
  });

  it("the token's member stands beside them; a bad token is ignored", async () => {
    const { member, token } = await buildMember();
    const [mine, nobodys] = [freshVisitor(), freshVisitor()];
    await tell([{ ...pageView(mine), userId: 999 }], clientWith(token, { "user-agent": BROWSER }));
    await tell([pageView(nobodys)], clientWith("not.a.token", { "user-agent": BROWSER }));
    expect((await rowsOf({ visitorId: mine })).list[0]).to.include({ userId: member._id });
    expect((await rowsOf({ visitorId: nobodys })).list[0]).to.include({ userId: null });
    expect((await rowsOf({ userId: String(member._id) })).total).to.equal(1);
  });

  it("bots are marked by their user agent", async () => {
    const visitorId = freshVisitor();
    const bot = browser.with({
      "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    });
    await tell([pageView(visitorId)], bot);
    expect((await rowsOf({ visitorId })).list[0]).to.include({ bot: true });
    expect((await rowsOf({ visitorId, bot: "false" })).total).to.equal(0);
  });

  it("wrong input is 400 and names the field; nothing of the call is stored", async () => {
    const visitorId = freshVisitor();
    const wrong: [object, string][] = [
      [{ type: "view" }, "events.0.type"],
      [{ visitorId: { $gt: "" } }, "events.0.visitorId"],
      [{ visitorId: "" }, "events.0.visitorId"],
      [{ visitorId: "v".repeat(65) }, "events.0.visitorId"],
      [{ pagePath: "p".repeat(1_025) }, "events.0.pagePath"],
      [{ pageTitle: ["x"] }, "events.0.pageTitle"],
      [{ type: "event" }, "events.0.eventType"],
      [{ type: "event", eventType: "hover" }, "events.0.eventType"],
      [{ metadata: "text" }, "events.0.metadata"],
      [{ metadata: { long: "x".repeat(5_000) } }, "events.0.metadata"],
      [{ metadata: { eventId: { $gt: "" } } }, "events.0.metadata.eventId"],
      [{ referrer: "r".repeat(2_049) }, "events.0.referrer"],
    ];
    for (const [change, field] of wrong) {
      const reply = await browser.post(COLLECT, { events: [pageView(visitorId, change), pageView(visitorId)] });
      expect(reply.status, field).to.equal(400);
      expect(reply.msg.split(":")[0]).to.equal(field);
    }
    for (const body of [{}, { events: {} }, { events: "x" }, { events: [1] }])
      expect((await browser.post(COLLECT, body)).status).to.equal(400);
    expect(await VisitBatchModel.countDocuments({ "events.visitorId": visitorId })).to.equal(0);
  });

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

  it("heartbeats: the longest time of a page in a session is kept", async () => {
    const visitorId = freshVisitor();
    const beat = (duration: number) =>
      browser.post(HEARTBEAT, { visitorId, sessionId: "s1", pagePath: "/home", duration });
    for (const duration of [15, 45, 30]) expect(await beat(duration)).to.include({ code: 0, data: true });
    await eventually(
      "the longest",
      async () => (await StayModel.findOne({ visitorId }).lean())?.durationSeconds === 45,
    );
    expect(await StayModel.countDocuments({ visitorId })).to.equal(1);
    for (const duration of [-1, "15", null, { $gt: "" }]) {
      const reply = await browser.post(HEARTBEAT, { visitorId, sessionId: "s1", pagePath: "/home", duration });
      expect(reply.status).to.equal(400);
      expect(reply.data).to.equal(false);
    }
  });

  it("a way longer than 2 KiB is refused by its name at once, whatever it is made of", async () => {
    const way = { visitorId: freshVisitor(), sessionId: "s" };
    for (const pathSequence of [
      " ".repeat(20_000),
      `/a${" ".repeat(60_000)}b`,
      "页".repeat(700),
      Array.from({ length: 100 }, () => "/".repeat(21)),
    ]) {
      const startedAt = performance.now();
      const reply = await browser.post(PATH, { ...way, pathSequence });
      expect([reply.status, reply.msg]).to.deep.equal([400, "pathSequence: must not be longer than 2048 bytes"]);
      expect(performance.now() - startedAt).to.be.below(1_000);
    }
    const startedAt = performance.now();
    expect((await browser.post(PATH, { ...way, pathSequence: `/${" ".repeat(2_040)}` })).status).to.equal(200);
    expect(performance.now() - startedAt).to.be.below(1_000);
  });

  it("ways: the one told last stands, whatever form it came in", async () => {
    const visitorId = freshVisitor();
    const way = { visitorId, sessionId: "s1", totalDuration: 60, converted: true, conversionType: "demo_try" };
    const forms: unknown[] = [["/", "/a", "/b"], '["/","/a","/b"]', "/ > /a > /b", "/ -> /a -> /b", "/,/a,/b"];
    for (const pathSequence of forms) {
      const sessionId = freshVisitor();
      const reply = await browser.post(PATH, { ...way, sessionId, pathSequence });
      expect(reply, reply.msg).to.include({ code: 0, data: true });
      await eventually("it", async () => (await VisitPathModel.countDocuments({ visitorId, sessionId })) === 1);
      expect(await VisitPathModel.findOne({ visitorId, sessionId }).lean()).to.deep.include({
        pathSequence: ["/", "/a", "/b"],
        entryPage: "/",
        exitPage: "/b",
        totalPages: 3,
        converted: true,
      });
    }
    await browser.post(PATH, { ...way, sessionId: "s9", pathSequence: ["/"] });
    await eventually(
      "the first",
      async () => (await VisitPathModel.countDocuments({ sessionId: "s9", visitorId })) === 1,
    );
    await browser.post(PATH, { ...way, sessionId: "s9", pathSequence: ["/", "/c"] });
    await eventually(
      "the last",
      async () => (await VisitPathModel.findOne({ sessionId: "s9", visitorId }).lean())?.exitPage === "/c",
    );
    expect((await browser.post(PATH, { ...way, converted: "yes" })).msg).to.match(/^converted:/);
  });

  it("a claimed userId is replaced by the token's member", async () => {
    const { member, token } = await buildMember();
    const visitorId = freshVisitor();
    const client = clientWith(token, { "user-agent": BROWSER });
    await client.post(PATH, { visitorId, sessionId: "s1", userId: member._id + 1, pathSequence: ["/"] });
    await browser.post(PATH, { visitorId, sessionId: "s2", userId: "41", pathSequence: ["/"] });
    await eventually("both", async () => (await VisitPathModel.countDocuments({ visitorId })) === 2);
    const [first, second] = await VisitPathModel.find({ visitorId }).sort({ sessionId: 1 }).lean();
    expect(first).to.include({ memberId: member._id, claimedUserId: null });
    expect(second).to.include({ memberId: null, claimedUserId: 41 });
  });
});
