import { request } from "node:http";
import { expect } from "chai";
import { config } from "#shared/kernel/config/config.js";
import { call, stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

/** By hand: fetch() sends the Host of the address. */
async function textFor(host: string): Promise<string> {
  const { url } = await startService();
  return new Promise((done, fail) => {
    request(url, { headers: { host } }, (reply) => {
      let text = "";
      reply.on("data", (part: Buffer) => (text += part.toString())).on("end", () => done(text));
    })
      .on("error", fail)
      .end();
  });
}

describe("GET /", () => {
  before(startService);
  afterEach(() => Object.assign(config, { production: false, HOME_URL: undefined, SHOP_NAME: undefined }));

  it("shows the operator's password to a reader at this machine alone", async () => {
    const password = config.OPERATOR_PASSWORD!;
    expect(await textFor("127.0.0.1:8080")).to.include(password);
    expect(await textFor("localhost:8080")).to.include(password);
    expect(await textFor("shop.example"), "a name that was made to mean this machine").not.to.include(password);
    for (const header of ["x-forwarded-for", "forwarded", "via"]) {
      const { text } = await call("GET", "/", undefined, { headers: { [header]: "127.0.0.1" } });
      expect(text, header).to.include(config.OPERATOR_USERNAME).and.not.to.include(password);
    }
  });

  it("is a page with the shop's name in production, or leads to HOME_URL", async () => {
    Object.assign(config, { production: true, SHOP_NAME: "Tea & <Cups>" });
    const page = await stranger.get("/");
    expect([page.status, page.headers.get("content-type")]).to.deep.equal([200, "text/html; charset=utf-8"]);
    expect(page.text).to.include("<h1>Tea &amp; &lt;Cups&gt;</h1>");
    for (const secret of [config.OPERATOR_USERNAME, "demo1234", "/console"]) expect(page.text).not.to.include(secret);
    Object.assign(config, { HOME_URL: "https://www.shop.example/tea" });
    const { status, headers } = await stranger.get("/");
    expect([status, headers.get("location")]).to.deep.equal([302, "https://www.shop.example/tea"]);
    expect((await stranger.post("/")).status).to.equal(404);
  });

  it("the icon is there for browsers, and is not fetched twice", async () => {
    for (const [path, type, begins] of [
      ["/favicon.ico", "image/x-icon", Buffer.from([0, 0, 1, 0, 1, 0])],
      ["/favicon.svg", "image/svg+xml", Buffer.from("<svg ")],
    ] as const) {
      const { url } = await startService();
      const reply = await fetch(url + path);
      expect([reply.status, reply.headers.get("content-type")]).to.deep.equal([200, type]);
      expect(reply.headers.get("cache-control")).to.equal("public, max-age=86400");
      expect(
        Buffer.from(await reply.arrayBuffer())
          .subarray(0, begins.length)
          .equals(begins),
        path,
      ).to.equal(true);
      const again = await call("GET", path, undefined, { headers: { "if-none-match": reply.headers.get("etag")! } });
      expect([again.status, again.text]).to.deep.equal([304, ""]);
    }
  });
});
