import { expect } from "chai";
import { clientAddress, limitKeyOf } from "#api/http/requestContext.js";
import { allowedUrl } from "#shared/kernel/http/allowedUrl.js";
import { AddressRefused, checkGuardedUrl, isPublicAddress } from "#shared/kernel/http/addressGuard.js";
import { callOutside } from "#shared/kernel/http/client.js";
import { config } from "#shared/kernel/config/config.js";
import { declaredErrors, defineErrors } from "#shared/kernel/request/errors.js";
import { decryptText, encryptText, openSealed, sealValue } from "#shared/kernel/security/sealed.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
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

describe("where a client may be sent", () => {
  const allowed = ["https://shop.example/paid/", "http://127.0.0.1:8080"];
  it("below an allowed address, handed on in its parsed form", () => {
    for (const [text, href] of [
      ["https://shop.example/paid", "https://shop.example/paid"],
      ["HTTPS://SHOP.example:443/paid/x?a=1#b", "https://shop.example/paid/x?a=1#b"],
      ["https://shop.example/paid/../paid/x", "https://shop.example/paid/x"],
      ["https://shop.example/paid/页", "https://shop.example/paid/%E9%A1%B5"],
      ["http://127.1:8080/x", "http://127.0.0.1:8080/x"],
    ] as const)
      expect(allowedUrl(text, allowed), text).to.equal(href);
  });
  for (const text of [
    "https:shop.example/paid",
    "https:/shop.example/paid",
    "https:///shop.example/paid",
    "https://shop.example\\@evil.example/paid",
    "https:\\\\shop.example/paid",
    "https://shop.example/paid\\..\\x",
    "https://shop.ex\tample/paid",
    "https://shop.example/paid\n",
    " https://shop.example/paid",
    "https://shop.example/paid/a b",
    "https://shop.example/paid/../other",
    "https://shop.example/paidx",
    "https://shop.example.evil/paid",
    "https://user@shop.example/paid",
    "//shop.example/paid",
    "javascript:https://shop.example/paid",
    "http://shop.example/paid",
    "",
  ])
    it(`not to ${JSON.stringify(text)}`, () => expect(allowedUrl(text, allowed)).to.equal(undefined));
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
  it("X-Forwarded-For does not count from whoever is no trusted proxy", () => {
    expect(config.TRUSTED_PROXIES).to.deep.equal(["127.0.0.1/32"]);
    expect(clientAddress("::ffff:10.0.0.9", "1.2.3.4")).to.equal("10.0.0.9");
  });
});

describe("what limits count by", () => {
  it("is an IPv4 address, however it is written, or the /64 of an IPv6 one", () => {
    expect(limitKeyOf("203.0.113.9")).to.equal("203.0.113.9");
    expect(limitKeyOf("::ffff:203.0.113.9")).to.equal("203.0.113.9");
    expect(limitKeyOf("2001:db8:1:2::1")).to.equal("2001:db8:1:2::/64");
    expect(limitKeyOf("2001:0DB8:0001:0002:ffff:ffff:ffff:ffff")).to.equal("2001:db8:1:2::/64");
    expect(limitKeyOf("2001:db8:1:3::1")).to.equal("2001:db8:1:3::/64");
    expect(limitKeyOf("unknown")).to.equal("unknown");
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
