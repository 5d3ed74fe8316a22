import { expect } from "chai";
import { exchangeCode, exchangeLoginCode } from "#shared/domains/social/index.js";
import { resolveCode } from "#shared/domains/social/worker.js";
import { SocialCodeModel } from "#shared/domains/social/socialCode.model.js";
import { config } from "#shared/kernel/config/config.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { startService } from "#test/support/service.js";
import { callsDuring, codeOf, noSocialFaults, pathsOf, person, refusal, socialFault } from "./support.js";

const NOT_RESOLVED = 1004003005;

describe("a code of the social provider", () => {
  before(startService);
  afterEach(noSocialFaults);

  it("of a mini-program stands for its person", async () => {
    const { openid, unionid, ...rest } = await person();
    const code = await codeOf({ openid, unionid, ...rest }, "login");
    let found: unknown;
    const calls = await callsDuring(async () => (found = await exchangeCode({ type: 34, code })));
    expect(found).to.deep.equal({ openid, unionid });
    expect(pathsOf(calls)).to.deep.equal(["/sns/jscode2session"]);
    expect(calls[0]!.path).to.contain(`appid=${config.SOCIAL_MINI_APP_ID}`);
  });

  for (const type of [31, 32, 30] as const)
    it(`of type ${type} brings name and picture along`, async () => {
      const someone = await person({ nickname: " 小明 ", avatar: "https://example.com/a.png" });
      const code = await codeOf(someone, "authorize");
      expect(await exchangeCode({ type, code })).to.deep.equal({
        openid: someone.openid,
        unionid: someone.unionid,
        nickname: "小明",
        avatar: "https://example.com/a.png",
      });
    });

  it("that allows no look at the person tells the openid alone", async () => {
    const someone = await person({ nickname: "小红" });
    const code = await codeOf(someone, "authorize", { scope: "snsapi_base" });
    let found: unknown;
    const calls = await callsDuring(async () => (found = await exchangeCode({ type: 31, code })));
    expect(found).to.deep.equal({ openid: someone.openid, unionid: null });
    expect(pathsOf(calls)).to.deep.equal(["/sns/oauth2/access_token"]);
  });

  it("serves although name and picture are not told, and a picture must be a web address", async () => {
    const someone = await person({ nickname: "x".repeat(50), avatar: "javascript:alert(1)" });
    await socialFault({ mode: "error", count: 9, path: "/sns/userinfo" });
    const { openid, unionid } = someone;
    expect(await exchangeCode({ type: 31, code: await codeOf(someone, "authorize") })).to.deep.equal({
      openid,
      unionid,
    });
    await noSocialFaults();
    expect(await exchangeCode({ type: 31, code: await codeOf(someone, "authorize") })).to.deep.equal({
      openid,
      unionid,
      nickname: "x".repeat(30),
    });
  });

  it("works once, and the provider is not asked a second time", async () => {
    const code = await codeOf(await person(), "login");
    await exchangeCode({ type: 34, code });
    const calls = await callsDuring(async () => {
      expect((await refusal(exchangeCode({ type: 34, code }))).code).to.equal(NOT_RESOLVED);
    });
    expect(calls).to.deep.equal([]);
  });

  it("used by ten at once serves one of them, by one call", async () => {
    const code = await codeOf(await person(), "login");
    let outcomes: PromiseSettledResult<unknown>[] = [];
    const calls = await callsDuring(async () => {
      outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => exchangeCode({ type: 34, code })));
    });
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.lengthOf(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect((outcome.reason as { code: number }).code).to.equal(NOT_RESOLVED);
    expect(calls).to.have.lengthOf(1);
  });

  it("that nobody issued, of another kind, empty or endless is refused", async () => {
    const someone = await person();
    for (const [type, code] of [
      [34, "nobody-issued-this"],
      [34, await codeOf(someone, "authorize")],
      [34, await codeOf(someone, "phone")],
      [31, await codeOf(someone, "login")],
      [32, await codeOf(someone, "authorize", { appid: config.SOCIAL_OFFICIAL_APP_ID })],
      [34, ""],
      [34, "x".repeat(513)],
    ] as const)
      expect((await refusal(exchangeCode({ type, code }))).code, `${type} ${code}`).to.equal(NOT_RESOLVED);
  });

  it("spent elsewhere is refused", async () => {
    const someone = await person();
    const code = await codeOf(someone, "login");
    const { SOCIAL_BASE_URL, SOCIAL_MINI_APP_ID: appid, SOCIAL_MINI_SECRET: secret } = config;
    const query = new URLSearchParams({ appid, secret, js_code: code, grant_type: "authorization_code" });
    await fetch(`${SOCIAL_BASE_URL}/sns/jscode2session?${query.toString()}`);
    expect((await refusal(exchangeCode({ type: 34, code }))).code).to.equal(NOT_RESOLVED);
  });

  it("shows its session key only where secrets may be shown", async () => {
    const someone = await person();
    expect((await exchangeLoginCode(await codeOf(someone, "login"))).sessionKey).to.be.a("string");
    const kept = config.SOCIAL_EXPOSE_SECRETS;
    try {
      Object.assign(config, { SOCIAL_EXPOSE_SECRETS: false });
      expect((await exchangeLoginCode(await codeOf(someone, "login"))).sessionKey).to.equal(null);
    } finally {
      Object.assign(config, { SOCIAL_EXPOSE_SECRETS: kept });
    }
  });

  it("of an application that is not set up is refused by name", async () => {
    const kept = config.SOCIAL_MOBILE_SECRET;
    try {
      Object.assign(config, { SOCIAL_MOBILE_SECRET: "" });
      const code = await codeOf(await person(), "authorize");
      expect((await refusal(exchangeCode({ type: 30, code }))).code).to.equal(1001009003);
    } finally {
      Object.assign(config, { SOCIAL_MOBILE_SECRET: kept });
    }
  });
});

describe("a social provider in trouble", () => {
  before(startService);
  afterEach(noSocialFaults);

  it("that fails once is asked once more", async () => {
    const someone = await person();
    const code = await codeOf(someone, "login");
    await socialFault({ mode: "error", count: 1 });
    expect((await exchangeCode({ type: 34, code })).openid).to.equal(someone.openid);
  });

  it("that stays busy is told as busy, and the same code serves once it is back", async () => {
    const someone = await person();
    const code = await codeOf(someone, "login");
    await socialFault({ mode: "error", count: 50 });
    expect((await refusal(exchangeCode({ type: 34, code }))).code).to.equal(1002018002);
    await noSocialFaults();
    expect((await exchangeCode({ type: 34, code })).openid).to.equal(someone.openid);
  });

  it("that does not answer is told within five seconds, and the same code serves once it is back", async function () {
    const someone = await person();
    const code = await codeOf(someone, "login");
    await socialFault({ mode: "timeout", count: 50 });
    const startedAt = Date.now();
    expect((await refusal(exchangeCode({ type: 34, code }))).code).to.equal(503);
    expect(Date.now() - startedAt).to.be.below(5_500);
    await noSocialFaults();
    expect((await exchangeCode({ type: 34, code })).openid).to.equal(someone.openid);
  });

  it("whose answer was lost after it acted has used the code up", async () => {
    const code = await codeOf(await person(), "login");
    await socialFault({ mode: "error", count: 1, after: true });
    expect((await refusal(exchangeCode({ type: 34, code }))).code).to.equal(NOT_RESOLVED);
  });

  it("that refuses our secret is told with its own number", async () => {
    const code = await codeOf(await person(), "login");
    await socialFault({ mode: "badSignature", count: 1 });
    const error = await refusal(exchangeCode({ type: 34, code }));
    expect(error).to.deep.include({ code: 1002018000, params: { reason: 40125 } });
  });
});

describe("what is kept of a code", () => {
  before(startService);
  afterEach(noSocialFaults);

  it("is neither the code nor the person in clear text, in Redis nor in MongoDB", async () => {
    const someone = await person({ nickname: "秘密" });
    const code = await codeOf(someone, "authorize");
    await exchangeCode({ type: 31, code });
    const other = await codeOf(someone, "authorize");
    await socialFault({ mode: "error", count: 50 });
    await refusal(exchangeCode({ type: 31, code: other }));
    const jobs = await queueNamed("social").getJobs(["completed", "failed", "active", "waiting"]);
    const rows = await SocialCodeModel.find().lean();
    const kept = JSON.stringify([jobs.map((job) => [job.data, job.returnvalue as unknown, job.failedReason]), rows]);
    expect(jobs.length).to.be.greaterThan(0);
    for (const secret of [code, other, someone.openid, someone.unionid, "秘密", config.SOCIAL_OFFICIAL_SECRET])
      expect(kept).not.to.contain(secret);
  });

  it("a worker that runs twice asks once, and one that died is taken over after ten seconds", async () => {
    const code = await codeOf(await person(), "login");
    await socialFault({ mode: "error", count: 50 });
    await refusal(exchangeCode({ type: 34, code }));
    await noSocialFaults();
    const row = (await SocialCodeModel.findOne({ state: "waiting" }).sort({ createdAt: -1 }).lean())!;
    await SocialCodeModel.updateOne({ _id: row._id }, { $set: { state: "running", leaseUntil: new Date(0) } });
    const calls = await callsDuring(async () => {
      await resolveCode(row._id);
      await resolveCode(row._id);
    });
    expect(calls).to.have.lengthOf(1);
    expect((await SocialCodeModel.findById(row._id).lean())?.state).to.equal("answered");
  });

  it("a worker waits for another that has the code, and gives up in time", async () => {
    const code = await codeOf(await person(), "login");
    await socialFault({ mode: "error", count: 50 });
    await refusal(exchangeCode({ type: 34, code }));
    await noSocialFaults();
    const row = (await SocialCodeModel.findOne({ state: "waiting" }).sort({ createdAt: -1 }).lean())!;
    const leaseUntil = new Date(Date.now() + 60_000);
    await SocialCodeModel.updateOne({ _id: row._id }, { $set: { state: "running", leaseUntil } });
    expect((await refusal(resolveCode(row._id))).code).to.equal(503);
  });
});
