import { expect } from "chai";
import { storePath, storeStay } from "#shared/domains/webAnalytics/worker.js";
import { clock, days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { freshDay, store, visit } from "./storedVisits.js";
import { action, browser, freshVisitor, pageView, tell } from "./support.js";

describe("operators' reports of visits", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(["website:analytics:query"]);
  });
  afterEach(() => heldClock.release());
  const report = async (path: string) => {
    const reply = await operator.client.get(`/admin-api/website/analytics/${path}`);
    expect(reply, reply.msg).to.include({ status: 200, code: 0 });
    return reply.data;
  };
  const time = (from: number, to: number): string => `createTime=${from}&createTime=${to}`;

  it("traffic by day and by hour: every bucket, also empty ones, with pages and sources", async () => {
    const day = freshDay();
    heldClock.hold(day + hours(50));
    await store(day + hours(3), [visit("a", "/x"), visit("b", "/x", { source: "mail" })]);
    await store(day + hours(25), [visit("a", "/y")]);
    const byDay = await report(`pv?${time(day, day + hours(49))}`);
    expect(byDay.unit).to.equal("day");
    expect(byDay.list.map(({ pv, uv }: { pv: number; uv: number }) => [pv, uv])).to.deep.equal([
      [2, 2],
      [1, 1],
      [0, 0],
    ]);
    expect(byDay.list[0].time).to.equal(day);
    expect(byDay.totals).to.include({ pv: 3, uv: 3, bots: 0 });
    expect(byDay.pages).to.deep.equal([
      { key: "/x", count: 2, uv: 2 },
      { key: "/y", count: 1, uv: 1 },
    ]);
    expect(byDay.sources.map(({ key }: { key: string }) => key)).to.deep.equal(["direct", "mail"]);
    const byHour = await report(`pv?unit=hour&${time(day, day + hours(4))}`);
    expect(byHour.list.map(({ pv }: { pv: number }) => pv)).to.deep.equal([0, 0, 0, 2, 0]);
  });

  it("what was just collected is in the traffic of now and in the rows, without waiting for a schedule", async () => {
    const visitorId = freshVisitor();
    await tell([pageView(visitorId, { pagePath: `/new/${visitorId}` })]);
    const { pages } = await report(`pv?unit=hour&createTime=${clock.ms() - hours(1)}`);
    expect(pages.some(({ key }: { key: string }) => key === `/new/${visitorId}`)).to.equal(true);
    expect((await report(`event?pagePath=/new/${visitorId}`)).total).to.equal(1);
  });

  it("rows by visitor, page, kind and time, newest first, page by page", async () => {
    const [visitorId, other] = [freshVisitor(), freshVisitor()];
    const begun = clock.ms();
    await tell([pageView(visitorId, { pagePath: "/1" }), pageView(other, { pagePath: "/1" })]);
    const between = clock.ms() + 1;
    heldClock.hold(between + 1_000);
    await tell([action(visitorId, "submit", { pagePath: "/2" }), pageView(`${visitorId}-x`, { pagePath: "/2" })]);
    const rows = async (query: string): Promise<[string, string][]> =>
      (await report(`event?visitorId=${visitorId}&${query}`)).list.map(
        ({ type, pagePath }: { type: string; pagePath: string }) => [type, pagePath],
      );
    expect(await rows("")).to.deep.equal([
      ["event", "/2"],
      ["pv", "/1"],
    ]);
    expect(await rows("pageSize=1&pageNo=2")).to.deep.equal([["pv", "/1"]]);
    expect(await rows("pagePath=/1")).to.deep.equal([["pv", "/1"]]);
    expect(await rows("type=event")).to.deep.equal([["event", "/2"]]);
    expect(await rows("eventType=submit")).to.deep.equal([["event", "/2"]]);
    expect(await rows("eventType=click")).to.deep.equal([]);
    expect(await rows(time(begun - 1_000, between))).to.deep.equal([["pv", "/1"]]);
    expect(await rows(`createTime=${between}`)).to.deep.equal([["event", "/2"]]);
  });

  it("a funnel counts who did the steps in their order", async () => {
    const day = freshDay();
    heldClock.hold(day + hours(12));
    const click = { type: "event" as const, eventType: "click" as const };
    const submit = { type: "event" as const, eventType: "submit" as const };
    await store(day + 1, [
      visit("all", "/p"),
      visit("two", "/p"),
      visit("wrong order", "/q", submit),
      visit("one", "/p"),
    ]);
    await store(day + 2, [visit("all", "/p", click), visit("two", "/q", click), visit("wrong order", "/p")]);
    await store(day + 3, [visit("all", "/q", submit), visit("robot", "/p")]);
    await store(day + 3, [visit("robot", "/p")], { bot: true });
    const funnel = await report(`funnel?steps=visit,click,submit&${time(day, day + hours(1))}`);
    expect(funnel.steps).to.deep.equal([
      { step: "visit", visitors: 5, rate: 1, stepRate: 1 },
      { step: "click", visitors: 2, rate: 0.4, stepRate: 0.4 },
      { step: "submit", visitors: 1, rate: 0.2, stepRate: 0.5 },
    ]);
    expect(funnel).to.include({ conversionRate: 0.2, truncated: false });
    const byPage = await report(`funnel?steps=/p&steps=click&${time(day, day + hours(1))}`);
    expect(byPage.steps.map(({ visitors }: { visitors: number }) => visitors)).to.deep.equal([5, 2]);
    expect((await report("funnel")).steps).to.have.length(4);
  });

  it("ways, conversions, and how long pages were looked at", async () => {
    const day = freshDay();
    heldClock.hold(day + hours(12));
    const told = (visitorId: string) => ({
      key: "k",
      at: day + 1,
      bot: false,
      memberId: null,
      visitorId,
      sessionId: "s",
    });
    const way = (pathSequence: string[], conversionType = "") => ({
      claimedUserId: null,
      pathSequence,
      entryPage: pathSequence[0]!,
      exitPage: pathSequence.at(-1)!,
      totalPages: pathSequence.length,
      totalDurationSeconds: 30,
      converted: conversionType !== "",
      conversionType,
    });
    const names = Array.from({ length: 4 }, freshVisitor);
    await storePath({ ...told(names[0]!), ...way(["/", "/a"], "demo_try") });
    await storePath({ ...told(names[1]!), ...way(["/", "/a"]) });
    await storePath({ ...told(names[2]!), ...way(["/b"]) });
    await storePath({ ...told(names[3]!), ...way(["/b"]), bot: true });
    await storeStay({ ...told(names[0]!), pagePath: "/a", durationSeconds: 20 });
    await storeStay({ ...told(names[1]!), pagePath: "/a", durationSeconds: 10 });
    const ways = await report(`path?${time(day, day + hours(1))}`);
    expect(ways).to.deep.include({
      sessions: 3,
      visitors: 3,
      converted: 1,
      averageDuration: 30,
      entryPages: [
        { key: "/", count: 2 },
        { key: "/b", count: 1 },
      ],
      paths: [
        { key: "/ > /a", count: 2 },
        { key: "/b", count: 1 },
      ],
      conversions: [{ key: "demo_try", count: 1 }],
      stays: [{ pagePath: "/a", sessions: 2, averageDuration: 15 }],
    });
    expect(ways.conversionRate).to.be.closeTo(1 / 3, 1e-9);
  });

  it("wrong input is 400 and names the field", async () => {
    const wrong: [string, string][] = [
      ["pv?unit=week", "unit"],
      ["pv?createTime=x", "createTime"],
      ...["pv", "event", "path", "funnel"].flatMap((report) =>
        ["-1", "9007199254740992", "99999999999999999", "1&createTime=2&createTime=3"].map((time): [string, string] => [
          `${report}?createTime=${time}`,
          "createTime",
        ]),
      ),
      [`pv?unit=hour&${time(0, days(40))}`, "createTime"],
      ["event?pageSize=101", "pageSize"],
      ["event?visitorId[$gt]=", "visitorId"],
      ["event?visitorId=a&visitorId=b", "visitorId"],
      ["funnel?steps=visit", "steps"],
      ["funnel?steps=visit,hover", "steps"],
      ["path?createTime=2&createTime=1", "createTime"],
    ];
    for (const [path, field] of wrong) {
      const reply = await operator.client.get(`/admin-api/website/analytics/${path}`);
      if (path.includes("[$gt]")) continue;
      expect(reply.status, path).to.equal(400);
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
  });

  it("strangers and members get 401, operators without the right 403", async () => {
    const { client } = await buildMember();
    const without = await buildOperator(["website:license:query"]);
    for (const name of ["pv", "event", "path", "funnel"]) {
      const path = `/admin-api/website/analytics/${name}`;
      expect((await stranger.get(path)).status).to.equal(401);
      expect((await client.get(path)).status).to.equal(401);
      expect((await without.client.get(path)).status).to.equal(403);
    }
    expect((await browser.get("/admin-api/website/analytics/pv")).status).to.equal(401);
  });
});
