import { expect } from "chai";
import { findMember, findMemberByMobile, MemberModel, type LoginLogDoc } from "#shared/domains/member/index.js";
import { LoginLogModel } from "#shared/domains/member/signIn/loginLog.model.js";
import { MemberSocialModel } from "#shared/domains/member/signIn/memberSocial.model.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildSocialPerson, freshState } from "#test/factories/socialPerson.js";
import { clientWith, stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const base = "/app-api/member/auth";
const mini = (body: object) => stranger.post(`${base}/social-mini-app-login`, body);
const social = (body: object) => stranger.post(`${base}/social-login`, body);
const lastLog = async (filter: object): Promise<LoginLogDoc | null> =>
  LoginLogModel.findOne({ kind: "LOGIN_SOCIAL", ...filter })
    .sort({ _id: -1 })
    .lean<LoginLogDoc>();

describe("sign-in by the mini-program", () => {
  before(startService);

  it("makes a member without a mobile, knows them the next time, and is logged", async () => {
    const person = await buildSocialPerson();
    const first = await mini({ loginCode: await person.code("login"), state: "default" });
    expect(first).to.include({ status: 200, code: 0, msg: "" });
    expect(first.data).to.have.all.keys("userId", "accessToken", "refreshToken", "expiresTime", "openid");
    expect(first.data.openid).to.equal(person.openid);
    const user = await clientWith(first.data.accessToken).get("/app-api/member/user/get");
    expect(user.data).to.include({ id: first.data.userId, mobile: null, status: 0 });
    const again = await mini({ loginCode: await person.code("login") });
    expect(again.data.userId).to.equal(first.data.userId);
    expect(
      await LoginLogModel.countDocuments({ ownerId: first.data.userId, kind: "LOGIN_SOCIAL", result: 0 }),
    ).to.equal(2);
  });

  it("two at once for a new account make one member", async () => {
    const person = await buildSocialPerson();
    const codes = await Promise.all([1, 2, 3, 4].map(() => person.code("login")));
    const replies = await Promise.all(codes.map((loginCode) => mini({ loginCode })));
    expect(replies.map((reply) => reply.code)).to.deep.equal([0, 0, 0, 0]);
    expect(new Set(replies.map((reply) => reply.data.userId)).size).to.equal(1);
    expect(await MemberSocialModel.countDocuments({ openid: person.openid })).to.equal(1);
  });

  it("a code works once, by two at once too", async () => {
    const person = await buildSocialPerson();
    const loginCode = await person.code("login");
    const replies = await Promise.all([mini({ loginCode }), mini({ loginCode })]);
    expect(replies.map((reply) => reply.code).toSorted((a, b) => a - b)).to.deep.equal([0, 1004003005]);
    expect(await mini({ loginCode })).to.include({ code: 1004003005, data: null });
    expect(await lastLog({ result: 10 })).to.include({ ownerId: null, ip: "127.0.0.1" });
    expect(await mini({ loginCode: "made-up" })).to.include({ code: 1004003005 });
    expect(await mini({ loginCode: await person.code("login"), state: "forged" })).to.include({ code: 1004003005 });
  });

  it("a phone that nobody has becomes the member's: of a new one, of one without, and of one with another", async () => {
    const person = await buildSocialPerson();
    const withPhone = async () =>
      mini({ loginCode: await person.code("login"), phoneCode: await person.code("phone") });
    const plain = await mini({ loginCode: await person.code("login") });
    const bound = await withPhone();
    expect(bound).to.include({ code: 0 });
    expect(bound.data.userId).to.equal(plain.data.userId);
    expect((await findMember(plain.data.userId))?.mobile).to.equal(person.mobile);
    expect((await withPhone()).data.userId).to.equal(plain.data.userId);

    const newcomer = await buildSocialPerson();
    const fresh = await mini({ loginCode: await newcomer.code("login"), phoneCode: await newcomer.code("phone") });
    expect((await findMemberByMobile(newcomer.mobile))?._id).to.equal(fresh.data.userId);

    await inTransaction(async () =>
      MemberModel.updateOne({ _id: fresh.data.userId }, { $set: { mobile: freshMobile() } }),
    );
    await mini({ loginCode: await newcomer.code("login"), phoneCode: await newcomer.code("phone") });
    expect((await findMember(fresh.data.userId))?.mobile).to.equal(newcomer.mobile);
  });

  it("a phone of another member signs that member in and moves the account there, when its own has no mobile", async () => {
    const { member } = await buildMember();
    const person = await buildSocialPerson({ mobile: member.mobile! });
    const own = await mini({ loginCode: await person.code("login") });
    expect(own.data.userId).not.to.equal(member._id);
    const moved = await mini({ loginCode: await person.code("login"), phoneCode: await person.code("phone") });
    expect(moved.data).to.include({ userId: member._id, openid: person.openid });
    expect((await mini({ loginCode: await person.code("login") })).data.userId).to.equal(member._id);
    expect(await MemberSocialModel.countDocuments({ memberId: own.data.userId })).to.equal(0);
  });

  it("but not when its own member has a mobile: 1004003007, and nothing is changed", async () => {
    const { member } = await buildMember();
    const person = await buildSocialPerson();
    const own = await mini({ loginCode: await person.code("login"), phoneCode: await person.code("phone") });
    await inTransaction(async () =>
      MemberModel.updateOne({ _id: own.data.userId }, { $set: { mobile: freshMobile() } }),
    );
    await inTransaction(async () => MemberModel.updateOne({ _id: member._id }, { $set: { mobile: person.mobile } }));
    const reply = await mini({ loginCode: await person.code("login"), phoneCode: await person.code("phone") });
    expect(reply).to.include({ status: 200, code: 1004003007, data: null });
    expect((await mini({ loginCode: await person.code("login") })).data.userId).to.equal(own.data.userId);
    expect(await lastLog({ ownerId: own.data.userId, result: 0 })).not.to.equal(null);
  });

  it("an account that comes with a member's phone replaces the one that was bound there", async () => {
    const { member } = await buildMember();
    const [one, two] = [
      await buildSocialPerson({ mobile: member.mobile! }),
      await buildSocialPerson({ mobile: member.mobile! }),
    ];
    for (const person of [one, two]) {
      const reply = await mini({ loginCode: await person.code("login"), phoneCode: await person.code("phone") });
      expect(reply.data.userId).to.equal(member._id);
    }
    expect((await mini({ loginCode: await two.code("login") })).data.userId).to.equal(member._id);
    expect((await mini({ loginCode: await one.code("login") })).data.userId).not.to.equal(member._id);
  });

  it("a wrong phone code is refused, and signs nobody in", async () => {
    const person = await buildSocialPerson();
    const reply = await mini({ loginCode: await person.code("login"), phoneCode: "made-up" });
    expect(reply).to.include({ status: 200, code: 1002018200, data: null });
    expect(await MemberSocialModel.countDocuments({ openid: person.openid })).to.equal(0);
  });

  it("a closed account is refused, whichever way its member is found, and nothing moves", async () => {
    const { member } = await buildMember({ status: 1 });
    const person = await buildSocialPerson({ mobile: member.mobile! });
    const withPhone = await mini({ loginCode: await person.code("login"), phoneCode: await person.code("phone") });
    expect(withPhone).to.include({ status: 200, code: 1004003001, data: null });
    expect(await lastLog({ ownerId: member._id })).to.include({ result: 20, username: member.mobile });
    expect(await MemberSocialModel.countDocuments({ openid: person.openid })).to.equal(0);

    const own = await mini({ loginCode: await person.code("login") });
    await MemberModel.updateOne({ _id: own.data.userId }, { $set: { status: 1 } });
    expect(await mini({ loginCode: await person.code("login") })).to.include({ code: 1004003001 });
  });

  it("a wrong field is 400 and named", async () => {
    for (const [body, field] of [
      [{}, "loginCode"],
      [{ loginCode: { $gt: "" } }, "loginCode"],
      [{ loginCode: "" }, "loginCode"],
      [{ loginCode: "c", phoneCode: { $gt: "" } }, "phoneCode"],
      [{ loginCode: "c", state: { $gt: "" } }, "state"],
    ] as const) {
      const reply = await mini(body);
      expect(reply, JSON.stringify(body)).to.include({ status: 400, code: 400, data: null });
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
  });
});

describe("sign-in by a social authorization", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("makes a member with the name and the picture shown there, and knows them the next time", async () => {
    const person = await buildSocialPerson({ nickname: "小明", avatar: "https://img.example/ming.png" });
    const first = await social({ type: 31, code: await person.code("authorize"), state: await freshState() });
    expect(first).to.include({ status: 200, code: 0 });
    expect(first.data.openid).to.equal(person.openid);
    const user = await clientWith(first.data.accessToken).get("/app-api/member/user/get");
    expect(user.data).to.include({ nickname: "小明", avatar: "https://img.example/ming.png", mobile: null });
    const again = await social({ type: "31", code: await person.code("authorize"), state: await freshState() });
    expect(again.data.userId).to.equal(first.data.userId);
    expect(await lastLog({ ownerId: first.data.userId })).to.include({ result: 0 });
  });

  it("a person who came through another application of ours is the same member", async () => {
    const person = await buildSocialPerson();
    const byMini = await mini({ loginCode: await person.code("login") });
    const byPage = await social({ type: 32, code: await person.code("authorize"), state: await freshState(32) });
    expect(byPage.data.userId).to.equal(byMini.data.userId);
    const types = await MemberSocialModel.find({ memberId: byMini.data.userId }).lean();
    expect(types.map(({ type }) => type).toSorted((a, b) => a - b)).to.deep.equal([32, 34]);
  });

  it("a state is good once, and one that was not issued never; a mini-program's is `default`", async () => {
    const person = await buildSocialPerson();
    const state = await freshState();
    expect(await social({ type: 31, code: await person.code("authorize"), state })).to.include({ code: 0 });
    for (const bad of [state, "made-up", "default", undefined]) {
      const reply = await social({ type: 31, code: await person.code("authorize"), state: bad });
      expect(reply, String(bad)).to.include({ status: 200, code: 1004003005, data: null });
    }
    const byMini = await social({ type: 34, code: await person.code("login"), state: "default" });
    expect(byMini).to.include({ code: 0 });
  });

  it("a state is good for the type that it was issued for; an app, which has no page of its own, takes either", async () => {
    const person = await buildSocialPerson();
    const code = await person.code("authorize");
    const [forPage, forQr] = [await freshState(31), await freshState(32)];
    expect(await social({ type: 31, code, state: forQr })).to.include({ code: 1004003005 });
    expect(await social({ type: 32, code, state: forPage })).to.include({ code: 1004003005 });
    expect(await social({ type: 34, code: await person.code("login"), state: forPage })).to.include({
      code: 1004003005,
    });
    expect(await social({ type: 31, code, state: forPage })).to.include({ code: 0 });
    expect(await social({ type: 32, code: await person.code("authorize"), state: forQr })).to.include({ code: 0 });
    for (const type of [31, 32] as const) {
      const body = { type: 30, code: await person.code("authorize"), state: await freshState(type) };
      expect(await social(body)).to.include({ code: 0 });
      expect(await social({ ...body, code: await person.code("authorize") })).to.include({ code: 1004003005 });
    }
  });

  it("two at once with one state and one code: one is signed in", async () => {
    const person = await buildSocialPerson();
    const body = { type: 31, code: await person.code("authorize"), state: await freshState() };
    const replies = await Promise.all([social(body), social(body), social(body)]);
    expect(replies.filter((reply) => reply.code === 0)).to.have.length(1);
    expect(replies.filter((reply) => reply.code === 1004003005)).to.have.length(2);
    expect(await MemberSocialModel.countDocuments({ openid: person.openid })).to.equal(1);
  });

  it("two at once with one state and two codes: one is signed in", async () => {
    const person = await buildSocialPerson();
    const state = await freshState();
    const codes = [await person.code("authorize"), await person.code("authorize")];
    const replies = await Promise.all(codes.map((code) => social({ type: 31, code, state })));
    expect(replies.filter((reply) => reply.code === 0)).to.have.length(1);
  });

  it("a state is forgotten after ten minutes", async () => {
    heldClock.hold();
    const person = await buildSocialPerson();
    const state = await freshState();
    heldClock.advance(minutes(10) + 1);
    const reply = await social({ type: 31, code: await person.code("authorize"), state });
    expect(reply).to.include({ code: 1004003005 });
  });

  it("the page to agree on belongs to the provider and returns to addresses of the list alone", async () => {
    const path = `${base}/social-auth-redirect`;
    const stranger400 = await stranger.get(`${path}?type=31&redirectUri=https%3A%2F%2Fevil.example%2Fx`);
    expect(stranger400).to.include({ status: 400, code: 400, data: null });
    expect(stranger400.msg).to.match(/^redirectUri/);
    for (const [query, field] of [
      ["type=31", "redirectUri"],
      ["redirectUri=http%3A%2F%2F127.0.0.1%3A8080%2F", "type"],
      ["type=99&redirectUri=http%3A%2F%2F127.0.0.1%3A8080%2F", "type"],
    ])
      expect((await stranger.get(`${path}?${query}`)).msg).to.match(new RegExp(`^${field}`));
  });

  it("a wrong field is 400 and named", async () => {
    for (const [body, field] of [
      [{ code: "c", state: "s" }, "type"],
      [{ type: 33, code: "c", state: "s" }, "type"],
      [{ type: { $gt: 0 }, code: "c", state: "s" }, "type"],
      [{ type: 31, code: { $gt: "" }, state: "s" }, "code"],
      [{ type: 31, code: "c", state: { $gt: "" } }, "state"],
    ] as const) {
      const reply = await social(body);
      expect(reply, JSON.stringify(body)).to.include({ status: 400, code: 400, data: null });
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
  });
});

describe("what a mini-program and a page may ask without signing in", () => {
  before(startService);

  it("get-social-openid returns whom a login code stands for, and makes nobody a member", async () => {
    const person = await buildSocialPerson();
    const reply = await stranger.post(`${base}/get-social-openid`, { loginCode: await person.code("login") });
    expect(reply).to.include({ status: 200, code: 0 });
    expect(reply.data).to.deep.equal({ openid: person.openid, unionid: person.unionid });
    expect(await MemberSocialModel.countDocuments({ openid: person.openid })).to.equal(0);
    const unknown = await stranger.post(`${base}/get-social-openid`, { loginCode: "made-up" });
    expect(unknown).to.include({ status: 200, code: 1004003005, data: null });
    for (const loginCode of [undefined, { $gt: "" }]) {
      const wrong = await stranger.post(`${base}/get-social-openid`, { loginCode });
      expect(wrong).to.include({ status: 400 });
      expect(wrong.msg).to.match(/^loginCode/);
    }
  });

  it("create-social-jsapi-signature signs a page, whatever its fragment", async () => {
    const path = `${base}/create-social-jsapi-signature`;
    const url = encodeURIComponent("https://shop.example/cart?id=1#top");
    const reply = await stranger.post(`${path}?url=${url}`);
    expect(reply).to.include({ status: 200, code: 0 });
    expect(reply.data).to.have.all.keys("appId", "timestamp", "nonceStr", "signature");
    expect(reply.data.signature).to.match(/^[0-9a-f]{40}$/);
    expect(reply.data.timestamp).to.be.closeTo(Date.now() / 1_000, 10);
    for (const query of ["", "?url=", "?url=javascript%3Aalert(1)", "?url=a&url=b"]) {
      const wrong = await stranger.post(path + query);
      expect(wrong, query).to.include({ status: 400, data: null });
      expect(wrong.msg).to.match(/^url/);
    }
  });
});
