import { expect } from "chai";
import { clientAddress } from "#api/http/requestContext.js";
import { AddressRefused, checkGuardedUrl, isPublicAddress } from "#shared/platform/addressGuard.js";
import { callOutside } from "#shared/platform/http.js";
import { config } from "#shared/platform/config.js";
import { declaredErrors, defineErrors } from "#shared/platform/errors.js";
import { decryptText, encryptText, openSealed, sealValue } from "#shared/platform/sealed.js";
import { heldClock, minutes } from "#shared/platform/clock.js";
import { startService } from "#test/support/service.js";

describe("the address guard", () => {
  for (const address of [
    "127.0.0.1",
    "10.1.2.3",
    "172.20.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "0.0.0.0",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "100.64.0.1",
    "not-an-address",
  ])
    it(`${address} is not public`, () => expect(isPublicAddress(address)).to.equal(false));
  it("a public address is", () =>
    expect([isPublicAddress("1.1.1.1"), isPublicAddress("2606:4700::1111")]).to.deep.equal([true, true]));

  for (const url of [
    "http://example.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "ftp://example.com",
    "https://user:pw@example.com/",
    "https://2130706433/",
    "nonsense",
  ])
    it(`refuses ${url}`, () => expect(() => checkGuardedUrl(url, [])).to.throw(AddressRefused));
  it("takes https, and a host of the list as it is", () => {
    expect(checkGuardedUrl("https://example.com/x", []).host).to.equal("example.com");
    expect(checkGuardedUrl("http://127.0.0.1:9/x", ["127.0.0.1"]).port).to.equal("9");
  });
  it("judges a name by what it resolves to", async () => {
    const refused = callOutside({
      to: "merchant",
      method: "POST",
      url: "https://localhost:9/",
      timeoutMs: 2_000,
      guarded: true,
    });
    expect(await refused.catch((error: unknown) => error)).to.be.instanceOf(AddressRefused);
  });
});

describe("sealed values", () => {
  before(startService);
  afterEach(() => heldClock.release());
  it("open again until their time is over", async () => {
    const id = await sealValue({ code: "0042" }, minutes(60));
    expect(await openSealed(id)).to.deep.equal({ code: "0042" });
    heldClock.advance(minutes(10) + 1);
    expect(await openSealed(id)).to.equal(undefined);
  });
  it("a changed box does not open", () => {
    const box = Buffer.from(encryptText("secret"), "base64");
    box[box.length - 1]! ^= 1;
    expect(() => decryptText(box.toString("base64"))).to.throw();
  });
});

describe("the client's address", () => {
  it("X-Forwarded-For does not count without trusted proxies", () => {
    expect(config.TRUSTED_PROXIES).to.deep.equal([]);
    expect(clientAddress("::ffff:10.0.0.9", "1.2.3.4")).to.equal("10.0.0.9");
  });
});

describe("declared errors", () => {
  it("a code used twice stops the process", () => {
    expect(() => defineErrors("again", { Twice: { code: 400, en: "x", zh: "x" } })).to.throw(/declared twice/);
  });
  it("each has a text in both languages", () => {
    expect(declaredErrors().filter((error) => !error.en || !error.zh)).to.deep.equal([]);
  });
});
