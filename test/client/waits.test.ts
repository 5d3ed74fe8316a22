import { expect } from "chai";
import sinon from "sinon";
import { createShopClient, memoryTokens } from "#scripts/client/src/index.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { clientWith } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { startService } from "#test/support/service.js";
import { clientOf, notReady, refused } from "./clientOf.js";

const tooMany = (retryAfter?: string): Response =>
  Response.json(
    { code: 429, msg: "too many", data: null },
    { status: 429, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } },
  );
const LOGIN = "/app-api/member/auth/login";
const REFRESH = "/app-api/member/auth/refresh-token";

describe("the typed client waits", () => {
  before(() => startService());
  afterEach(() => sinon.restore());

  it("for its turn when there were too many calls, with any call: none of them did anything", async () => {
    const { shop, seen } = await clientOf({}, (_, nth) => (nth < 3 ? tooMany("0") : undefined));
    expect(await shop.post("/app-api/member/auth/logout")).to.equal(true);
    expect(seen).to.have.length(3);
  });

  it("until a date as well as for seconds, never for ever, and never longer than it is told", async () => {
    const past = new Date(Date.now() - 60_000).toUTCString();
    const dated = await clientOf({}, (_, nth) => (nth === 1 ? tooMany(past) : undefined));
    await dated.shop.get("/app-api/member/level/list");
    expect(dated.seen).to.have.length(2);
    const always = await clientOf({}, () => tooMany("0"));
    expect(await refused(always.shop.get("/app-api/member/level/list"))).to.include({ code: 429, status: 429 });
    expect(always.seen).to.have.length(3);
    const far = await clientOf({ longestWaitMs: 2_000 }, () => tooMany("3"));
    expect(await refused(far.shop.get("/app-api/member/level/list"))).to.include({ retryAfterSeconds: 3 });
    expect(far.seen).to.have.length(1);
  });

  it("and no longer when the app gives up", async () => {
    const given = new AbortController();
    const { shop, seen } = await clientOf({}, () => {
      queueMicrotask(() => given.abort(new Error("the page was left")));
      return tooMany("9");
    });
    const ended = await shop.get("/app-api/member/level/list", undefined, { signal: given.signal }).catch(String);
    expect(ended).to.equal("Error: the page was left");
    expect(seen).to.have.length(1);
  });

  it("for a refresh that meets a shop that is not ready, with the same key", async () => {
    const { refreshToken, member } = await buildMember();
    const tokens = memoryTokens({ accessToken: "not.a.token", refreshToken });
    let met = 0;
    const { shop, seen } = await clientOf({ tokens }, ({ path }) =>
      path === REFRESH && met++ === 0 ? notReady(0) : undefined,
    );
    expect((await shop.get("/app-api/member/user/get")).id).to.equal(member._id);
    const keys = seen.filter(({ path }) => path === REFRESH).map(({ key }) => key);
    expect(keys).to.have.length(2);
    expect(new Set(keys).size).to.equal(1);
  });

  describe("for the proof of a busy address", () => {
    /** An address that has signed in as often as it may without one. */
    async function busy(from: string): Promise<Record<string, string>> {
      const headers = { "x-forwarded-for": from };
      const body = { mobile: freshMobile(), password: "of nobody" };
      for (let tries = 0; tries < 30; tries++) await clientWith(undefined, headers).post(LOGIN, body);
      return headers;
    }
    const login = { mobile: "13700000009", password: "of nobody" };

    it("which it solves, and sends the call again", async () => {
      const headers = await busy("203.0.113.101");
      const { shop, seen } = await clientOf();
      // Refused for what it is, not for the proof.
      expect(await refused(shop.post(LOGIN, login, { headers }))).to.include({ code: 1004003000 });
      expect(seen).to.have.length(2);
      expect(seen.map(({ proof }) => proof !== null)).to.deep.equal([false, true]);
    });

    it("by a captcha, if the app can show one; else the challenge is told", async () => {
      sinon.stub(config, "PROOF_BY").value("captcha");
      const headers = await busy("203.0.113.102");
      const { url } = await startService();
      const without = createShopClient({ baseUrl: url });
      const told = await refused(without.post(LOGIN, login, { headers }));
      expect(told).to.include({ code: 1001009004 });
      expect(told.challenge).to.be.a("string").and.not.equal("");
      const shown: unknown[] = [];
      const { shop } = await clientOf({
        async solveCaptcha(captcha) {
          shown.push(captcha);
          const reply = await fetch(`${sandbox.url}/sandbox/captcha/solve`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ action: captcha.action }),
          });
          return ((await reply.json()) as { token: string }).token;
        },
      });
      expect(await refused(shop.post(LOGIN, login, { headers }))).to.include({ code: 1004003000 });
      expect(shown).to.deep.equal([{ siteKey: "sandbox-site", action: "signIn" }]);
    });

    it("and gives up when no proof is believed", async () => {
      const headers = await busy("203.0.113.103");
      const { shop, seen } = await clientOf({ solveCaptcha: async () => "made up" });
      sinon.stub(config, "PROOF_BY").value("captcha");
      expect(await refused(shop.post(LOGIN, login, { headers }))).to.include({ code: 1001009004 });
      expect(seen).to.have.length(3);
    });
  });
});
