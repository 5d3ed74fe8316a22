import { inspect } from "node:util";
import { expect } from "chai";
import sinon from "sinon";
import { LoginLogModel } from "#shared/domains/member/signIn/loginLog.model.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { MemberSocialModel } from "#shared/domains/member/signIn/memberSocial.model.js";
import { expireQrSignInsJob } from "#shared/domains/member/qrSignIn/qrSignIn.jobs.js";
import { QrSignInModel } from "#shared/domains/member/qrSignIn/qrSignIn.model.js";
import { heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { openSealed } from "#shared/kernel/security/sealed.js";
import { SessionModel } from "#shared/kernel/security/sessions.js";
import { buildSocialPerson, failSocial, freshState, healSocial } from "#test/factories/socialPerson.js";
import { clientWith, stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { callback, play, poll, redirectUri, showCode } from "./support.js";

const none = { accessToken: null, refreshToken: null, expiresIn: null, redirectUri: null };

describe("QR sign-in", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("0, scanned 1, confirmed 2 with tokens that work", async () => {
    const person = await buildSocialPerson({ nickname: "扫码的人" });
    const code = await showCode();
    expect(code.qrcodeUrl).to.equal(`${config.PUBLIC_URL}/app-api/website/auth/scan?state=${code.state}`);
    expect(Buffer.from(code.sessionId, "base64url")).to.have.length(32);
    expect(await poll(code.sessionId)).to.deep.equal({ status: 0, ...none });
    const scanned = await play(code, "scan");
    expect(scanned.scan.status).to.equal(302);
    expect(scanned.authorizeUrl).to.contain("/connect/oauth2/authorize");
    expect(await poll(code.sessionId)).to.deep.equal({ status: 1, ...none });
    const { deliveries } = await play(code, "confirm", { openid: person.openid });
    expect(deliveries).to.have.length(1);
    expect(deliveries![0]).to.include({ status: 200, title: "登录成功" });
    const done = await poll(code.sessionId);
    expect(done.status).to.equal(2);
    expect(done.expiresIn).to.be.within(86_000, 86_400);
    const user = await clientWith(done.accessToken!).get("/app-api/member/user/get");
    expect(user.data.nickname).to.equal("扫码的人");
    const refreshed = await stranger.post("/app-api/member/auth/refresh-token", { refreshToken: done.refreshToken });
    expect(refreshed.code).to.equal(0);
  });

  it("the session is the browser's, not the phone's; the login log records it", async () => {
    const person = await buildSocialPerson();
    const code = await showCode(stranger.with({ "user-agent": "Mozilla/5.0 (Macintosh) Firefox/140" }));
    await play(code, "confirm", { openid: person.openid });
    const { accessToken } = await poll(code.sessionId);
    const { data: devices } = await clientWith(accessToken!).get("/app-api/member/device/list");
    expect(devices).to.have.length(1);
    expect(devices[0]).to.include({ deviceName: "Mac Firefox", terminal: 20, current: true });
    const bound = await MemberSocialModel.findOne({ openid: person.openid }).lean();
    expect(bound?.type).to.equal(31);
    const log = await LoginLogModel.find({ ownerId: bound!.memberId }).lean();
    expect(log.map(({ kind, result }) => [kind, result])).to.deep.equal([["LOGIN_SOCIAL", 0]]);
  });

  it("a phone's plain browser is led to the website's page, and comes back as type 32", async () => {
    const person = await buildSocialPerson();
    const code = await showCode();
    const scan = await stranger.get(`/app-api/website/auth/scan?state=${code.state}`);
    expect(scan.status).to.equal(302);
    const page = new URL(scan.headers.get("location")!);
    expect(page.pathname).to.match(/\/connect\/qrconnect$/);
    expect(page.searchParams.get("state")).to.equal(code.state);
    const back = await callback(
      { state: code.state, code: await person.code("authorize") },
      { "accept-language": "en" },
    );
    expect(back.status).to.equal(200);
    expect(back.text).to.contain("You are signed in");
    expect((await poll(code.sessionId)).status).to.equal(2);
    expect(await MemberSocialModel.exists({ openid: person.openid, type: 32 })).not.to.equal(null);
  });

  it("a callback whose phone was not seen to scan counts as both", async () => {
    const person = await buildSocialPerson();
    const code = await showCode();
    expect((await callback({ state: code.state, code: await person.code("authorize") })).status).to.equal(200);
    expect((await poll(code.sessionId)).status).to.equal(2);
  });

  it("the same tokens for 60 s, then 3", async () => {
    const person = await buildSocialPerson();
    const code = await showCode();
    heldClock.hold();
    await play(code, "confirm", { openid: person.openid });
    const first = await poll(code.sessionId);
    heldClock.advance(seconds(60) - 1);
    const last = await poll(code.sessionId);
    expect(last).to.include({ status: 2, accessToken: first.accessToken, refreshToken: first.refreshToken });
    heldClock.advance(1);
    expect(await poll(code.sessionId)).to.deep.equal({ status: 3, ...none });
    expect((await clientWith(first.accessToken!).get("/app-api/member/user/get")).code).to.equal(0);
  });

  it("expires after five minutes, on the screen and for the phone", async () => {
    const person = await buildSocialPerson();
    const code = await showCode();
    heldClock.hold();
    heldClock.advance(minutes(5));
    expect(await poll(code.sessionId)).to.deep.equal({ status: 3, ...none });
    const { scan } = await play(code, "scan");
    expect(scan).to.include({ status: 410, title: "二维码已失效" });
    const back = await callback({ state: code.state, code: await person.code("authorize") });
    expect(back.status).to.equal(410);
    expect(await MemberSocialModel.exists({ openid: person.openid })).to.equal(null);
  });

  it("by schedule as well: waiting ones end; run twice it changes nothing more", async () => {
    const waiting = await showCode();
    const scanned = await showCode();
    await play(scanned, "scan");
    heldClock.hold();
    heldClock.advance(minutes(5));
    const fresh = await showCode();
    for (let run = 0; run < 2; run++) {
      await enqueue(expireQrSignInsJob, {});
      await runJobs();
    }
    expect(await QrSignInModel.countDocuments({ status: { $in: [0, 1] }, expiresAt: { $lte: new Date() } })).to.equal(
      0,
    );
    for (const { sessionId } of [waiting, scanned]) expect((await poll(sessionId)).status).to.equal(3);
    expect((await poll(fresh.sessionId)).status).to.equal(0);
  });

  it("tokens that no browser came for leave no session behind; those that were fetched stay", async () => {
    heldClock.hold();
    const left = await buildSocialPerson();
    const came = await buildSocialPerson();
    const codes = [await showCode(), await showCode()] as const;
    await play(codes[0], "confirm", { openid: left.openid });
    await play(codes[1], "confirm", { openid: came.openid });
    const { accessToken } = await poll(codes[1].sessionId);
    heldClock.advance(minutes(2));
    await enqueue(expireQrSignInsJob, {});
    await runJobs();
    const owner = (await MemberSocialModel.findOne({ openid: left.openid }).lean())!.memberId;
    const sessions = await SessionModel.find({ ownerId: owner, audience: "member" }).lean();
    expect(sessions.map(({ endedBy }) => endedBy)).to.deep.equal(["QR sign-in not collected"]);
    expect((await clientWith(accessToken!).get("/app-api/member/user/get")).code).to.equal(0);
    expect(
      await QrSignInModel.countDocuments({ status: 2, expiresAt: { $lte: new Date(Date.now() + minutes(2)) } }),
    ).to.equal(0);
  });

  it("cancelled on the phone: 3, and a late confirmation is refused", async () => {
    const person = await buildSocialPerson();
    const code = await showCode();
    await play(code, "scan");
    const { deliveries } = await play(code, "cancel", { openid: person.openid });
    expect(deliveries![0]).to.include({ status: 200, title: "已取消登录" });
    expect(await poll(code.sessionId)).to.deep.equal({ status: 3, ...none });
    const { deliveries: late } = await play(code, "confirm", { openid: person.openid });
    expect(late![0]).to.include({ status: 410 });
  });

  it("a confirmed one cannot be cancelled any more", async () => {
    const code = await showCode();
    await play(code, "confirm");
    await callback({ state: code.state });
    expect((await poll(code.sessionId)).status).to.equal(2);
  });

  it("an unknown session id is 3; a state polls nothing", async () => {
    const code = await showCode();
    for (const sessionId of ["unknown", "0".repeat(43), code.state])
      expect(await poll(sessionId)).to.deep.equal({ status: 3, ...none });
    const back = await callback({ state: "f".repeat(64), code: "some" });
    expect(back.status).to.equal(410);
    expect(back.headers.get("content-type")).to.contain("text/html");
  });

  it("a state of another sign-in is none here, nor the other way round", async () => {
    const person = await buildSocialPerson();
    expect((await callback({ state: await freshState(32), code: await person.code("authorize") })).status).to.equal(
      410,
    );
    const { state } = await showCode();
    const login = await stranger.post("/app-api/member/auth/social-login", {
      type: 32,
      code: await person.code("authorize"),
      state,
    });
    expect(login.code).to.equal(1004003005);
  });

  it("a wrong code is reported, and the code on the screen is good for another try", async () => {
    const person = await buildSocialPerson();
    const code = await showCode();
    const wrong = await callback({ state: code.state, code: "wrong" }, { "accept-language": "en" });
    expect(wrong.status).to.equal(400);
    expect(wrong.text).to.contain("Sign-in did not work").and.contain("could not be recognised");
    expect((await poll(code.sessionId)).status).to.equal(1);
    await callback({ state: code.state, code: await person.code("authorize") });
    expect((await poll(code.sessionId)).status).to.equal(2);
  });

  it("a closed account is not signed in", async () => {
    const person = await buildSocialPerson();
    await play(await showCode(), "confirm", { openid: person.openid });
    const { memberId } = (await MemberSocialModel.findOne({ openid: person.openid }).lean())!;
    await MemberModel.updateOne({ _id: memberId }, { $set: { status: 1 } });
    const code = await showCode();
    const { deliveries } = await play(code, "confirm", { openid: person.openid });
    expect(deliveries![0]!.status).to.equal(400);
    expect((await poll(code.sessionId)).status).to.equal(1);
  });

  it("while the provider is down the page says so; afterwards another try gets through", async () => {
    const person = await buildSocialPerson();
    const code = await showCode();
    await failSocial({ mode: "error", count: 10 });
    const failed = await callback({ state: code.state, code: await person.code("authorize") });
    expect(failed.status).to.equal(400);
    await healSocial();
    await callback({ state: code.state, code: await person.code("authorize") });
    expect((await poll(code.sessionId)).status).to.equal(2);
  });

  it("redirectUri must be one of ours (rules: Sign-in), and is needed", async () => {
    const path = "/app-api/website/auth/qrcode";
    const wrong = [
      "",
      "?redirectUri=",
      `?redirectUri=${encodeURIComponent("https://stranger.example/x")}`,
      `?redirectUri=${encodeURIComponent(`${redirectUri()}@stranger.example`.replace("://", "://a:b@"))}`,
      "?redirectUri[$gt]=",
      "?redirectUri=javascript:alert(1)",
    ];
    for (const query of wrong) {
      const reply = await stranger.get(path + query);
      expect(reply.status, query).to.equal(400);
      expect(reply.msg).to.match(/^redirectUri:/);
    }
  });

  it("the page goes on where it asked to, once it is confirmed", async () => {
    const someone = await buildSocialPerson();
    const code = await showCode();
    expect((await poll(code.sessionId)).redirectUri).to.equal(null);
    await play(code, "confirm", { openid: someone.openid });
    expect(await poll(code.sessionId)).to.include({ status: 2, redirectUri: redirectUri() });
  });

  it("a phone that comes back without a proper state sees a page that says so", async () => {
    for (const query of ["", "?code=1", "?state=a&state=b", `?state=${"x".repeat(200)}`, "?state[$gt]="]) {
      for (const path of ["callback", "scan"]) {
        const reply = await stranger.get(`/app-api/website/auth/${path}${query}`);
        expect(reply.status, path + query).to.equal(400);
        expect(reply.headers.get("content-type")).to.match(/^text\/html/);
        expect(reply.text).to.contain("Sign-in did not work").and.not.contain("<script");
      }
    }
  });

  it("missing or doubled parameters are 400", async () => {
    for (const path of ["check", "check?sessionId=a&sessionId=b", "scan", "callback", "callback?code=1"])
      expect((await stranger.get(`/app-api/website/auth/${path}`)).status, path).to.equal(400);
  });

  it("neither secret, nor a token, comes into a log", async () => {
    const lines: unknown[] = [];
    const spies = (["info", "warn", "error", "debug"] as const).map((level) =>
      sinon.stub(log, level).callsFake((...told: unknown[]) => void lines.push(told)),
    );
    try {
      const code = await showCode();
      await play(code, "scan");
      await callback({ state: code.state, code: "wrong" });
      await play(code, "confirm");
      const { accessToken, refreshToken } = await poll(code.sessionId);
      expect(lines.length).to.be.greaterThan(5);
      const told = inspect(lines, { depth: 8, maxStringLength: null });
      for (const secret of [code.sessionId, code.state, accessToken!, refreshToken!])
        expect(told).not.to.contain(secret);
    } finally {
      for (const spy of spies) spy.restore();
    }
  });

  it("neither secret is stored: hashes alone, and the token pair is sealed", async () => {
    const code = await showCode();
    await play(code, "confirm");
    const row = await QrSignInModel.findOne().sort({ _id: -1 }).lean();
    const { accessToken, refreshToken } = await poll(code.sessionId);
    const stored = JSON.stringify(row);
    for (const secret of [code.sessionId, code.state, accessToken, refreshToken]) expect(stored).not.to.contain(secret);
    expect(await openSealed(row!.sealedId!)).to.include({ accessToken });
  });
});
