import { expect } from "chai";
import { caller } from "#api/http/requestContext.js";
import { guardSignIn, memberErrors } from "#shared/domains/member/index.js";
import { withContext } from "#shared/kernel/request/context.js";
import { freshMobile } from "#test/factories/member.js";
import { startService } from "#test/support/service.js";

const callerFrom = (ip: string) =>
  withContext({ requestId: "of a test", language: "en", ip, userAgent: "" }, () => caller());

describe("proofs and locks of sign-ins by address", () => {
  before(startService);

  it("after thirty failures an address needs a proof for each try, exempt ones never", async () => {
    const guess = (ip: string, exempt: boolean, wrong = true) =>
      guardSignIn(
        {
          audience: "member",
          name: freshMobile(),
          caller: { ...callerFrom(ip), exempt },
          locked: memberErrors.SignInLocked,
          isWrong: memberErrors.BadCredentials.is,
        },
        async () => {
          if (wrong) throw memberErrors.BadCredentials();
          return "in";
        },
      ).catch((error: { code: number }) => error.code);
    for (let tries = 0; tries < 30; tries++) expect(await guess("203.0.113.30", false)).to.equal(1004003000);
    expect(await guess("203.0.113.30", false, false)).to.equal(1001009004);
    expect(await guess("203.0.113.31", false, false)).to.equal("in");
    for (let tries = 0; tries < 31; tries++) expect(await guess("203.0.113.32", true)).to.equal(1004003000);
    // Whoever has one address of an IPv6 network has 2^64 of them.
    for (let tries = 0; tries < 30; tries++)
      expect(await guess(`2001:db8:1:2::${tries + 1}`, false)).to.equal(1004003000);
    expect(await guess("2001:db8:1:2:ffff::1", false, false)).to.equal(1001009004);
    expect(await guess("2001:db8:1:3::1", false, false)).to.equal("in");
  });
});
