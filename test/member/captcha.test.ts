import { expect } from "chai";
import sinon from "sinon";
import { config } from "#shared/kernel/config/config.js";
import { freshMobile } from "#test/factories/member.js";
import { clientWith, type Reply } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { startService } from "#test/support/service.js";

describe("a captcha instead of a proof of work", () => {
  before(() => startService());
  beforeEach(() => void sinon.stub(config, "PROOF_BY").value("captcha"));
  afterEach(() => sinon.restore());

  const login = (from: string, answer?: string): Promise<Reply> =>
    clientWith(undefined, {
      "x-forwarded-for": from,
      ...(answer === undefined ? {} : { "proof-solution": answer }),
    }).post("/app-api/member/auth/login", { mobile: freshMobile(), password: "of nobody" });
  const control = async (method: string, path: string, body: object): Promise<any> =>
    (
      await fetch(`${sandbox.url}/sandbox/${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).json();
  const solve = async (action = "signIn"): Promise<string> =>
    (await control("POST", "captcha/solve", { action })).token;

  it("is asked for by its site's key; its answer counts once, for what it was solved for", async () => {
    const from = "203.0.113.85";
    for (let tries = 0; tries < 30; tries++) expect(await login(from)).to.include({ code: 1004003000 });
    const refused = await login(from);
    expect(refused).to.include({ status: 200, code: 1001009004, data: null });
    const challenge = Buffer.from(refused.headers.get("proof-challenge")!, "base64url").toString("utf8");
    expect(JSON.parse(challenge)).to.deep.equal({ captcha: { siteKey: "sandbox-site", action: "signIn" } });
    const answer = await solve();
    expect(await login(from, answer)).to.include({ code: 1004003000 });
    for (const wrong of [answer, await solve("sms"), "made up", "x".repeat(5_000)])
      expect(await login(from, wrong)).to.include({ code: 1001009004 });
    await control("PUT", "faults", { platform: "captcha", mode: "error", count: 1 });
    expect(await login(from, await solve())).to.include({ status: 503, code: 503 });
    expect(await login(from, await solve())).to.include({ code: 1004003000 });
  });
});
