import { expect } from "chai";
import fc from "fast-check";
import { endOfLicense, licenseText, revokeLicense } from "#shared/domains/license/index.js";
import { licenseDomain } from "#shared/domains/license/licenseDomain.js";
import { LicenseModel } from "#shared/domains/license/license.model.js";
import { clock, days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildLicense, freshDomain } from "#test/factories/license.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const check = (code: string, domain: string) =>
  stranger.get(`/api/license/verify?${new URLSearchParams({ code, domain }).toString()}`);

describe("release 3.2.0: online license verification GET /api/license/verify", () => {
  before(startService);

  it("code validity, domain match, validity period, signature check: all good", async () => {
    const { license } = await buildLicense();
    const { code, data } = await check(license.authorizationNo, license.domainName);
    expect(code).to.equal(0);
    expect(data).to.deep.equal({
      valid: true,
      checks: { code: true, domain: true, period: true, signature: true },
      companyName: license.companyName,
      expirationTime: license.expiresAt.getTime(),
      message: "The license is valid",
    });
  });

  it("each check fails alone", async () => {
    const good = { code: true, domain: true, period: true, signature: true };
    const { license: revoked } = await buildLicense();
    await revokeLicense(revoked._id);
    const { license: elsewhere } = await buildLicense();
    const { license: old } = await buildLicense({ expiresAt: clock.after(-days(2)) });
    const { license: forged } = await buildLicense();
    await LicenseModel.updateOne({ _id: forged._id }, { $set: { companyName: "Forged Ltd." } });
    const told = [
      [await check(revoked.authorizationNo, revoked.domainName), { ...good, code: false }],
      [await check(elsewhere.authorizationNo, freshDomain()), { ...good, domain: false }],
      [await check(old.authorizationNo, old.domainName), { ...good, period: false }],
      [await check(forged.authorizationNo, forged.domainName), { ...good, signature: false }],
      [await check("L12345", freshDomain()), { code: false, domain: false, period: false, signature: false }],
    ] as const;
    for (const [{ data }, checks] of told) {
      expect(data.valid).to.equal(false);
      expect(data.checks).to.deep.equal(checks);
    }
  });

  it("both code and domain are needed", async () => {
    for (const query of ["", "?code=L1", "?domain=a.example.com"])
      expect((await stranger.get(`/api/license/verify${query}`)).status).to.equal(400);
  });
});

describe("release 3.2.1: license signature stable for non-ASCII domains (UTF-8)", () => {
  before(startService);

  it("a Chinese domain verifies however it is written", async () => {
    const { license } = await buildLicense({ domainName: " 例子.中国" });
    for (const domain of [
      "例子.中国",
      "例子。中国",
      "xn--fsqu00a.xn--fiqs8s",
      "XN--FSQU00A.XN--FIQS8S",
      "例子.中国.",
    ]) {
      const { data } = await check(license.authorizationNo, domain);
      expect(data, domain).to.include({ valid: true });
    }
    expect((await check(license.authorizationNo, "www.例子.中国")).data.checks).to.include({ domain: false });
  });

  it("composed and decomposed letters are the same domain, and the same signed bytes", async () => {
    const composed = licenseDomain("m\u00fcnchen.example");
    expect(licenseDomain("mu\u0308nchen.example")).to.deep.equal(composed);
    const fields = (name: string) => ({
      authorizationNo: "L1",
      memberId: 1,
      productId: 1,
      productName: "",
      domainName: name,
      companyName: "Caf\u00e9",
      authorizedAt: new Date(1),
      expiresAt: new Date(2),
    });
    expect(licenseText(fields("mu\u0308nchen.example"))).to.equal(licenseText(fields("m\u00fcnchen.example")));
  });

  it("domains compare without case and never by their subdomains; what is no domain is none", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{0,10}$/);
    fc.assert(
      fc.property(word, word, (host, end) => {
        const name = `${host}.${end}x`;
        expect(licenseDomain(name.toUpperCase())).to.deep.equal(licenseDomain(name));
        expect(licenseDomain(`www.${name}`)?.key).not.to.equal(licenseDomain(name)?.key);
      }),
    );
    for (const text of ["", " ", "a b.cn", "http://a.cn", "a.cn:80", "a.cn/x", "u@a.cn", "-a.cn", "a..cn", "*.a.cn"])
      expect(licenseDomain(text), text).to.equal(undefined);
  });
});

describe("release 3.2.1: license expiry evaluated in the Asia/Shanghai time zone", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("good through the whole of its last day there, whichever moment of it was given", async () => {
    const lastDay = Date.parse("2027-03-05T00:00:00+08:00");
    for (const given of [lastDay, lastDay + hours(11), lastDay + days(1) - 1]) {
      const { license } = await buildLicense({ expiresAt: new Date(given) });
      const valid = async (at: number): Promise<boolean> => {
        heldClock.hold(at);
        const { data } = await check(license.authorizationNo, license.domainName);
        heldClock.release();
        return data.valid;
      };
      expect(await valid(lastDay)).to.equal(true);
      expect(await valid(lastDay + days(1) - 1)).to.equal(true);
      expect(await valid(lastDay + days(1))).to.equal(false);
    }
  });

  it("is the same in any zone that the process may run in", () => {
    const ends = (text: string): string => endOfLicense(new Date(text)).toISOString();
    expect(ends("2026-12-31T15:59:59.999Z")).to.equal("2026-12-31T16:00:00.000Z");
    expect(ends("2026-12-31T16:00:00.000Z")).to.equal("2027-01-01T16:00:00.000Z");
  });
});

describe("release 3.2.1: license list page and size bounded (size up to 100)", () => {
  it("size is at most 100, page not below 0; 0 and 1 are both the first", async () => {
    const { client } = await buildOperator(["website:license:query"]);
    const { license, owner } = await buildLicense();
    const { license: newer } = await buildLicense({ memberId: owner!.member._id });
    const page = (query: string) => client.get(`/admin-api/website/license/page?userId=${owner!.member._id}${query}`);
    const idsOf = async (query: string): Promise<number[]> =>
      (await page(query)).data.list.map(({ id }: { id: number }) => id);
    for (const first of ["&page=0&size=1", "&page=1&size=1", "&pageNo=1&pageSize=1"])
      expect(await idsOf(first), first).to.deep.equal([newer._id]);
    expect(await idsOf("&page=2&size=1")).to.deep.equal([license._id]);
    expect((await page("&size=100")).status).to.equal(200);
    for (const [query, field] of [
      ["&size=101", "size"],
      ["&size=0", "size"],
      ["&size=-1", "size"],
      ["&page=-1", "page"],
      ["&page=101&size=100", "page"],
      ["&size=ten", "size"],
    ] as const) {
      const reply = await page(query);
      expect(reply.status, query).to.equal(400);
      expect(reply.msg).to.match(new RegExp(`^${field}:`));
    }
  });
});
