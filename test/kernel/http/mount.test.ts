import { request, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect } from "chai";
import { call, stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

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
    for (const part of ["nobody", "constructor", "toString"])
      expect(await call("GET", `/openapi.json?part=${part}`)).to.include({ status: 400, code: 400 });
    expect(await call("GET", "/openapi.json?part=nobody")).to.include({ status: 400, code: 400 });
  });

  /** As it is written: fetch() would tidy the path. */
  const rawGet = async (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<IncomingMessage & { body: Buffer }> => {
    const { hostname, port } = new URL((await startService()).url);
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => resolve(Object.assign(response, { body: Buffer.concat(parts) })));
      });
      sent.on("error", reject).end();
    });
  };

  it("what it says of itself is made once: small to whoever takes it small, nothing to whoever has it", async () => {
    const plain = await rawGet("/openapi.json");
    expect(plain.headers["content-encoding"]).to.equal(undefined);
    for (const [encoding, unpack] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const small = await rawGet("/openapi.json", { "accept-encoding": encoding });
      expect(small.headers).to.include({ "content-encoding": encoding, etag: plain.headers.etag });
      expect(small.headers.vary).to.contain("Accept-Encoding");
      expect(small.body.length).to.be.below(plain.body.length / 8);
      expect(unpack(small.body).equals(plain.body)).to.equal(true);
    }
    for (const path of ["/openapi.json", "/docs/swagger-ui-bundle.js", "/docs/", "/docs/swagger-initializer.js"]) {
      const { headers } = await rawGet(path);
      const again = await rawGet(path, { "if-none-match": headers.etag! });
      expect([again.statusCode, again.body.length], path).to.deep.equal([304, 0]);
    }
  });

  it("a path of a page that is no file is 404, however it is written", async () => {
    const strange = [
      "/docs//x/",
      "/docs/..%2f",
      "/docs/%",
      "/docs/x/../../package.json",
      "/docs/.",
      "/docs/%00",
      "/docs/a\\b",
    ];
    const ofConsole = [
      "/console/assets/",
      "/console/assets/..%2f..%2findex.html",
      "/console/assets//x/",
      "/console/assets/%",
    ];
    for (const path of [...strange, "/docs/package.json/x", "/docs/README.md", ...ofConsole])
      expect((await rawGet(path)).statusCode, path).to.equal(404);
  });
});
