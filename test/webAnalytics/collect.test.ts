import { expect } from "chai";
import { storeEvents } from "#shared/domains/webAnalytics/worker.js";
import { VisitBatchModel } from "#shared/domains/webAnalytics/index.js";
import { metrics } from "#shared/kernel/observability/metrics.js";
import { clock } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { clientWith } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";
import { action, browser, BROWSER, COLLECT, eventsSeenBy, freshVisitor, pageView, tell } from "./support.js";

const unreadable: [object, string][] = [
  [{ type: "view" }, "type"],
  [{ visitorId: { $gt: "" } }, "visitorId"],
  [{ visitorId: "" }, "visitorId"],
  [{ pagePath: "" }, "pagePath"],
  [{ pageTitle: ["x"] }, "pageTitle"],
  [{ type: "event" }, "eventType"],
  [{ type: "event", eventType: "hover" }, "eventType"],
  [{ metadata: "text" }, "metadata"],
  [{ metadata: { eventId: { $gt: "" } } }, "metadata.eventId"],
];
/** What a counter has for each field. */
async function countsOf(name: string): Promise<Map<string, number>> {
  const { values } = await metrics.getSingleMetric(name)!.get();
  return new Map(values.map(({ labels, value }) => [String(labels["field"]), value]));
}

describe("visits are collected", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(["website:analytics:query"]);
  });
  const rowsOf = (query: Record<string, string>) => eventsSeenBy(operator, query);

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

  it("wrong input alone is 400 and names the field; nothing of the call is stored", async () => {
    const visitorId = freshVisitor();
    for (const [change, field] of unreadable) {
      const reply = await browser.post(COLLECT, { events: [pageView(visitorId, change)] });
      expect(reply.status, field).to.equal(400);
      expect(reply.msg.split(":")[0]).to.equal(`events.0.${field}`);
    }
    for (const body of [{}, { events: {} }, { events: "x" }, { events: [1] }])
      expect((await browser.post(COLLECT, body)).status).to.equal(400);
    expect(await VisitBatchModel.countDocuments({ "events.visitorId": visitorId })).to.equal(0);
  });

  it("an event that cannot be read is left out alone, and counted by its field", async () => {
    const visitorId = freshVisitor();
    const leftOut = await countsOf("shop_visit_events_left_out_total");
    const events = [
      pageView(visitorId, { pagePath: "/first" }),
      ...unreadable.map(([change]) => pageView(visitorId, change)),
      1,
      null,
      action(visitorId, "click"),
    ];
    const reply = await browser.post(COLLECT, { events });
    expect([reply.status, reply.data]).to.deep.equal([200, { accepted: 2 }]);
    await eventually("both", async () => (await rowsOf({ visitorId })).total === 2);
    const now = await countsOf("shop_visit_events_left_out_total");
    for (const field of ["type", "visitorId", "pageTitle", "metadata"])
      expect((now.get(field) ?? 0) - (leftOut.get(field) ?? 0), field).to.be.at.least(1);
    expect((now.get("event") ?? 0) - (leftOut.get("event") ?? 0)).to.equal(2);
  });

  it("a text that is too long is cut between two characters, and counted by its field", async () => {
    const visitorId = freshVisitor();
    const before = await countsOf("shop_visit_texts_cut_total");
    const family = "👨‍👩‍👧";
    const long = {
      pagePath: `/${"p".repeat(2_000)}`,
      pageTitle: `${"t".repeat(495)}${family}`,
      eventTarget: "页".repeat(501),
      eventLabel: "e\u0301".repeat(300),
      referrer: `https://search.example/?q=${"%E9%A1%B5".repeat(500)}`,
      utmMedium: "m".repeat(101),
      deviceType: `${"d".repeat(31)}😀`,
      metadata: { eventId: "one", long: "x".repeat(5_000) },
    };
    await tell([action(visitorId, "click", long), action(visitorId, "click", long)]);
    const { list, total } = await rowsOf({ visitorId });
    expect(total, "the eventId is kept").to.equal(1);
    expect(list[0]).to.deep.include({
      pagePath: long.pagePath.slice(0, 1_024),
      pageTitle: "t".repeat(495),
      eventTarget: "页".repeat(500),
      eventLabel: "e\u0301".repeat(250),
      referrer: long.referrer.slice(0, 2_048),
      utmMedium: "m".repeat(100),
      deviceType: "d".repeat(31),
      metadata: { eventId: "one" },
      source: "search.example",
    });
    const now = await countsOf("shop_visit_texts_cut_total");
    for (const field of Object.keys(long)) expect((now.get(field) ?? 0) - (before.get(field) ?? 0), field).to.equal(2);
  });

  it("references that are too long stay different, and are the same each time", async () => {
    const start = `v-${freshVisitor()}${"0".repeat(64)}`;
    const seen = async (visitorId: string): Promise<string> => {
      const pagePath = `/${freshVisitor()}`;
      await browser.post(COLLECT, { events: [pageView(visitorId, { pagePath, sessionId: "s" })] });
      await eventually("it", async () => (await rowsOf({ pagePath })).total === 1);
      return (await rowsOf({ pagePath })).list[0]!["visitorId"] as string;
    };
    const [one, other] = [await seen(`${start}1`), await seen(`${start}2`)];
    expect([one.length, other.length]).to.deep.equal([64, 64]);
    expect(one).not.to.equal(other);
    expect(await seen(`${start}1`)).to.equal(one);
  });
});
