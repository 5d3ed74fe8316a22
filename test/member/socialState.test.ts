import { expect } from "chai";
import { hashPassword } from "#shared/domains/member/index.js";
import { MemberSocialModel } from "#shared/domains/member/signIn/memberSocial.model.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildSmsCode } from "#test/factories/smsCode.js";
import { buildSocialPerson } from "#test/factories/socialPerson.js";
import { stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const base = "/app-api/member/auth";
const password = "open sesame";

interface Begun {
  state: string;
  /** As the browser sends it back: name=value. */
  cookie: string;
  setCookie: string;
}
/** A client asks for the provider's page. */
async function begin(client: Client = stranger): Promise<Begun> {
  const redirectUri = encodeURIComponent(`${new URL(config.REDIRECT_URIS[0]!).origin}/signed-in`);
  const reply = await client.get(`${base}/social-auth-redirect?type=31&redirectUri=${redirectUri}`);
  expect(reply, reply.msg).to.include({ status: 200, code: 0 });
  const setCookie = reply.headers.get("set-cookie") ?? "";
  return { state: new URL(reply.data).searchParams.get("state")!, cookie: setCookie.split(";")[0]!, setCookie };
}

describe("a social sign-in in a browser", () => {
  const browser = stranger.with({ origin: "https://shop.example", "sec-fetch-site": "same-site" });
  const refused = { status: 200, code: 1004003005, data: null };
  before(startService);
  let PUBLIC_URL: string;
  before(() => void ({ PUBLIC_URL } = config));
  afterEach(() => void Object.assign(config, { PUBLIC_URL }));
  const signIn = async (client: Client, state: string) =>
    client.post(`${base}/social-login`, { type: 31, code: await (await buildSocialPerson()).code("authorize"), state });

  it("gets a cookie with the redirect that no script reads and no other site sends", async () => {
    const { setCookie } = await begin();
    expect(setCookie).to.match(/^shop_social=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    Object.assign(config, { PUBLIC_URL: PUBLIC_URL.replace("http:", "https:") });
    expect((await begin()).setCookie).to.match(/^__Host-shop_social=.*; HttpOnly; SameSite=Lax; Secure$/);
  });

  it("is refused with a state that another browser asked for, and the state stays good for that one", async () => {
    const [attacker, victim] = [await begin(), await begin()];
    expect(await signIn(browser.with({ cookie: victim.cookie }), attacker.state)).to.include(refused);
    expect(await signIn(stranger.with({ cookie: victim.cookie }), attacker.state)).to.include(refused);
    expect(await signIn(browser.with({ cookie: "shop_social=made-up" }), attacker.state)).to.include(refused);
    expect(await signIn(browser.with({ cookie: attacker.cookie }), attacker.state)).to.include({ code: 0 });
  });

  it("is refused without a cookie, by the origin or the fetch header alone", async () => {
    const { state } = await begin();
    for (const headers of [{ origin: "https://shop.example" }, { "sec-fetch-site": "same-origin" }])
      expect(await signIn(stranger.with(headers), state)).to.include(refused);
    expect(await signIn(stranger, state), "an app without a browser").to.include({ code: 0 });
  });

  it("goes on in each tab of a browser", async () => {
    const one = await begin();
    const tab = browser.with({ cookie: one.cookie });
    const two = await begin(tab);
    expect(two.cookie).to.equal(one.cookie);
    expect(await signIn(tab, one.state)).to.include({ code: 0 });
    expect(await signIn(tab, two.state)).to.include({ code: 0 });
  });

  it("binds nobody's account to a member who signs in by password or SMS with a foreign state", async () => {
    const { member } = await buildMember({ passwordHash: await hashPassword(password) });
    const [attacker, victim] = [await begin(), await begin()];
    const account = await buildSocialPerson();
    const social = async () => ({
      socialType: 31,
      socialCode: await account.code("authorize"),
      socialState: attacker.state,
    });
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    const login = async (headers: Record<string, string>) =>
      stranger.with(headers).post(`${base}/login`, { mobile: member.mobile, password, ...(await social()) });
    const smsLogin = async (headers: Record<string, string>) =>
      stranger.with(headers).post(`${base}/sms-login`, { mobile, code, loginType: 10, ...(await social()) });
    for (const headers of [{ cookie: victim.cookie }, { origin: "https://shop.example" }]) {
      expect(await login(headers)).to.include(refused);
      expect(await smsLogin(headers)).to.include(refused);
    }
    expect(await MemberSocialModel.countDocuments({ openid: account.openid })).to.equal(0);
    expect(await login({ cookie: attacker.cookie })).to.include({ code: 0 });
  });

  it("works across the origins that may call, which send cookies", async () => {
    const { CORS_ORIGINS } = config;
    Object.assign(config, { CORS_ORIGINS: ["https://shop.example"] });
    try {
      const allowed = await browser.get("/app-api/system/area/tree");
      expect(allowed.headers.get("access-control-allow-credentials")).to.equal("true");
      expect(allowed.headers.get("access-control-allow-origin")).to.equal("https://shop.example");
      const foreign = await stranger.with({ origin: "https://evil.example" }).get("/app-api/system/area/tree");
      expect(foreign.headers.get("access-control-allow-credentials")).to.equal(null);
    } finally {
      Object.assign(config, { CORS_ORIGINS });
    }
  });
});
