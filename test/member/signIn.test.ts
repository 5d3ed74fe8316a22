import { expect } from "chai";
import { beginMerge } from "#shared/domains/accountMerge/index.js";
import {
  hashPassword,
  MemberModel,
  signInByPassword,
  type LoginLogDoc,
  verifyPassword,
} from "#shared/domains/member/index.js";
import { LoginLogModel } from "#shared/domains/member/signIn/loginLog.model.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildSmsCode, otherCode } from "#test/factories/smsCode.js";
import { clientWith, stranger } from "#test/support/client.js";
import { callerFrom } from "#test/support/proofs.js";
import { startService } from "#test/support/service.js";

const login = (body: object) => stranger.post("/app-api/member/auth/login", body);
const smsLogin = (body: object) => stranger.post("/app-api/member/auth/sms-login", { loginType: 10, ...body });
const logOf = (mobile: string) => LoginLogModel.find({ username: mobile }).sort({ _id: 1 }).lean<LoginLogDoc[]>();
const password = "open sesame";
const withPassword = async (overrides: object = {}) =>
  buildMember({ passwordHash: await hashPassword(password), ...overrides });

describe("sign-in by password", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("answers a token pair for a day, that opens member endpoints", async () => {
    heldClock.hold();
    const { member } = await withPassword();
    const reply = await login({ mobile: member.mobile, password });
    expect(reply).to.include({ status: 200, code: 0, msg: "" });
    expect(reply.data).to.have.all.keys("userId", "accessToken", "refreshToken", "expiresTime", "openid");
    expect(reply.data).to.include({ userId: member._id, openid: null });
    expect(reply.data.expiresTime).to.be.closeTo(Date.now() + 86_400_000, 5_000);
    const user = await clientWith(reply.data.accessToken).get("/app-api/member/user/get");
    expect(user.data.id).to.equal(member._id);
    const kept = await MemberModel.findById(member._id).lean();
    expect(kept?.loginIp).to.equal("127.0.0.1");
    expect(kept?.loginAt).to.be.instanceOf(Date);
  });

  it("a mobile is the same one however it is written", async () => {
    const { member } = await withPassword();
    const parts = [member.mobile!.slice(0, 3), member.mobile!.slice(3, 7), member.mobile!.slice(7)];
    const wide = [...member.mobile!].map((digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0)).join("");
    for (const mobile of [`+86 ${parts.join(" ")}`, `0086${parts.join("-")}`, `86${member.mobile}`, wide]) {
      const reply = await login({ mobile, password });
      expect(reply, mobile).to.include({ code: 0 });
      expect(reply.data.userId).to.equal(member._id);
    }
    for (const mobile of [`+1 ${member.mobile}`, `${member.mobile}0`, "+852 91234567"])
      expect(await login({ mobile, password }), mobile).to.include({ status: 400 });
  });

  it("unknown mobile, wrong password and no password set look the same, and are logged", async () => {
    const { member } = await withPassword();
    const { member: without } = await buildMember();
    const unknown = freshMobile();
    const replies = [];
    for (const mobile of [member.mobile!, without.mobile!, unknown]) {
      const { status, code, data, msg } = await login({ mobile, password: "wrong" });
      replies.push({ status, code, data, msg });
      const [row] = (await logOf(mobile)).slice(-1);
      expect(row).to.include({ audience: "member", kind: "LOGIN_MOBILE", result: 10, ip: "127.0.0.1", terminal: 20 });
      expect(row?.ownerId).to.equal(mobile === unknown ? null : mobile === member.mobile ? member._id : without._id);
    }
    expect(replies[0]).to.include({ status: 200, code: 1004003000, data: null });
    expect(replies[1]).to.deep.equal(replies[0]);
    expect(replies[2]).to.deep.equal(replies[0]);
  });

  it("an unknown mobile costs as much time as a wrong password", async () => {
    const known = await hashPassword(password);
    const times: Record<"none" | "known", number[]> = { none: [], known: [] };
    const measure = async (kind: "none" | "known"): Promise<void> => {
      const startedAt = performance.now();
      expect(await verifyPassword(kind === "known" ? known : null, "wrong")).to.equal(false);
      times[kind].push(performance.now() - startedAt);
    };
    await verifyPassword(null, "wrong");
    // In turn: a machine that slows down slows both.
    for (let round = 0; round < 11; round++) {
      await measure("none");
      await measure("known");
    }
    const median = (kind: "none" | "known"): number => times[kind].sort((x, y) => x - y)[5]!;
    expect(median("none") / median("known")).to.be.within(0.4, 2.5);
  });

  it("a closed account is shown only to who knows the password", async () => {
    const { member } = await withPassword({ status: 1 });
    expect(await login({ mobile: member.mobile, password })).to.include({ status: 200, code: 1004003001, data: null });
    expect(await login({ mobile: member.mobile, password: "wrong" })).to.include({ code: 1004003000 });
    expect((await logOf(member.mobile!)).map((row) => row.result)).to.deep.equal([20, 10]);
  });

  it("five failures lock mobile and address for 15 minutes, the right password included", async () => {
    heldClock.hold();
    const { member } = await withPassword();
    const { mobile } = member;
    for (let tries = 0; tries < 5; tries++)
      expect(await login({ mobile, password: "wrong" })).to.include({ code: 1004003000 });
    const locked = await login({ mobile, password });
    expect(locked).to.include({ status: 200, code: 1004003010, data: null });
    expect(locked.headers.get("retry-after")).to.equal("900");
    const { member: other } = await withPassword();
    expect(await login({ mobile: other.mobile, password })).to.include({ code: 0 });
    heldClock.advance(minutes(15) - 1);
    expect(await login({ mobile, password })).to.include({ code: 1004003010 });
    heldClock.advance(1);
    expect(await login({ mobile, password })).to.include({ code: 0 });
    expect((await logOf(mobile!)).map((row) => row.result)).to.deep.equal([10, 10, 10, 10, 10, 40, 40, 0]);
  });

  it("the lock is of the address it was earned from, and an unknown mobile is locked like a known one", async () => {
    const { member } = await withPassword();
    for (const mobile of [member.mobile!, freshMobile()]) {
      for (let tries = 0; tries < 5; tries++) await login({ mobile, password: "wrong" });
      expect(await login({ mobile, password })).to.include({ code: 1004003010 });
    }
    const elsewhere = await signInByPassword(
      { mobile: member.mobile!, password },
      callerFrom("203.0.113.9"),
      beginMerge,
    );
    expect(elsewhere.ownerId).to.equal(member._id);
  });

  it("a success forgets the failures before it", async () => {
    const { member } = await withPassword();
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 4; tries++) await login({ mobile: member.mobile, password: "wrong" });
      expect(await login({ mobile: member.mobile, password })).to.include({ code: 0 });
    }
  });

  it("twenty guesses at once get five tries", async () => {
    const { member } = await withPassword();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => login({ mobile: member.mobile, password: "wrong" })),
    );
    expect(replies.filter((reply) => reply.code === 1004003000)).to.have.length(5);
    expect(replies.filter((reply) => reply.code === 1004003010)).to.have.length(15);
  });

  it("failures and log stand though a transaction around them is rolled back", async () => {
    const { member } = await withPassword();
    const from = { ...callerFrom("203.0.113.40"), exempt: true };
    for (let tries = 0; tries < 5; tries++)
      await inTransaction(() =>
        signInByPassword({ mobile: member.mobile!, password: "wrong" }, from, beginMerge),
      ).catch(() => undefined);
    const sixth = await signInByPassword({ mobile: member.mobile!, password }, from, beginMerge).catch(
      (error: unknown) => error,
    );
    expect(sixth).to.include({ code: 1004003010 });
    expect(await LoginLogModel.countDocuments({ username: member.mobile!, result: 10 })).to.equal(5);
  });

  it("a wrong field is 400 and named", async () => {
    const right = { mobile: freshMobile(), password };
    for (const [change, field] of [
      [{ mobile: { $gt: "" } }, "mobile"],
      [{ mobile: undefined }, "mobile"],
      [{ password: { $gt: "" } }, "password"],
      [{ password: "" }, "password"],
      [{ socialType: 33 }, "socialType"],
      [{ socialType: { $gt: "" } }, "socialType"],
      [{ socialCode: { $gt: "" } }, "socialCode"],
      [{ socialState: ["x"] }, "socialState"],
    ] as const) {
      const reply = await login({ ...right, ...change });
      expect(reply, JSON.stringify(change)).to.include({ status: 400, code: 400, data: null });
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
  });

  it("a social account to bind is refused by name while none can be resolved; nobody is signed in", async () => {
    const { member } = await withPassword();
    const reply = await login({
      mobile: member.mobile,
      password,
      socialType: 34,
      socialCode: "c",
      socialState: "default",
    });
    expect(reply).to.include({ status: 200, code: 1004003005, data: null });
  });
});

describe("sign-in by SMS code", () => {
  before(startService);

  it("makes an unknown mobile a member, once, and finds it the next time", async () => {
    heldClock.hold();
    const mobile = freshMobile();
    const first = await smsLogin({ mobile, code: await buildSmsCode(mobile) });
    expect(first).to.include({ status: 200, code: 0 });
    heldClock.advance(minutes(1));
    const second = await smsLogin({ mobile, code: await buildSmsCode(mobile), loginType: "20" });
    expect(second.data.userId).to.equal(first.data.userId);
    heldClock.release();
    const member = await MemberModel.findById(first.data.userId).lean();
    expect(member).to.include({ mobile, status: 0, sex: 0, registerIp: "127.0.0.1", registerTerminal: 20 });
    expect(member?.nickname).to.match(/^User\d{6}$/);
    expect((await logOf(mobile)).map(({ kind, result }) => [kind, result])).to.deep.equal([
      ["LOGIN_SMS", 0],
      ["LOGIN_SMS", 0],
    ]);
  });

  it("a wrong code signs nobody in, makes nobody, and is logged", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    expect(await smsLogin({ mobile, code: otherCode(code) })).to.include({ status: 200, code: 1002014000, data: null });
    expect(await MemberModel.countDocuments({ mobile })).to.equal(0);
    expect((await logOf(mobile)).map((row) => row.result)).to.deep.equal([10]);
  });

  it("a code is used once, by ten at once too", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    const replies = await Promise.all(Array.from({ length: 5 }, () => smsLogin({ mobile, code })));
    expect(replies.filter((reply) => reply.code === 0)).to.have.length(1);
    expect(await smsLogin({ mobile, code })).to.include({ code: 1002014002 });
    expect(await MemberModel.countDocuments({ mobile })).to.equal(1);
  });

  it("a code for another scene signs nobody in", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile, 2);
    expect(await smsLogin({ mobile, code })).to.include({ code: 1002014000 });
  });

  it("a closed account is refused", async () => {
    const { member } = await buildMember({ status: 1 });
    const code = await buildSmsCode(member.mobile!);
    expect(await smsLogin({ mobile: member.mobile, code })).to.include({ status: 200, code: 1004003001 });
    expect((await logOf(member.mobile!)).slice(-1)[0]?.result).to.equal(20);
  });

  it("SMS_TEST_MOBILE signs in with any code", async () => {
    const mobile = freshMobile();
    Object.assign(config, { SMS_TEST_MOBILE: mobile });
    try {
      expect(await smsLogin({ mobile, code: "1111" })).to.include({ code: 0 });
    } finally {
      Object.assign(config, { SMS_TEST_MOBILE: undefined });
    }
  });

  it("a wrong field is 400 and named; a social account keeps the code unused", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    for (const [change, field] of [
      [{ mobile: { $gt: "" } }, "mobile"],
      [{ code: { $gt: "" } }, "code"],
      [{ code: 1234 }, "code"],
      [{ loginType: undefined }, "loginType"],
      [{ loginType: 11 }, "loginType"],
    ] as const) {
      const reply = await smsLogin({ mobile, code, ...change });
      expect(reply, JSON.stringify(change)).to.include({ status: 400, code: 400, data: null });
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
    expect(await smsLogin({ mobile, code, socialType: 34, socialCode: "c" })).to.include({ code: 1004003005 });
    expect(await smsLogin({ mobile, code })).to.include({ code: 0 });
  });
});

describe("sign-in of developers", () => {
  before(startService);
  const devLogin = (mobile: unknown) => stranger.post("/app-api/member/auth/dev-login", { mobile });

  it("makes an unknown mobile a member and signs in without proof", async () => {
    const mobile = freshMobile();
    const first = await devLogin(mobile);
    expect(first).to.include({ status: 200, code: 0 });
    expect((await devLogin(mobile)).data.userId).to.equal(first.data.userId);
    expect((await devLogin({ $gt: "" })).msg).to.match(/^mobile/);
  });

  it("refuses a closed account like any other sign-in", async () => {
    const { member } = await buildMember({ status: 1 });
    expect(await devLogin(member.mobile)).to.include({ code: 1004003001, data: null });
  });
});
