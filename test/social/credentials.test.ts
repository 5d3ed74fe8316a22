import { createHash } from "node:crypto";
import { expect } from "chai";
import { findPhone, jsapiSignature, phoneOfCode } from "#shared/domains/social/index.js";
import { refreshCredentials } from "#shared/domains/social/worker.js";
import { SocialCredentialModel } from "#shared/domains/social/credential.model.js";
import { credential } from "#shared/domains/social/credentials.js";
import { storedCredential } from "#shared/domains/social/storedCredential.js";
import { timeWithin } from "#shared/kernel/http/timeLeft.js";
import { heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { startService } from "#test/support/service.js";
import { callsDuring, codeOf, expireTokens, noSocialFaults, pathsOf, person, refusal, socialFault } from "./support.js";

const TOKEN = "/cgi-bin/stable_token";
const TICKET = "/cgi-bin/ticket/getticket";
const PHONE = "/wxa/business/getuserphonenumber";
const forceOf = ({ body }: { body: string }): boolean => (JSON.parse(body) as { force_refresh: boolean }).force_refresh;

describe("the provider's access tokens and tickets", () => {
  before(startService);
  beforeEach(() => SocialCredentialModel.deleteMany({}));
  afterEach(() => heldClock.release());
  afterEach(noSocialFaults);

  it("a token is fetched once and kept sealed", async () => {
    const someone = await person();
    const calls = await callsDuring(async () => {
      await phoneOfCode(await codeOf(someone, "phone"));
      await phoneOfCode(await codeOf(someone, "phone"));
    });
    expect(pathsOf(calls)).to.deep.equal([TOKEN, PHONE, PHONE]);
    expect(forceOf(calls[0]!)).to.equal(false);
    const { value } = (await storedCredential("token-34"))!;
    expect(calls[1]!.path).to.contain(value);
    expect(JSON.stringify(await SocialCredentialModel.find().lean())).not.to.contain(value);
  });

  it("ten workers that need one at the same moment fetch one", async () => {
    let held: { value: string }[] = [];
    const calls = await callsDuring(async () => {
      held = await Promise.all(Array.from({ length: 10 }, () => credential("token-34", timeWithin(4_000))));
    });
    expect(calls).to.have.lengthOf(1);
    expect(new Set(held.map(({ value }) => value)).size).to.equal(1);
  });

  it("near its end it is fetched anew, by one, while the kept one serves the others", async () => {
    const first = await credential("token-34", timeWithin(4_000));
    await SocialCredentialModel.updateMany({}, { $set: { expiresAt: new Date(Date.now() + minutes(4)) } });
    await socialFault({ mode: "slow", delayMs: 300, count: 1 });
    let held: { value: string; version: number }[] = [];
    const calls = await callsDuring(async () => {
      held = await Promise.all(Array.from({ length: 5 }, () => credential("token-34", timeWithin(4_000))));
    });
    expect(calls).to.have.lengthOf(1);
    expect(held.map(({ version }) => version).sort()).to.deep.equal([1, 1, 1, 1, 2]);
    expect(new Set(held.map(({ value }) => value))).to.deep.equal(new Set([first.value]));
  });

  it("by schedule what is in use is fetched before its end, and nothing else; twice changes nothing", async () => {
    expect(await callsDuring(refreshCredentials)).to.deep.equal([]);
    await credential("token-34", timeWithin(4_000));
    expect(await callsDuring(refreshCredentials)).to.deep.equal([]);
    await SocialCredentialModel.updateMany({}, { $set: { expiresAt: new Date(Date.now() + minutes(4)) } });
    expect(pathsOf(await callsDuring(refreshCredentials))).to.deep.equal([TOKEN]);
    expect(await callsDuring(refreshCredentials)).to.deep.equal([]);
  });

  it("a provider that is away near the end costs nothing as long as the kept one is good", async () => {
    const first = await credential("token-34", timeWithin(4_000));
    await SocialCredentialModel.updateMany({}, { $set: { expiresAt: new Date(Date.now() + minutes(4)) } });
    await socialFault({ mode: "error", count: 50 });
    expect((await credential("token-34", timeWithin(4_000))).value).to.equal(first.value);
  });

  it("one that has ended is fetched before it is used", async () => {
    await credential("token-34", timeWithin(4_000));
    heldClock.hold();
    heldClock.advance(hours(3));
    const calls = await callsDuring(() => credential("token-34", timeWithin(4_000)));
    expect(pathsOf(calls)).to.deep.equal([TOKEN]);
  });

  it("one that the provider ended is replaced once, and the question asked again", async () => {
    const someone = await person();
    await phoneOfCode(await codeOf(someone, "phone"));
    expect((await expireTokens()).ended).to.be.greaterThan(0);
    const code = await codeOf(someone, "phone");
    let mobile = "";
    const calls = await callsDuring(async () => (mobile = await phoneOfCode(code)));
    expect(mobile).to.equal(someone.mobile);
    expect(pathsOf(calls)).to.deep.equal([PHONE, TOKEN, PHONE]);
    expect(forceOf(calls[1]!)).to.equal(true);
  });

  it("five questions with the same ended token replace it by one call", async () => {
    const someone = await person();
    await phoneOfCode(await codeOf(someone, "phone"));
    await expireTokens();
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(someone, "phone")));
    const calls = await callsDuring(() => Promise.all(codes.map(phoneOfCode)));
    expect(pathsOf(calls).filter((path) => path === TOKEN)).to.have.lengthOf(1);
  });

  it("a provider that refuses every token ends in its number, and is not told to end tokens over and over", async () => {
    const someone = await person();
    await socialFault({ mode: "badSignature", count: 50, path: PHONE });
    const codes = await Promise.all(Array.from({ length: 3 }, () => codeOf(someone, "phone")));
    const calls = await callsDuring(async () => {
      for (const code of codes) expect((await refusal(phoneOfCode(code))).code).to.equal(1002018000);
    });
    expect(calls.filter(({ path, body }) => path.startsWith(TOKEN) && forceOf({ body }))).to.have.lengthOf(1);
  });

  it("a worker that died while fetching is waited for no longer than eight seconds", async () => {
    await credential("token-34", timeWithin(4_000));
    await SocialCredentialModel.updateMany({}, { $set: { box: null, fetchingUntil: new Date(Date.now() + 60_000) } });
    expect((await refusal(credential("token-34", timeWithin(200)))).code).to.equal(503);
    await SocialCredentialModel.updateMany({}, { $set: { fetchingUntil: new Date(Date.now() - 1) } });
    expect(pathsOf(await callsDuring(() => credential("token-34", timeWithin(4_000))))).to.deep.equal([TOKEN]);
  });

  it("another application never gets the token of the one before", async () => {
    const first = await credential("token-34", timeWithin(4_000));
    const { SOCIAL_MINI_APP_ID, SOCIAL_MINI_SECRET, SOCIAL_OFFICIAL_APP_ID, SOCIAL_OFFICIAL_SECRET } = config;
    try {
      Object.assign(config, {
        SOCIAL_MINI_APP_ID: SOCIAL_OFFICIAL_APP_ID,
        SOCIAL_MINI_SECRET: SOCIAL_OFFICIAL_SECRET,
      });
      expect((await credential("token-34", timeWithin(4_000))).value).not.to.equal(first.value);
    } finally {
      Object.assign(config, { SOCIAL_MINI_APP_ID, SOCIAL_MINI_SECRET });
    }
  });
});

describe("a phone code", () => {
  before(startService);
  afterEach(noSocialFaults);
  const NO_PHONE = 1002018200;

  it("tells its person's number, once", async () => {
    const someone = await person({ mobile: "13712345678" });
    const code = await codeOf(someone, "phone");
    expect(await phoneOfCode(code)).to.equal("13712345678");
    expect((await refusal(phoneOfCode(code))).code).to.equal(NO_PHONE);
  });

  it("that is unknown or of another kind is refused", async () => {
    const someone = await person();
    for (const code of ["nobody-issued-this", await codeOf(someone, "login"), ""])
      expect((await refusal(phoneOfCode(code))).code).to.equal(NO_PHONE);
  });

  it("of a foreign number makes no mobile, but is told to who asks for the number", async () => {
    const someone = await person({ mobile: "2025550100" });
    expect((await refusal(phoneOfCode(await codeOf(someone, "phone", { countryCode: "1" })))).code).to.equal(NO_PHONE);
    const found = await findPhone(await codeOf(someone, "phone", { countryCode: "1" }));
    expect(found).to.include({ phoneNumber: "+12025550100", purePhoneNumber: "2025550100", countryCode: "1" });
  });

  it("told to another mini-program, long ago or in time to come is not believed", async () => {
    const someone = await person();
    const now = Math.floor(Date.now() / 1_000);
    for (const watermark of [{ appid: "wx0000000000000000" }, { timestamp: now - 3_600 }, { timestamp: now + 3_600 }])
      expect(
        (await refusal(phoneOfCode(await codeOf(someone, "phone", { watermark })))).code,
        JSON.stringify(watermark),
      ).to.equal(NO_PHONE);
  });
});

describe("the signature of a page", () => {
  before(startService);
  beforeEach(() => SocialCredentialModel.deleteMany({}));
  afterEach(noSocialFaults);
  const url = "https://shop.example/pay?order=1&from=a%20b";

  it("is SHA-1 over ticket, nonce, time and address without its fragment", async () => {
    const signed = await jsapiSignature({ url: `${url}#/cart?x=#y` });
    const ticket = (await storedCredential("ticket-31"))!.value;
    const text = `jsapi_ticket=${ticket}&noncestr=${signed.nonceStr}&timestamp=${signed.timestamp}&url=${url}`;
    expect(signed).to.deep.include({
      appId: config.SOCIAL_OFFICIAL_APP_ID,
      url,
      signature: createHash("sha1").update(text).digest("hex"),
    });
    expect(Math.abs(signed.timestamp - Date.now() / 1_000)).to.be.below(5);
  });

  it("costs one token and one ticket, however many ask, and then nothing", async () => {
    const calls = await callsDuring(() => Promise.all(Array.from({ length: 10 }, () => jsapiSignature({ url }))));
    expect(pathsOf(calls)).to.deep.equal([TOKEN, TICKET]);
    expect(await callsDuring(() => jsapiSignature({ url }))).to.deep.equal([]);
  });

  it("survives a token that the provider ended", async () => {
    await jsapiSignature({ url });
    await SocialCredentialModel.deleteMany({ _id: /^ticket/ });
    await expireTokens();
    expect(pathsOf(await callsDuring(() => jsapiSignature({ url })))).to.deep.equal([TICKET, TOKEN, TICKET]);
  });

  it("is refused in time while the provider is away and no ticket is kept", async () => {
    await socialFault({ mode: "error", count: 50 });
    expect((await refusal(jsapiSignature({ url }))).code).to.equal(1002018002);
  });
});
