import { expect } from "chai";
import { bindSocial } from "#shared/domains/member/signIn/bindSocial.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { LoginLogModel } from "#shared/domains/member/signIn/loginLog.model.js";
import { MemberSocialModel } from "#shared/domains/member/signIn/memberSocial.model.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildSmsCode, otherCode } from "#test/factories/smsCode.js";
import { buildSocialPerson, failSocial, freshState, healSocial } from "#test/factories/socialPerson.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const base = "/app-api/member/auth";
const password = "open sesame";
const login = (body: object) => stranger.post(`${base}/login`, body);
const smsLogin = (body: object) => stranger.post(`${base}/sms-login`, { loginType: 10, ...body });
const mini = async (loginCode: string) => stranger.post(`${base}/social-mini-app-login`, { loginCode });
const withPassword = async () => buildMember({ passwordHash: await hashPassword(password) });

describe("a social account bound by another sign-in", () => {
  before(startService);

  it("signs the member in from then on; the response has the openid", async () => {
    const { member } = await withPassword();
    const person = await buildSocialPerson();
    const { mobile } = member;
    const bound = await login({ mobile, password, socialType: 34, socialCode: await person.code("login") });
    expect(bound.data).to.include({ userId: member._id, openid: person.openid });
    expect((await mini(await person.code("login"))).data.userId).to.equal(member._id);
    expect((await login({ mobile, password })).data.openid).to.equal(null);
  });

  it("by an SMS code too, which makes the member; a page's account needs a state that was issued", async () => {
    const mobile = freshMobile();
    const person = await buildSocialPerson();
    const code = await buildSmsCode(mobile);
    const proof = async () => ({ socialType: 31, socialCode: await person.code("authorize") });
    expect(await smsLogin({ mobile, code, ...(await proof()) })).to.include({ code: 1004003005, data: null });
    const given = { mobile, code, ...(await proof()), socialState: await freshState() };
    const bound = await smsLogin(given);
    expect(bound, bound.msg).to.include({ code: 0 });
    expect(bound.data.openid).to.equal(person.openid);
    expect(await MemberSocialModel.countDocuments({ memberId: bound.data.userId, type: 31 })).to.equal(1);
  });

  it("looses what either side was bound to: one member an account, one account of a type a member", async () => {
    const [one, two] = [await withPassword(), await withPassword()];
    const [first, second] = [await buildSocialPerson(), await buildSocialPerson()];
    const bind = async (who: typeof one, person: typeof first) =>
      login({ mobile: who.member.mobile, password, socialType: 34, socialCode: await person.code("login") });
    await bind(one, first);
    await bind(two, first);
    expect((await mini(await first.code("login"))).data.userId).to.equal(two.member._id);
    await bind(two, second);
    expect((await mini(await second.code("login"))).data.userId).to.equal(two.member._id);
    expect(await MemberSocialModel.countDocuments({ memberId: one.member._id })).to.equal(0);
    expect(await MemberSocialModel.countDocuments({ memberId: two.member._id })).to.equal(1);
  });

  it("two members at once for one account: one of them has it", async () => {
    const people = await Promise.all([buildMember(), buildMember(), buildMember()]);
    const person = { openid: `o-${freshMobile()}`, unionid: null };
    await Promise.all(people.map(({ member }) => bindSocial(member._id, 34, person)));
    expect(await MemberSocialModel.countDocuments({ openid: person.openid })).to.equal(1);
    const { member } = people[0];
    await Promise.all(
      ["a", "b", "c"].map((suffix) =>
        bindSocial(member._id, 34, { openid: `${person.openid}${suffix}`, unionid: null }),
      ),
    );
    expect(await MemberSocialModel.countDocuments({ memberId: member._id, type: 34 })).to.equal(1);
  });

  it("when it cannot be, nobody is signed in, and an SMS code stays unused", async () => {
    const { member } = await withPassword();
    const { mobile } = member;
    for (const social of [{ socialType: 34, socialCode: "made-up" }, { socialType: 34 }])
      expect(await login({ mobile, password, ...social })).to.include({ code: 1004003005, data: null });
    const row = await LoginLogModel.findOne({ ownerId: member._id }).sort({ _id: -1 }).lean();
    expect(row).to.include({ kind: "LOGIN_MOBILE", result: 10 });
    const code = await buildSmsCode(mobile!);
    expect(await smsLogin({ mobile, code, socialType: 34, socialCode: "made-up" })).to.include({ code: 1004003005 });
    expect(await smsLogin({ mobile, code })).to.include({ code: 0 });
  });

  it("a wrong password or code binds nothing", async () => {
    const { member } = await withPassword();
    const { mobile } = member;
    const person = await buildSocialPerson();
    const proof = async () => ({ socialType: 34, socialCode: await person.code("login") });
    expect(await login({ mobile, password: "wrong", ...(await proof()) })).to.include({ code: 1004003000 });
    const code = await buildSmsCode(mobile!);
    expect(await smsLogin({ mobile, code: otherCode(code), ...(await proof()) })).to.include({ code: 1002014000 });
    expect(await MemberSocialModel.countDocuments({ openid: person.openid })).to.equal(0);
  });

  it("while the provider is away the client hears so in time, and the same call works later", async () => {
    const person = await buildSocialPerson();
    const loginCode = await person.code("login");
    await failSocial({ mode: "error", count: 20 });
    const away = await mini(loginCode);
    expect(away.code, away.msg).to.be.oneOf([503, 1002018002]);
    expect(away.data).to.equal(null);
    await healSocial();
    expect(await mini(loginCode)).to.include({ code: 0 });
  });
});
