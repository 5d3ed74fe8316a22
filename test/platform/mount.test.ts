import { expect } from "chai";
import { call, stranger } from "#test/support/client.js";

describe("the front door", () => {
  it("an unknown path is 404 in an envelope", async () => {
    const reply = await stranger.get("/app-api/nowhere");
    expect([reply.status, reply.code, reply.data]).to.deep.equal([404, 404, null]);
  });
  it("documents itself", async () => {
    const reply = await call("GET", "/openapi.json");
    expect(JSON.parse(reply.text).openapi).to.equal("3.1.0");
  });
});
