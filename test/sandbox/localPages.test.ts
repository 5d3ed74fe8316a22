import { expect } from "chai";
import { sandbox } from "#test/support/environment.js";

describe("pages of the shop at the sandbox", () => {
  const answer = async (origin: string, path: string, method = "OPTIONS"): Promise<[number, string | null]> => {
    const { status, headers } = await fetch(sandbox.url + path, { method, headers: { origin } });
    return [status, headers.get("access-control-allow-origin")];
  };
  const local = "http://127.0.0.1:9080";

  it("may use the control from this machine", async () => {
    expect(await answer(local, "/sandbox/sms")).to.deep.equal([204, local]);
    expect(await answer(local, "/sandbox/sms", "GET")).to.deep.equal([200, local]);
    expect(await answer(local, "/sandbox/express/none", "GET")).to.deep.equal([404, local]);
  });

  it("may not from elsewhere, and no page may use the providers' protocols", async () => {
    for (const origin of ["https://shop.example", "http://127.0.0.1.shop.example", "null"])
      expect((await answer(origin, "/sandbox/sms", "GET"))[1], origin).to.equal(null);
    expect((await answer(local, "/platform/express/poll", "GET"))[1]).to.equal(null);
  });
});
