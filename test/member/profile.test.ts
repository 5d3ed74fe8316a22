import { expect } from "chai";
import { changeMemberStatus } from "#shared/domains/member/changeMemberStatus.js";
import { findMember, hashPassword, MemberModel } from "#shared/domains/member/index.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildSmsCode, otherCode } from "#test/factories/smsCode.js";
import { clientWith, stranger } from "#test/support/client.js";

const path = "/app-api/member/user/update";

describe("change of a member's profile", () => {
  it("changes what is sent and nothing else", async () => {
    const { client } = await buildMember({ nickname: "Old", avatar: "public/old.png", sex: 1 });
    expect(await client.post(path, { nickname: "  Lucy " })).to.include({ status: 200, code: 0, data: true });
    expect((await client.get("/app-api/member/user/get")).data).to.include({ nickname: "Lucy", sex: 1 });
    await client.post(path, { avatar: "public/new.png", sex: "3", nickname: null });
    expect((await client.get("/app-api/member/user/get")).data).to.include({
      nickname: "Lucy",
      avatar: mediaUrl("public/new.png"),
      sex: 3,
    });
    expect(await client.post(path, {})).to.include({ code: 0, data: true });
  });

  it("a nickname is as everybody reads it, and nobody passes for the shop's staff", async () => {
    const { client } = await buildMember({ nickname: "Old" });
    const nickname = async () => (await client.get("/app-api/member/user/get")).data.nickname as string;
    for (const [given, kept] of [
      ["Ｌｕｃｙ　Ｌｉ", "Lucy Li"],
      ["badminton fan", "badminton fan"],
      ["supporter 3", "supporter 3"],
      ["小明①", "小明1"],
    ] as const) {
      expect(await client.post(path, { nickname: given }), given).to.include({ code: 0, data: true });
      expect(await nickname()).to.equal(kept);
    }
    for (const [given, reason] of [
      ["ad\u200bmin", /invisible/],
      ["\u202Egnp.exe", /invisible/],
      ["\u2066Lucy", /invisible/],
      ["Lu\u0085cy", /invisible/],
      ["\ufeff\ufeff", /empty|invisible/],
      ["ﷺﷺ", /at most 30/],
      ["Admin", /reserved/],
      ["ＡＤＭＩＮ 01", /reserved/],
      ["a d m i n", /reserved/],
      ["admin_2024", /reserved/],
      ["Shop Official", /reserved/],
      ["Customer-Service", /reserved/],
      ["商城官方", /reserved/],
      ["在线客 服", /reserved/],
    ] as const) {
      const reply = await client.post(path, { nickname: given });
      expect(reply, given).to.include({ status: 400, code: 400, data: false });
      expect(reply.msg)
        .to.match(/^nickname: /)
        .and.match(reason);
    }
    const zh = await client.with({ "accept-language": "zh" }).post(path, { nickname: "官方客服" });
    expect(zh.msg).to.match(/^nickname：.*保留/);
    expect(await nickname()).to.equal("小明1");
  });

  it("a wrong field is 400 and named; strangers are 401", async () => {
    const { client } = await buildMember();
    for (const [body, field] of [
      [{ nickname: { $gt: "" } }, "nickname"],
      [{ nickname: "x".repeat(31) }, "nickname"],
      [{ nickname: " " }, "nickname"],
      [{ avatar: { $gt: "" } }, "avatar"],
      [{ avatar: "javascript:alert(1)" }, "avatar"],
      [{ sex: 0 }, "sex"],
      [{ sex: { $gt: 0 } }, "sex"],
      [{ status: 2 }, "status"],
      [{ status: { $gt: 0 } }, "status"],
    ] as const) {
      const reply = await client.post(path, body);
      expect(reply, JSON.stringify(body)).to.include({ status: 400, code: 400, data: false });
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
    expect(await stranger.post(path, {})).to.include({ status: 401, data: false });
  });
});

describe("a member who closes the account", () => {
  afterEach(() => heldClock.release());

  const password = "open sesame";

  it("keeps this session alone, which may read, open again and sign out, and nothing else", async () => {
    const { member, client, refreshToken } = await buildMember({ passwordHash: await hashPassword(password) });
    const elsewhere = clientWith((await signInMember(member._id)).accessToken);
    expect(await client.post(path, { status: 1 })).to.include({ code: 0, data: true });
    expect(await elsewhere.get("/app-api/member/user/get")).to.include({ status: 401 });

    expect((await client.get("/app-api/member/user/get")).data).to.include({ status: 1 });
    expect(await client.post(path, { nickname: "Still me" })).to.include({ code: 0 });
    for (const reply of [
      await client.post("/app-api/member/user/logoff"),
      await client.get("/app-api/member/device/list"),
      await client.post("/app-api/member/user/update-password", { password: "12345", code: "1234" }),
      await client.post("/app-api/member/address/list", { userId: member._id }),
      await client.post("/app-api/trade/cart/add", { skuId: 1, count: 1 }),
      await client.post("/app-api/trade/order/create", {}),
      await client.get("/app-api/pay/wallet/get"),
      await stranger.post("/app-api/member/auth/refresh-token", { refreshToken }),
    ])
      if (reply.status !== 404) expect(reply, reply.text).to.include({ status: 403, code: 403 });

    expect(await client.post(path, { status: 0 })).to.include({ code: 0, data: true });
    expect(await client.get("/app-api/member/device/list")).to.include({ code: 0 });
    expect(await stranger.post("/app-api/member/auth/refresh-token", { refreshToken })).to.include({ code: 0 });
  });

  it("is refused by every sign-in with its own code, until it is opened again", async () => {
    const { member, client } = await buildMember({ passwordHash: await hashPassword(password) });
    const { mobile } = member;
    await client.post(path, { status: 1 });
    const ways = async () => [
      await stranger.post("/app-api/member/auth/login", { mobile, password }),
      await stranger.post("/app-api/member/auth/dev-login", { mobile }),
    ];
    for (const reply of await ways()) expect(reply).to.include({ code: 1004003001, data: null });
    const code = await buildSmsCode(mobile!);
    const bySms = { mobile, code, loginType: 10 };
    expect(await stranger.post("/app-api/member/auth/sms-login", bySms)).to.include({ code: 1004003001 });
    await client.post(path, { status: 0 });
    for (const reply of await ways()) expect(reply).to.include({ code: 0 });
  });

  it("may sign out, which is for good until somebody else opens the account", async () => {
    const { member, client } = await buildMember();
    await client.post(path, { status: 1 });
    expect(await client.post("/app-api/member/auth/logout")).to.include({ code: 0, data: true });
    expect(await client.get("/app-api/member/user/get")).to.include({ status: 401 });
    await changeMemberStatus(member._id, 0, { by: "operator" });
    expect((await signInMember(member._id)).ownerId).to.equal(member._id);
  });

  it("closing by an operator ends every session", async () => {
    const { member, client, refreshToken } = await buildMember();
    await changeMemberStatus(member._id, 1, { by: "operator" });
    expect(await client.get("/app-api/member/user/get")).to.include({ status: 401 });
    const refresh = await stranger.post("/app-api/member/auth/refresh-token", { refreshToken });
    expect(refresh).to.include({ code: 4010 });
  });

  it("no session outlives a close that comes with ten sign-ins", async () => {
    const { member } = await buildMember();
    // All in one millisecond: then no sign-in sets anything that the one before did not set.
    heldClock.hold();
    // Not with a session of the member's own: the sign-ins may have pushed it out before it closes anything.
    const pairs = await Promise.all([
      ...Array.from({ length: 10 }, () => signInMember(member._id).catch(() => undefined)),
      changeMemberStatus(member._id, 1, { by: "operator" }).then(() => undefined),
    ]);
    for (const pair of pairs)
      if (pair) expect((await clientWith(pair.accessToken).get("/app-api/member/user/get")).status).to.equal(401);
  });
});

describe("change of the mobile", () => {
  const update = "/app-api/member/user/update-mobile";

  it("takes the mobile that a code of scene 2 was sent to; the old one is free", async () => {
    const { member, client } = await buildMember();
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile, 2, client);
    expect(await client.post(update, { mobile, code: otherCode(code) })).to.include({ code: 1002014000, data: false });
    expect(await client.post(update, { mobile, code })).to.include({ code: 0, data: true });
    expect((await client.get("/app-api/member/user/get")).data.mobile).to.equal(mobile);
    expect(await client.post(update, { mobile, code })).to.include({ code: 1002014002 });
    const old = await stranger.post("/app-api/member/auth/dev-login", { mobile: member.mobile });
    expect(old.data.userId).not.to.equal(member._id);
  });

  it("another member's mobile is refused, and neither is changed", async () => {
    const { client } = await buildMember();
    const { member: other } = await buildMember();
    // Asked for without a token: signed in, the member is refused before.
    const code = await buildSmsCode(other.mobile!, 2);
    expect(await client.post(update, { mobile: other.mobile, code })).to.include({ code: 1004003007, data: false });
    expect((await findMember(other._id))?.mobile).to.equal(other.mobile);
  });

  it("two members at once for one mobile: one has it", async () => {
    const mobile = freshMobile();
    const [one, two] = [await buildMember(), await buildMember()];
    const code = await buildSmsCode(mobile, 2);
    const replies = await Promise.all([one, two].map(({ client }) => client.post(update, { mobile, code })));
    expect(replies.filter((reply) => reply.code === 0)).to.have.length(1);
  });

  it("wrong fields are 400, strangers 401", async () => {
    const { client } = await buildMember();
    for (const [body, field] of [
      [{ mobile: { $gt: "" }, code: "1234" }, "mobile"],
      [{ mobile: freshMobile(), code: { $gt: "" } }, "code"],
      [{ mobile: freshMobile() }, "code"],
    ] as const)
      expect((await client.post(update, body)).msg).to.match(new RegExp(`^${field}`));
    expect(await stranger.post(update, {})).to.include({ status: 401 });
  });
});

describe("change of the password", () => {
  const ways = [
    { path: "/app-api/member/user/update-password", scene: 3, named: () => ({}) },
    { path: "/app-api/member/user/reset-password", scene: 4, named: (mobile: string) => ({ mobile }) },
  ];

  for (const { path: change, scene, named } of ways) {
    it(`${change} takes a code of scene ${scene}, ends the other sessions and keeps this one`, async () => {
      const { member, client } = await buildMember({ passwordHash: await hashPassword("old one") });
      const elsewhere = clientWith((await signInMember(member._id)).accessToken);
      const code = await buildSmsCode(member.mobile!, scene, client);
      const body = { ...named(member.mobile!), password: "new one", code };
      expect(await client.post(change, { ...body, code: otherCode(code) })).to.include({ code: 1002014000 });
      expect(await elsewhere.get("/app-api/member/user/get")).to.include({ code: 0 });
      expect(await client.post(change, body)).to.include({ status: 200, code: 0, data: true });
      expect(await client.get("/app-api/member/user/get")).to.include({ code: 0 });
      expect(await elsewhere.get("/app-api/member/user/get")).to.include({ status: 401 });
      const login = (password: string) =>
        stranger.post("/app-api/member/auth/login", { mobile: member.mobile, password });
      expect(await login("new one")).to.include({ code: 0 });
      expect(await login("old one")).to.include({ code: 1004003000 });
      expect(await client.post(change, body)).to.include({ code: 1002014002, data: false });
    });

    it(`${change} wants 4 to 16 characters and right types; strangers are 401`, async () => {
      const { member, client } = await buildMember();
      const good = { ...named(member.mobile!), password: "1234", code: "1234" };
      for (const [wrong, field] of [
        [{ password: "123" }, "password"],
        [{ password: "x".repeat(17) }, "password"],
        [{ password: { $gt: "" } }, "password"],
        [{ code: { $gt: "" } }, "code"],
        ...(scene === 4 ? ([[{ mobile: { $gt: "" } }, "mobile"]] as const) : []),
      ] as const) {
        const reply = await client.post(change, { ...good, ...wrong });
        expect(reply, JSON.stringify(wrong)).to.include({ status: 400, data: false });
        expect(reply.msg).to.match(new RegExp(`^${field}`));
      }
      expect(await stranger.post(change, good)).to.include({ status: 401 });
    });
  }

  it("reset-password is for the token's own mobile: a member's and nobody's look the same, and no code is used", async () => {
    const { client } = await buildMember();
    const { member: other } = await buildMember();
    const code = await buildSmsCode(other.mobile!, 4);
    for (const mobile of [other.mobile!, freshMobile()]) {
      const reply = await client.post("/app-api/member/user/reset-password", { mobile, password: "12345", code });
      expect(reply).to.include({ status: 200, code: 1004001001, data: false });
    }
    const validate = { mobile: other.mobile, scene: 4, code };
    expect(await stranger.post("/app-api/member/auth/validate-sms-code", validate)).to.include({ code: 0 });
  });

  it("a member without a mobile has no code that could fit", async () => {
    const { member, client } = await buildMember();
    await inTransaction(async () => MemberModel.updateOne({ _id: member._id }, { $unset: { mobile: 1 } }));
    const body = { password: "12345", code: "1234" };
    expect(await client.post("/app-api/member/user/update-password", body)).to.include({ code: 1002014000 });
  });
});
