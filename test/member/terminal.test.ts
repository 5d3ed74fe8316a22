import { expect } from "chai";
import { LoginLogModel } from "#shared/domains/member/signIn/loginLog.model.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { clientWith } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const GET = "/app-api/member/user/get";
const DEV_LOGIN = "/app-api/member/auth/dev-login";

describe("the terminal header", () => {
  before(startService);

  it("is one of five; any other is 400 and named, on public and on token endpoints", async () => {
    const { client } = await buildMember();
    for (const terminal of ["0", "10", "11", "20", "31"])
      expect(await client.with({ terminal }).get(GET), terminal).to.include({ code: 0 });
    for (const terminal of ["1", "99", "-10", "10.5", "app", "10, 20"])
      for (const reply of [
        await client.with({ terminal }).get(GET),
        await clientWith(undefined, { terminal }).post(DEV_LOGIN, { mobile: freshMobile() }),
      ]) {
        expect(reply, terminal).to.include({ status: 400, code: 400, data: null });
        expect(reply.msg).to.match(/^terminal/);
      }
  });

  it("that is missing counts as 0, and the log of sign-ins has the one that came", async () => {
    const { url } = await startService();
    for (const terminal of [undefined, "10", "31"]) {
      const mobile = freshMobile();
      const reply = await fetch(url + DEV_LOGIN, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "the shop's app/1",
          ...(terminal === undefined ? {} : { terminal }),
        },
        body: JSON.stringify({ mobile }),
      });
      expect(reply.status).to.equal(200);
      const row = await LoginLogModel.findOne({ username: mobile }).lean();
      expect(row).to.include({
        terminal: Number(terminal ?? 0),
        userAgent: "the shop's app/1",
        ip: "127.0.0.1",
        kind: "LOGIN_MOBILE",
        result: 0,
      });
    }
  });

  it("is looked at after the token: a stranger with a wrong one is 401", async () => {
    expect(await clientWith(undefined, { terminal: "99" }).get(GET)).to.include({ status: 401 });
  });
});
