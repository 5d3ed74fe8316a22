import { expect } from "chai";
import { startService } from "#test/support/service.js";

describe("what keeps an answer safe in a browser", () => {
  let url: string;
  before(async () => ({ url } = await startService()));

  const headersOf = async (path: string) => (await fetch(url + path, { redirect: "manual" })).headers;

  it("data can be neither run, framed nor taken for something else", async () => {
    for (const path of [
      "/app-api/website/home/data",
      "/app-api/member/user/get",
      "/app-api/website/solution/list?x=1",
    ]) {
      const headers = await headersOf(path);
      expect(headers.get("content-security-policy"), path).to.equal("default-src 'none';frame-ancestors 'none'");
      expect(headers.get("x-content-type-options"), path).to.equal("nosniff");
      expect(headers.get("referrer-policy"), path).to.equal("no-referrer");
    }
  });

  it("pages, refusals of no endpoint and paths with ids have the rules of pages", async () => {
    for (const path of ["/docs/", "/queues", "/nothing-here", "/app-api/website/solution/1"]) {
      const headers = await headersOf(path);
      expect(headers.get("content-security-policy"), path).to.match(/default-src 'self'/);
      expect(headers.get("x-content-type-options"), path).to.equal("nosniff");
      expect(headers.get("x-frame-options"), path).to.equal("SAMEORIGIN");
    }
  });
});
