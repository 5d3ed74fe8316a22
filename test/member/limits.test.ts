import { expect } from "chai";
import { limitMember, limitNamed } from "#api/http/security/rateLimit.js";
import { endpoints } from "#api/routes.js";
import { signInBySms, validateSmsCode } from "#shared/domains/member/index.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { startService } from "#test/support/service.js";

const at = (verb: string): string => `/app-api/member/auth/${verb}`;

describe("limits of sign-ins", () => {
  before(startService);

  it("every way to sign in counts to those of its address", () => {
    const limited = endpoints.filter(({ limit }) => limit === "signIn").map(({ path }) => path);
    const ways = ["login", "sms-login", "get-social-openid", "social-mini-app-login", "social-login"].map(at);
    expect(limited).to.include.members([...ways, "/admin-api/system/auth/login"]);
  });

  it("an address has thirty in 15 minutes, then 429 and when to come back; an exempt one never", async () => {
    const ip = "203.0.113.77";
    for (let tries = 0; tries < 30; tries++) await limitNamed("signIn", ip, at("login"));
    for (const verb of ["login", "social-login"]) {
      const refused = (await limitNamed("signIn", ip, at(verb)).catch((error: unknown) => error)) as {
        code: number;
        retryAfterSeconds: number;
      };
      expect(refused).to.include({ code: 429 });
      expect(refused.retryAfterSeconds).to.be.within(800, 900);
    }
    await limitNamed("signIn", "203.0.113.78", at("login"));
    for (let tries = 0; tries < 40; tries++) await limitNamed("signIn", "127.0.0.1", at("login"));
  });

  it("thirty wrong codes lock an address, reported by sms-login and validate-sms-code alike", async () => {
    const from = { ip: "203.0.113.90", network: "203.0.113.90", exempt: false };
    const wrong = async (caller = from): Promise<number> => {
      const given = { mobile: freshMobile(), scene: 1, code: "0000" } as const;
      const thrown = await validateSmsCode(given, caller).catch((error: unknown) => error);
      return (thrown as { code: number }).code;
    };
    for (let tries = 0; tries < 30; tries++) expect(await wrong()).to.equal(1002014000);
    expect(await wrong()).to.equal(1004003010);
    const given = { mobile: freshMobile(), code: "0000" };
    const signIn = await signInBySms(given, from).catch((error: unknown) => error);
    expect((signIn as { code: number }).code).to.equal(1004003010);
    expect(await wrong({ ip: "203.0.113.91", network: "203.0.113.91", exempt: false })).to.equal(1002014000);
  });

  it("a member has 1,200 requests a minute, wherever they come from", async () => {
    const { member, client } = await buildMember();
    await Promise.all(Array.from({ length: 1_200 }, () => limitMember(member._id)));
    const reply = await client.get("/app-api/member/user/get");
    expect(reply).to.include({ status: 429, code: 429, data: null });
    expect(Number(reply.headers.get("retry-after"))).to.be.within(1, 60);
    expect(await (await buildMember()).client.get("/app-api/member/user/get")).to.include({ code: 0 });
  });
});

describe("the sign-in of developers", () => {
  it("does not exist in production", async () => {
    const routes = async (fresh: string): Promise<string[]> => {
      const { authEndpoints } = (await import(
        `#api/member/auth.routes.js?${fresh}`
      )) as typeof import("#api/member/auth.routes.js");
      return authEndpoints.map(({ path }) => path);
    };
    const { production } = config;
    try {
      Object.assign(config, { production: true });
      expect(await routes("production")).not.to.include(at("dev-login"));
      Object.assign(config, { production: false });
      expect(await routes("elsewhere")).to.include(at("dev-login"));
    } finally {
      Object.assign(config, { production });
    }
  });
});
