import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { mayBePersonal } from "#api/http/mount.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { call, stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const plainPath = (path: string): string => path.replace(/[:*]\w+/g, "1");

describe("what may be kept on the way to a client", () => {
  before(startService);

  it("is nothing that a member, an operator or a sign-in is told, be it an answer or a refusal", async () => {
    const { token: member } = await buildMember();
    const { token: operator } = await buildOperator();
    const personal = endpoints.filter((endpoint) => mayBePersonal(endpoint));
    expect(personal.length).to.be.greaterThan(400);
    const wrong: string[] = [];
    for (const { method, path, access } of personal) {
      const verb = method.toUpperCase() as "GET" | "POST" | "PUT" | "DELETE";
      const token = access.kind === "operator" ? operator : member;
      // Acts are refused for their terminal; what is read is answered where it needs no input.
      const headers = { "if-none-match": "*", ...(verb === "GET" ? {} : { terminal: "7" }) };
      const reply = await call(verb, plainPath(path), undefined, { token, headers });
      if (!/no-store/.test(reply.headers.get("cache-control") ?? "")) wrong.push(`${verb} ${path} ${reply.status}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it("is the website's content, by its ETag", async () => {
    const reply = await stranger.get("/app-api/website/home/data");
    expect(reply.headers.get("cache-control")).to.equal("public, no-cache");
    const again = await stranger
      .with({ "if-none-match": reply.headers.get("etag")! })
      .get("/app-api/website/home/data");
    expect(again.status).to.equal(304);
  });

  it("has its kept bytes at addresses that are open to everyone alone", () => {
    expect(endpoints.filter(({ known, access }) => known && access.kind !== "open")).to.deep.equal([]);
  });
});
