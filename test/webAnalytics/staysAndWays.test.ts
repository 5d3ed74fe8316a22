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
