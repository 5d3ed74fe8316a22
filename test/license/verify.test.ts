import { expect } from "chai";
import { limitNamed } from "#api/http/security/rateLimit.js";
import { endpoints } from "#api/routes.js";
import { revokeLicense } from "#shared/domains/license/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { buildLicense, freshDomain } from "#test/factories/license.js";
import { buildMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const VERIFY = "/app-api/website/license/verify";
const verify = (query: Record<string, string>) => stranger.get(`${VERIFY}?${new URLSearchParams(query).toString()}`);

describe("license verification", () => {
  before(startService);

  it("by domain: it exists, the number is masked but for its last four", async () => {
    const { license } = await buildLicense();
    const { data, code } = await verify({ domainName: license.domainName });
    expect(code).to.equal(0);
    expect(data).to.deep.equal({
      exists: true,
      domainName: license.domainName,
      authorizationNo: `******-*****-*****-*${license.authorizationNo.slice(-4)}`,
      companyName: license.companyName,
      expirationTime: license.expiresAt.getTime(),
      message: "The license is valid",
    });
  });

  it("by number: whole, whatever its case; in Chinese when asked for", async () => {
    const { license } = await buildLicense();
    const { data } = await stranger
      .with({ "accept-language": "zh-CN" })
      .get(`${VERIFY}?authorizationNo=${license.authorizationNo.toLowerCase()}`);
    expect(data).to.include({ exists: true, authorizationNo: license.authorizationNo, message: "授权有效" });
  });

  it("by both, they must belong together; nothing of another's is told", async () => {
    const { license } = await buildLicense();
    const { domainName, authorizationNo } = license;
    expect((await verify({ domainName, authorizationNo })).data.exists).to.equal(true);
    const { data } = await verify({ domainName: freshDomain(), authorizationNo });
    expect(data).to.deep.equal({
      exists: false,
      domainName: null,
      authorizationNo: null,
      companyName: null,
      expirationTime: null,
      message: "The license is for another domain",
    });
  });

  it("the message tells which check failed", async () => {
    const { license: revoked } = await buildLicense();
    await revokeLicense(revoked._id);
    const { license: expired } = await buildLicense({ expiresAt: clock.after(-days(2)) });
    const told: [Record<string, string>, RegExp][] = [
      [{ domainName: revoked.domainName }, /revoked/],
      [{ authorizationNo: expired.authorizationNo }, /expired/],
      [{ domainName: freshDomain() }, /no such license/],
      [{ authorizationNo: "L00000-00000-00000-00000" }, /no such license/],
      [{ domainName: "no domain at all" }, /no such license/],
    ];
    for (const [query, message] of told) {
      const { data } = await verify(query);
      expect(data.exists).to.equal(false);
      expect(data.message).to.match(message);
    }
  });

  it("a renewed domain is good, whatever became of the licenses before", async () => {
    const { license } = await buildLicense({ expiresAt: clock.after(days(900)) });
    await revokeLicense(license._id);
    await buildLicense({ domainName: license.domainName, expiresAt: clock.after(-days(9)) });
    expect((await verify({ domainName: license.domainName })).data).to.include({ exists: false });
    await buildLicense({ domainName: license.domainName });
    expect((await verify({ domainName: license.domainName })).data).to.include({ exists: true });
  });

  it("without either it is 400; so is a list or an object", async () => {
    const wrong = [
      "",
      "?domainName=",
      "?domainName=a.cn&domainName=b.cn",
      "?authorizationNo[$gt]=",
      `?domainName=${"a".repeat(300)}`,
    ];
    for (const query of wrong) {
      const reply = await stranger.get(VERIFY + query);
      expect(reply.status, query).to.equal(400);
      expect(reply.msg).to.match(/^(domainName|authorizationNo):/);
    }
  });

  it("an address may ask twenty times a minute, at both paths together", async () => {
    const limited = endpoints.filter(({ limit }) => limit === "licenseVerify").map(({ path }) => path);
    expect(limited).to.have.members([VERIFY, "/api/license/verify"]);
    const ip = "203.0.113.90";
    for (let tries = 0; tries < 20; tries++) await limitNamed("licenseVerify", ip, tries % 2 ? VERIFY : limited[1]!);
    const refused = (await limitNamed("licenseVerify", ip, VERIFY).catch((error: unknown) => error)) as {
      code: number;
    };
    expect(refused).to.include({ code: 429 });
    await limitNamed("licenseVerify", "203.0.113.91", VERIFY);
  });
});

describe("a member's licenses", () => {
  const MINE = "/app-api/website/user/licenses";

  it("are the member's own, newest first, with their whole numbers", async () => {
    const { license: first, owner } = await buildLicense();
    const { license: second } = await buildLicense({ memberId: owner!.member._id });
    await buildLicense();
    await revokeLicense(second._id);
    const { data, code } = await owner!.client.get(MINE);
    expect(code).to.equal(0);
    expect(data).to.deep.equal(
      [second, first].map((license) => ({
        id: license._id,
        authorizationNo: license.authorizationNo,
        productId: 1,
        productName: "Shop",
        domainName: license.domainName,
        companyName: license.companyName,
        status: license === second ? 1 : 0,
        authorizeTime: license.authorizedAt.getTime(),
        expirationTime: license.expiresAt.getTime(),
      })),
    );
  });

  it("another member sees none of them, a stranger gets 401", async () => {
    await buildLicense();
    expect((await (await buildMember()).client.get(MINE)).data).to.deep.equal([]);
    expect((await stranger.get(MINE)).status).to.equal(401);
  });
});
