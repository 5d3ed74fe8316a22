import { expect } from "chai";
import { findMember, MemberModel } from "#shared/domains/member/index.js";
import { adjustBalance, walletOf } from "#shared/domains/wallet/index.js";
import { clock, heldClock, hours } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { freshMobile, type BuiltMember } from "#test/factories/member.js";
import { buildSmsCode, otherCode } from "#test/factories/smsCode.js";
import { buildWallet, ledgerSum } from "#test/factories/wallet.js";
import { gone, logoff, ready } from "./support.js";

describe("an account whose wallet holds money", () => {
  before(ready);
  afterEach(() => heldClock.release());
  const path = "/app-api/member/user/logoff";
  const untouched = async ({ member, client }: BuiltMember, balanceFen: number): Promise<void> => {
    expect(await client.get("/app-api/member/user/get")).to.include({ code: 0 });
    expect((await walletOf(member._id)).balanceFen).to.equal(balanceFen);
  };

  it("is not given up by the token alone; the refusal says what is missing", async () => {
    const built = await buildWallet(99_900);
    const reply = await logoff(built);
    expect(reply).to.include({ status: 200, code: 1004001014, data: false });
    expect(reply.msg).to.match(/SMS/);
    expect((await built.client.with({ "accept-language": "zh" }).post(path)).msg).to.match(/短信验证码/);
    await untouched(built, 99_900);
  });

  it("goes with the code of an SMS to its own mobile, which is used up", async () => {
    const built = await buildWallet(500);
    const code = await buildSmsCode(built.member.mobile!);
    expect(await built.client.post(path, { code: otherCode(code) })).to.include({ code: 1002014000, data: false });
    await untouched(built, 500);
    expect(await built.client.post(path, { code })).to.include(gone);
    expect(await ledgerSum(built.member._id)).to.equal(0);
  });

  it("does not take a code of another mobile, of another scene, or a used one", async () => {
    const built = await buildWallet(500);
    const foreign = await buildSmsCode(freshMobile());
    expect((await built.client.post(path, { code: foreign })).code).to.equal(1002014000);
    const scene3 = await buildSmsCode(built.member.mobile!, 3, built.client);
    expect((await built.client.post(path, { code: scene3 })).code).to.equal(1002014000);
    expect(await built.client.post(path, { code: { $gt: "" } })).to.include({ status: 400, data: false });
    await untouched(built, 500);
  });

  it("keeps its code unused while something else stands in the way", async () => {
    const built = await buildWallet(500);
    const code = await buildSmsCode(built.member.mobile!);
    const { member } = built;
    await MemberModel.updateOne({ _id: member._id }, { $set: { mobileChangedAt: clock.now() } });
    expect(await built.client.post(path, { code })).to.include({ code: 1004001016 });
    await MemberModel.updateOne({ _id: member._id }, { $set: { mobileChangedAt: null } });
    expect(await built.client.post(path, { code })).to.include(gone);
  });

  it("does not go by a mobile that has just replaced another one: a thief would bring their own", async () => {
    const built = await buildWallet(500);
    const mobile = freshMobile();
    const changing = await buildSmsCode(mobile, 2, built.client);
    expect(await built.client.post("/app-api/member/user/update-mobile", { mobile, code: changing })).to.include({
      code: 0,
    });
    const early = await built.client.post(path);
    expect(early).to.include({ code: 1004001016, data: false });
    expect(early.msg).to.contain("24 h");
    heldClock.hold();
    heldClock.advance(hours(23.95));
    expect(await built.client.post(path)).to.include({ code: 1004001016 });
    heldClock.release();
    await MemberModel.updateOne({ _id: built.member._id }, { $set: { mobileChangedAt: clock.after(-hours(24)) } });
    expect(await built.client.post(path)).to.include({ code: 1004001014 });
  });

  it("asks a member without a mobile to bind one, or to spend the money", async () => {
    const built = await buildWallet(500);
    await inTransaction(async () => MemberModel.updateOne({ _id: built.member._id }, { $unset: { mobile: 1 } }));
    expect(await built.client.post(path, { code: "1234" })).to.include({ code: 1004001015, data: false });
    await adjustBalance({ memberId: built.member._id, changeFen: -500, reason: "spent" });
    expect(await logoff(built)).to.include(gone);
  });

  it("loses no money that lands in the moment of leaving", async () => {
    for (let round = 0; round < 6; round++) {
      const built = await buildWallet(0);
      const memberId = built.member._id;
      const [left, paid] = await Promise.all([
        logoff(built),
        adjustBalance({ memberId, changeFen: 700, reason: "at once" }).catch(() => false),
      ]);
      if (left.code === 0) expect(paid, "money that was given up without a code").to.equal(false);
      else {
        expect(left.code).to.be.oneOf([1004001014, 503]);
        expect(await findMember(memberId)).not.to.equal(null);
        expect((await walletOf(memberId)).balanceFen).to.equal(700);
      }
    }
  });
});
