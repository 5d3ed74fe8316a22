import { expect } from "chai";
import { authorizeRedirect, exchangeCode, takeState } from "#shared/domains/social/index.js";
import { SocialStateModel } from "#shared/domains/social/socialState.model.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { startService } from "#test/support/service.js";
import { person, refusal } from "./support.js";

const stateOf = (url: string): string => new URL(url).searchParams.get("state")!;

describe("the page where a person agrees to a sign-in", () => {
  const { REDIRECT_URIS } = config;
  before(startService);
  before(() => void Object.assign(config, { REDIRECT_URIS: ["https://shop.example", "http://m.example:8080/app"] }));
  after(() => void Object.assign(config, { REDIRECT_URIS }));
  afterEach(() => heldClock.release());
  const redirectUri = "https://shop.example/signed-in?from=cart";

  it("of the official account is the provider's own, with our id and a fresh state", async () => {
    const page = new URL(await authorizeRedirect({ type: 31, redirectUri }));
    expect(page.pathname).to.match(/\/connect\/oauth2\/authorize$/);
    expect(page.hash).to.equal("#wechat_redirect");
    const { state, ...rest } = Object.fromEntries(page.searchParams);
    expect(rest).to.deep.equal({
      appid: config.SOCIAL_OFFICIAL_APP_ID,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "snsapi_userinfo",
    });
    expect(state).to.match(/^[0-9a-f]{64}$/);
    expect(stateOf(await authorizeRedirect({ type: 31, redirectUri }))).not.to.equal(state);
  });

  it("of the website shows a QR code", async () => {
    const page = new URL(await authorizeRedirect({ type: 32, redirectUri }));
    expect(page.pathname).to.match(/\/connect\/qrconnect$/);
    expect(page.searchParams.get("appid")).to.equal(config.SOCIAL_WEBSITE_APP_ID);
    expect(page.searchParams.get("scope")).to.equal("snsapi_login");
  });

  for (const type of [31, 32] as const)
    it(`sends the person of type ${type} back with a code and the state`, async () => {
      const someone = await person({ nickname: "小明" });
      const url = new URL(await authorizeRedirect({ type, redirectUri }));
      url.searchParams.set("openid", someone.openid);
      const answer = await fetch(url, { redirect: "manual" });
      expect(answer.status).to.equal(302);
      const back = new URL(answer.headers.get("location")!);
      expect(back.origin + back.pathname).to.equal("https://shop.example/signed-in");
      expect(back.searchParams.get("from")).to.equal("cart");
      expect(await takeState(back.searchParams.get("state")!, { type })).to.equal(true);
      expect(await exchangeCode({ type, code: back.searchParams.get("code")! })).to.deep.equal({
        openid: someone.openid,
        unionid: someone.unionid,
        nickname: "小明",
      });
    });

  it("returns by exact origin and whole segments of the path alone", async () => {
    for (const good of ["https://shop.example/", "http://m.example:8080/app", "http://m.example:8080/app/x?y#z"])
      expect(await authorizeRedirect({ type: 31, redirectUri: good })).to.be.a("string");
    for (const bad of [
      "https://shop.example.evil.example/",
      "https://user@shop.example/",
      "http://shop.example/",
      "https://shop.example:8443/",
      "http://m.example:8080/application",
      "http://m.example:8080/app/../other",
      "http://m.example/app",
      "//shop.example/",
      "javascript:alert(1)",
      "",
    ])
      expect(await refusal(authorizeRedirect({ type: 31, redirectUri: bad })), bad).to.deep.include({
        code: 400,
        params: { field: "redirectUri", reason: "is not an address that a sign-in may return to" },
      });
  });

  it("does not exist for a mini-program and an app", async () => {
    for (const type of [34, 30] as const)
      expect((await refusal(authorizeRedirect({ type, redirectUri }))).code).to.equal(400);
  });
});

describe("a state", () => {
  before(startService);
  afterEach(() => heldClock.release());
  const fresh = async (): Promise<string> =>
    stateOf(await authorizeRedirect({ type: 31, redirectUri: `${config.REDIRECT_URIS[0]!}/x` }));

  it("is taken once, by one of ten at the same moment", async () => {
    const state = await fresh();
    const taken = await Promise.all(Array.from({ length: 10 }, () => takeState(state, { type: 31 })));
    expect(taken.filter(Boolean)).to.have.lengthOf(1);
    expect(await takeState(state, { type: 31 })).to.equal(false);
  });

  it("serves a repeat with the same code, and no other code", async () => {
    const state = await fresh();
    expect(await takeState(state, { type: 31, code: "code-1" })).to.equal(true);
    expect(await takeState(state, { type: 31, code: "code-1" })).to.equal(true);
    expect(await takeState(state, { type: 31, code: "code-2" })).to.equal(false);
    expect(await takeState(state, { type: 31 })).to.equal(false);
  });

  it("that nobody issued, or of more than ten minutes ago, is none", async () => {
    expect(await takeState("default", { type: 31 })).to.equal(false);
    expect(await takeState("0".repeat(64), { type: 31 })).to.equal(false);
    const state = await fresh();
    heldClock.hold();
    heldClock.advance(minutes(10) + 1);
    expect(await takeState(state, { type: 31 })).to.equal(false);
  });

  it("is kept as a hash", async () => {
    const state = await fresh();
    expect(JSON.stringify(await SocialStateModel.find().lean())).not.to.contain(state);
  });
});
