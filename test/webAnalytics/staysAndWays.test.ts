import { expect } from "chai";
import { StayModel, VisitPathModel } from "#shared/domains/webAnalytics/analytics.models.js";
import { buildMember } from "#test/factories/member.js";
import { clientWith } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";
import { browser, BROWSER, freshVisitor, HEARTBEAT, PATH } from "./support.js";

describe("visits are collected", () => {
  before(startService);

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

  it("a way longer than 2 KiB is cut at once between two pages, whatever it is made of", async () => {
    const visitorId = freshVisitor();
    const long = (count: number) => Array.from({ length: count }, (_, index) => `/${String(index).padStart(20, "0")}`);
    const ways: [unknown, number, number][] = [
      [" ".repeat(20_000), 0, 0],
      [`/a${" ".repeat(60_000)}b`, 1, 1],
      ["页".repeat(700), 0, 1],
      [long(100), 97, 100],
      [JSON.stringify(long(300)), 97, 300],
      [`/${" ".repeat(2_040)}`, 1, 1],
    ];
    for (const [index, [pathSequence, kept, totalPages]] of ways.entries()) {
      const sessionId = `s${index}`;
      const startedAt = performance.now();
      const reply = await browser.post(PATH, { visitorId, sessionId, pathSequence, conversionType: "c".repeat(65) });
      expect([reply.status, reply.data]).to.deep.equal([200, true]);
      expect(performance.now() - startedAt).to.be.below(1_000);
      await eventually("it", async () => (await VisitPathModel.countDocuments({ visitorId, sessionId })) === 1);
      const row = (await VisitPathModel.findOne({ visitorId, sessionId }).lean())!;
      expect([row.pathSequence.length, row.totalPages], sessionId).to.deep.equal([kept, totalPages]);
      expect(row.conversionType).to.equal("c".repeat(64));
    }
    const beat = { visitorId, sessionId: "s", pagePath: `/${"页".repeat(2_000)}`, duration: 3 };
    expect(await browser.post(HEARTBEAT, beat)).to.include({ code: 0, data: true });
    await eventually("it", async () => (await StayModel.countDocuments({ visitorId })) === 1);
    expect((await StayModel.findOne({ visitorId }).lean())!.pagePath).to.equal(`/${"页".repeat(1_023)}`);
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
