import { expect } from "chai";
import { call, stranger } from "#test/support/client.js";

describe("the front door", () => {
  it("an unknown path is 404 in an envelope", async () => {
    const reply = await stranger.get("/app-api/nowhere");
    expect([reply.status, reply.code, reply.data]).to.deep.equal([404, 404, null]);
  });
  it("documents itself", async () => {
    const pathsOf = async (query: string): Promise<string[]> => {
      const document = JSON.parse((await call("GET", `/openapi.json${query}`)).text);
      expect(document.openapi).to.equal("3.1.0");
      return Object.keys(document.paths);
    };
    const [members, operators] = [await pathsOf("?part=members"), await pathsOf("?part=operators")];
    expect(members).to.include("/app-api/trade/order/create");
    expect(operators.every((path) => path.startsWith("/admin-api/"))).to.equal(true);
    expect((await pathsOf("")).sort()).to.deep.equal([...members, ...operators].sort());
    expect(await call("GET", "/openapi.json?part=nobody")).to.include({ status: 400, code: 400 });
  });
});
