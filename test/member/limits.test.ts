import { expect } from "chai";
import { beginMerge } from "#shared/domains/accountMerge/index.js";
import { DateTime } from "luxon";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { limitMember } from "#api/http/security/rateLimit.js";
import { endpoints } from "#api/routes.js";
import { signInBySms, validateSmsCode } from "#shared/domains/member/index.js";
import { SmsAddressModel } from "#shared/domains/member/sms/smsCode.model.js";
import { config } from "#shared/kernel/config/config.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { cacheKeys } from "#shared/kernel/redis/keys.js";
import { cacheRedis } from "#shared/kernel/redis/redis.js";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { clientWith, type Reply } from "#test/support/client.js";
import { callerFrom, solve } from "#test/support/proofs.js";
import { startService } from "#test/support/service.js";

const usedProofs = (): Promise<number> => models.get("usedProofs")!.countDocuments();
const at = (verb: string): string => `/app-api/member/auth/${verb}`;

describe("limits of sign-ins", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("every way to sign in counts to those of its address", () => {
    const limited = endpoints.filter(({ limit }) => limit === "signIn").map(({ path }) => path);
    const ways = ["login", "sms-login", "get-social-openid", "social-mini-app-login", "social-login"].map(at);
    expect(limited).to.include.members([...ways, "/admin-api/system/auth/login"]);
  });

  const login = (from: string, more: Record<string, string> = {}): Promise<Reply> =>
    clientWith(undefined, { "x-forwarded-for": from, ...more }).post(at("login"), {
      mobile: freshMobile(),
      password: "of nobody",
    });
  const thirtyFrom = async (from: string): Promise<void> => {
    for (let tries = 0; tries < 30; tries++) expect(await login(from)).to.include({ code: 1004003000 });
  };

  it("an address has thirty in 15 minutes, then each needs a proof, which counts once and only there", async () => {
    const [from, other] = ["203.0.113.77", "203.0.113.78"];
    await thirtyFrom(from);
    const refused = await login(from);
    expect(refused).to.include({ status: 200, code: 1001009004, data: null });
    const solution = await solve(refused.headers);
    const rows = await usedProofs();
    const proved = { "proof-solution": solution };
    const atOnce = await Promise.all([login(from, proved), login(from, proved), login(from, proved)]);
    expect(atOnce.map(({ code }) => code).sort()).to.deep.equal([1001009004, 1001009004, 1004003000]);
    expect(await usedProofs()).to.equal(rows + 1);
    await thirtyFrom(other);
    const elsewhere = { "proof-solution": await solve((await login(from)).headers) };
    expect(await login(other, elsewhere)).to.include({ code: 1001009004 });
    const changed = JSON.parse(Buffer.from(elsewhere["proof-solution"], "base64url").toString("utf8")) as {
      challenge: { parameters: { data: { network: string } } };
    };
    changed.challenge.parameters.data.network = other;
    for (const forged of [
      Buffer.from(JSON.stringify(changed)).toString("base64url"),
      "nothing",
      "e30",
      "x".repeat(5_000),
    ])
      expect(await login(other, { "proof-solution": forged })).to.include({ code: 1001009004 });
    expect(await login(from, elsewhere)).to.include({ code: 1004003000 });
    heldClock.hold();
    const late = await solve((await login(from)).headers);
    heldClock.advance(minutes(6));
    expect(await login(from, { "proof-solution": late })).to.include({ code: 1001009004 });
  });

  it("an address that signs in 300 times in 15 minutes is refused, proof or not", async () => {
    const from = "203.0.113.79";
    const limited = new RateLimiterRedis({
      storeClient: cacheRedis(),
      keyPrefix: `${cacheKeys()}:limit:sign-in-proved`,
      points: 270,
      duration: 900,
    });
    await limited.set(from, 270, 900);
    await thirtyFrom(from);
    const proved = { "proof-solution": await solve((await login(from)).headers) };
    const refused = await login(from, proved);
    expect(refused).to.include({ status: 429, code: 429, data: null });
    expect(Number(refused.headers.get("retry-after"))).to.be.within(800, 900);
  });

  it("a proof of sign-ins does not send messages, and the other way round", async () => {
    const from = "203.0.113.80";
    await thirtyFrom(from);
    const proved = { "proof-solution": await solve((await login(from)).headers) };
    const day = DateTime.fromMillis(clock.ms(), { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd");
    await SmsAddressModel.create({ _id: `${day} ${from}`, count: 50, keepUntil: clock.after(minutes(60)) });
    const client = clientWith(undefined, { "x-forwarded-for": from });
    const mobile = freshMobile();
    const refused = await client.with(proved).post(at("send-sms-code"), { mobile });
    expect(refused).to.include({ status: 200, code: 1001009004, data: false });
    const solution = { "proof-solution": await solve(refused.headers) };
    expect(await client.with(solution).post(at("send-sms-code"), { mobile })).to.include({ code: 0, data: true });
  });

  it("thirty wrong codes of an address: a proof each, at three hundred a lock, for every way to use codes", async () => {
    const from = callerFrom("203.0.113.90");
    const wrong = async (caller = from): Promise<number> => {
      const given = { mobile: freshMobile(), scene: 1, code: "0000" } as const;
      const thrown = await validateSmsCode(given, caller).catch((error: unknown) => error);
      return (thrown as { code: number }).code;
    };
    for (let tries = 0; tries < 30; tries++) expect(await wrong()).to.equal(1002014000);
    expect(await wrong()).to.equal(1001009004);
    const given = { mobile: freshMobile(), code: "0000" };
    const signIn = await signInBySms(given, from, beginMerge).catch((error: unknown) => error);
    expect((signIn as { code: number }).code).to.equal(1001009004);
    const proved = { ...from, prove: async () => undefined };
    for (let tries = 30; tries < 300; tries++) expect(await wrong(proved)).to.equal(1002014000);
    expect(await wrong(proved)).to.equal(1004003010);
    expect(await wrong(callerFrom("203.0.113.91"))).to.equal(1002014000);
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
