import { expect } from "chai";
import { findOperator } from "#shared/domains/operator/index.js";
import { invalidatePermissions } from "#shared/domains/operator/role/permissions.js";
import { fromBase32, totpAt } from "#shared/domains/operator/secondFactor/totp.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { clock, days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { SessionModel } from "#shared/kernel/security/sessions.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const auth = (verb: string): string => `/admin-api/system/auth/${verb}`;
const profile = (verb: string): string => `/admin-api/system/user/profile/${verb}`;
const info = auth("get-permission-info");
const password = "operate 123";
const fromOwnPage = stranger.with({ "sec-fetch-site": "same-origin" });
const build = async (permissions = ["system:role:query"]) =>
  buildOperator(permissions, { passwordHash: await hashPassword(password) });

interface AtConsole {
  cookie: string;
  setCookie: string;
  operatorId: number;
  /** Calls as a page of the console. */
  page: Client;
}
async function signedIn(permissions?: string[]): Promise<AtConsole> {
  const { operator } = await build(permissions);
  const reply = await fromOwnPage.post(auth("browser-login"), { username: operator.username, password });
  expect(reply, reply.msg).to.include({ status: 200, code: 0 });
  expect(reply.data).to.have.all.keys("userId", "expiresTime");
  const setCookie = reply.headers.get("set-cookie")!;
  const cookie = setCookie.split(";")[0]!;
  return { cookie, setCookie, operatorId: operator._id, page: fromOwnPage.with({ cookie }) };
}

describe("an operator's sign-in at the console", () => {
  before(startService);
  afterEach(() => heldClock.release());
  afterEach(() => void Object.assign(config, { OPERATOR_2FA: "optional" }));

  it("is a cookie alone, which the calls of the console's own pages carry", async () => {
    const { setCookie, page, operatorId } = await signedIn();
    expect(setCookie).to.match(/^shop_operator=[^;]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/);
    expect((await page.get(info)).data.user.id).to.equal(operatorId);
    expect(await page.put(profile("update"), { nickname: "Lin" })).to.include({ code: 0, data: true });
    expect(await page.get("/admin-api/system/user/page")).to.include({ status: 403 });
    expect((await page.get(profile("session/list"))).data).to.have.length(2);
  });

  it("has the __Host- prefix and Secure where the shop is reached by https", async () => {
    const { PUBLIC_URL } = config;
    const { operator } = await build();
    Object.assign(config, { PUBLIC_URL: PUBLIC_URL.replace("http:", "https:") });
    try {
      const reply = await fromOwnPage.post(auth("browser-login"), { username: operator.username, password });
      expect(reply.headers.get("set-cookie")).to.match(/^__Host-shop_operator=.*; Path=\/; .*SameSite=Strict; Secure$/);
    } finally {
      Object.assign(config, { PUBLIC_URL });
    }
  });

  it("acts for no page of another origin, be it one that may call with cookies", async () => {
    const { cookie } = await signedIn();
    const { CORS_ORIGINS } = config;
    const origin = "https://m.shop.example";
    Object.assign(config, { CORS_ORIGINS: [origin] });
    try {
      for (const headers of [
        { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
        { "sec-fetch-site": "same-site", origin },
        { origin },
        { origin: "null" },
      ]) {
        const foreign = stranger.with({ cookie, ...headers });
        expect(await foreign.put(profile("update"), { nickname: "x" }), JSON.stringify(headers)).to.include({
          status: 403,
          data: false,
        });
        expect(await foreign.get(info), JSON.stringify(headers)).to.include({ status: 403, data: null });
      }
    } finally {
      Object.assign(config, { CORS_ORIGINS });
    }
    const mute = stranger.with({ cookie });
    expect(await mute.put(profile("update"), { nickname: "x" }), "without a word on where it comes from").to.include({
      status: 403,
    });
    const typed = stranger.with({ cookie, "sec-fetch-site": "none" });
    expect(await typed.get(info)).to.include({ status: 200 });
    expect(await typed.put(profile("update"), { nickname: "x" })).to.include({ status: 403 });
  });

  it("is begun on a page of our own alone", async () => {
    const { operator } = await build();
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}]) {
      const reply = await stranger.with(headers).post(auth("browser-login"), { username: operator.username, password });
      expect(reply).to.include({ status: 403 });
      expect(reply.headers.get("set-cookie")).to.equal(null);
    }
    const wrong = await fromOwnPage.post(auth("browser-login"), { username: operator.username, password: "wrong" });
    expect(wrong).to.include({ status: 200, code: 1002000000 });
    expect(wrong.headers.get("set-cookie")).to.equal(null);
  });

  it("is no bearer token, and no bearer token or member's is a cookie", async () => {
    const { cookie } = await signedIn();
    const value = cookie.split("=")[1]!;
    expect(await clientWith(value).get(info)).to.include({ status: 401 });
    for (const token of [(await build()).token, (await buildMember()).token])
      expect(await fromOwnPage.with({ cookie: `shop_operator=${token}` }).get(info)).to.include({ status: 401 });
    expect(await fromOwnPage.with({ cookie }).get("/app-api/member/user/get")).to.include({ status: 401 });
  });

  it("ends with its session: signing out takes the cookie back", async () => {
    const { page, operatorId } = await signedIn();
    const reply = await page.post(auth("logout"));
    expect(reply).to.include({ code: 0, data: true });
    expect(reply.headers.get("set-cookie")).to.match(/^shop_operator=; Path=\/; Max-Age=0/);
    expect(await page.get(info)).to.include({ status: 401 });
    expect(await SessionModel.countDocuments({ ownerId: operatorId, endedBy: "sign-out" })).to.equal(1);
  });
});

describe("an operator's session", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("ends after twelve hours without use, by cookie, access token and refresh token alike", async () => {
    heldClock.hold();
    const { page, operatorId } = await signedIn();
    const { client, refreshToken } = await build();
    for (const one of [page, client]) expect(await one.get(info)).to.include({ status: 200 });
    heldClock.advance(hours(11.9));
    for (const one of [page, client]) expect(await one.get(info), "used in time").to.include({ status: 200 });
    heldClock.advance(hours(11.9));
    expect(await page.get(info), "each use begins anew").to.include({ status: 200 });
    heldClock.advance(hours(12));
    for (const one of [page, client]) expect(await one.get(info)).to.include({ status: 401 });
    expect(await stranger.post(auth("refresh-token"), { refreshToken })).to.include({ code: 4010 });
    expect(await SessionModel.countDocuments({ ownerId: operatorId, endedBy: "ran out" })).to.equal(1);
  });

  it("ends seven days after its sign-in, however busy it is", async () => {
    heldClock.hold();
    const { page } = await signedIn();
    let { refreshToken } = await build();
    for (let tenHours = 0; tenHours < 16; tenHours++) {
      heldClock.advance(hours(10));
      expect(await page.get(info)).to.include({ status: 200 });
      const renewed = await stranger.post(auth("refresh-token"), { refreshToken });
      expect(renewed).to.include({ code: 0 });
      expect(renewed.data.expiresTime, "no longer than the session").to.be.at.most(clock.ms() + days(1));
      ({ refreshToken } = renewed.data);
    }
    heldClock.advance(hours(7.9));
    expect(await page.get(info)).to.include({ status: 200 });
    const last = await stranger.post(auth("refresh-token"), { refreshToken });
    expect(last.data.expiresTime).to.be.at.most(clock.ms() + minutes(10));
    heldClock.advance(hours(0.2));
    expect(await page.get(info)).to.include({ status: 401 });
    expect(await stranger.post(auth("refresh-token"), { refreshToken: last.data.refreshToken })).to.include({
      code: 4010,
    });
  });

  it("of a member does not end so", async () => {
    const { refreshToken } = await buildMember();
    heldClock.hold();
    heldClock.advance(days(30));
    expect(await stranger.post("/app-api/member/auth/refresh-token", { refreshToken })).to.include({ code: 0 });
  });
});

describe("a second factor that is required", () => {
  before(startService);
  beforeEach(() => {
    Object.assign(config, { OPERATOR_2FA: "required" });
    invalidatePermissions();
  });
  afterEach(() => {
    Object.assign(config, { OPERATOR_2FA: "optional" });
    invalidatePermissions();
  });

  it("is all that an operator without one may set up, by token and by cookie", async () => {
    const { client } = await build();
    const { page } = await signedIn();
    const due = { status: 403, code: 1002000012 };
    for (const one of [client, page]) {
      expect(await one.get("/admin-api/system/role/list")).to.include(due);
      expect(await one.put(profile("update"), { nickname: "x" })).to.include({ ...due, data: false });
      const { data } = await one.get(info);
      expect(data).to.deep.include({ mustSetUpSecondFactor: true, permissions: [] });
      const begun = await one.post(profile("totp/begin"), { password });
      expect(begun, begun.msg).to.include({ code: 0 });
      const code = totpAt(fromBase32(begun.data.secret), Math.floor(clock.ms() / 30_000));
      expect(await one.put(profile("totp/confirm"), { code })).to.include({ code: 0 });
      expect(await one.get("/admin-api/system/role/list")).to.include({ code: 0 });
      expect((await one.get(info)).data.mustSetUpSecondFactor).to.equal(false);
    }
  });

  it("is begun with the password alone: a sign-in that was found does not lock its owner out", async () => {
    const { client, operator } = await build();
    expect((await client.post(profile("totp/begin"))).msg).to.match(/^password/);
    for (let tries = 0; tries < 5; tries++)
      expect(await client.post(profile("totp/begin"), { password: "wrong" })).to.include({ code: 1002003005 });
    expect(await client.post(profile("totp/begin"), { password })).to.include({ code: 1002000010 });
    expect((await findOperator(operator._id))!.totpPending).to.equal(null);
  });
});
