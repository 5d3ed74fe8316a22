import { expect } from "chai";
import { LoginLogModel } from "#shared/domains/member/signIn/loginLog.model.js";
import { MemberSocialModel } from "#shared/domains/member/signIn/memberSocial.model.js";
import { SessionModel } from "#shared/kernel/security/sessions.js";
import { buildSocialPerson } from "#test/factories/socialPerson.js";
import { startService } from "#test/support/service.js";
import { callback, play, poll, showCode } from "./support.js";

describe("release 3.2.1: duplicate token generation on concurrent social QR callbacks", () => {
  before(startService);

  const signInsOf = async (openid: string) => {
    const bound = await MemberSocialModel.find({ openid }).lean();
    expect(bound).to.have.length(1);
    const ownerId = bound[0]!.memberId;
    return {
      sessions: await SessionModel.countDocuments({ ownerId, audience: "member" }),
      log: await LoginLogModel.countDocuments({ ownerId, result: 0 }),
    };
  };

  it("thirty times the same callback at once: one sign-in, one token pair, and every phone hears so", async () => {
    const person = await buildSocialPerson();
    const code = await showCode();
    const { deliveries } = await play(code, "confirm", { openid: person.openid, times: 30 });
    expect(deliveries!.map(({ status }) => status)).to.deep.equal(Array(30).fill(200));
    expect(await signInsOf(person.openid)).to.deep.equal({ sessions: 1, log: 1 });
    const polls = await Promise.all(Array.from({ length: 10 }, () => poll(code.sessionId)));
    expect(new Set(polls.map(({ accessToken }) => accessToken)).size).to.equal(1);
    expect(new Set(polls.map(({ refreshToken }) => refreshToken)).size).to.equal(1);
  });

  it("callbacks with different codes of one person at once: one sign-in all the same", async () => {
    const person = await buildSocialPerson();
    const code = await showCode();
    const codes = await Promise.all(Array.from({ length: 8 }, () => person.code("authorize")));
    const replies = await Promise.all(codes.map((each) => callback({ state: code.state, code: each })));
    expect(replies.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
    expect(await signInsOf(person.openid)).to.deep.equal({ sessions: 1, log: 1 });
  });

  it("callbacks of two people at once: one of them, not both", async () => {
    const people = [await buildSocialPerson(), await buildSocialPerson()] as const;
    const code = await showCode();
    const codes = await Promise.all(people.map((person) => person.code("authorize")));
    await Promise.all(codes.map((each) => callback({ state: code.state, code: each })));
    const openids = people.map(({ openid }) => openid);
    expect(await MemberSocialModel.countDocuments({ openid: { $in: openids } })).to.equal(1);
    expect((await poll(code.sessionId)).status).to.equal(2);
  });

  it("confirm and cancel at once: one of them holds, and the tokens say which", async () => {
    for (let round = 0; round < 5; round++) {
      const person = await buildSocialPerson();
      const code = await showCode();
      await Promise.all([
        callback({ state: code.state, code: await person.code("authorize") }),
        callback({ state: code.state }),
      ]);
      const { status, accessToken } = await poll(code.sessionId);
      const signedIn = (await MemberSocialModel.countDocuments({ openid: person.openid })) === 1;
      expect([status, accessToken !== null]).to.deep.equal(signedIn ? [2, true] : [3, false]);
    }
  });
});
