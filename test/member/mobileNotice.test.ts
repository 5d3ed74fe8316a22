import { expect } from "chai";
import { changeMember, SmsCodeModel } from "#shared/domains/member/index.js";
import { sendMobileChangeNotice } from "#shared/domains/member/member.jobs.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildSmsCode, smsOf } from "#test/factories/smsCode.js";
import { clientWith } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";

const update = "/app-api/member/user/update-mobile";

describe("a mobile that is replaced", () => {
  afterEach(() => heldClock.release());

  it("sends the old one a notice and ends every other session", async () => {
    const { member, client } = await buildMember();
    const elsewhere = clientWith((await signInMember(member._id)).accessToken);
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile, 2, client);
    expect(await client.post(update, { mobile, code })).to.include({ code: 0 });
    await runJobs();
    expect(await elsewhere.get("/app-api/member/user/get")).to.include({ status: 401 });
    expect(await client.get("/app-api/member/user/get")).to.include({ code: 0 });
    const [notice, ...others] = await smsOf(member.mobile!);
    expect(others).to.deep.equal([]);
    expect(notice).to.include({ scene: 5, code: "" });
    expect(notice!.text).to.match(/于\d{4}-\d\d-\d\d \d\d:\d\d更换手机号/);
    expect(notice!.text).not.to.contain(mobile);
    // Run twice, it is sent once.
    const row = await SmsCodeModel.findOne({ mobile: member.mobile!, scene: 5 }).lean();
    await enqueue(sendMobileChangeNotice, { smsId: row!._id });
    await runJobs();
    expect(await smsOf(member.mobile!)).to.have.length(1);
    // Its own number once more replaces nothing.
    heldClock.hold();
    heldClock.advance(minutes(2));
    const same = await buildSmsCode(mobile, 2, client);
    expect(await client.post(update, { mobile, code: same })).to.include({ code: 0 });
    await runJobs();
    expect((await smsOf(mobile)).filter(({ scene }) => scene === 5)).to.deep.equal([]);
  });

  it("by an operator does the same, for every session", async () => {
    const { member, client } = await buildMember();
    await changeMember(member._id, { mobile: freshMobile(), nickname: "Lin" });
    await runJobs();
    expect((await smsOf(member.mobile!)).map(({ scene }) => scene)).to.deep.equal([5]);
    expect(await client.get("/app-api/member/user/get")).to.include({ status: 401 });
  });
});
