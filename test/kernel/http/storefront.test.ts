import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { config } from "#shared/kernel/config/config.js";
import { call, stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const root = resolve(import.meta.dirname, "../../..");
const FIRST_LOAD_BYTES = 120 * 1024;

describe("the storefront at /shop", () => {
  before(startService);
  afterEach(() => Object.assign(config, { production: false }));

  it("is one page for every address below it, and its first load is small", async () => {
    const page = await stranger.get("/shop/product/1");
    expect([page.status, page.headers.get("content-type")]).to.deep.equal([200, "text/html; charset=utf-8"]);
    const scripts = [...page.text.matchAll(/(?:src|href)="(\/shop\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
    expect(scripts).to.have.length.greaterThan(0);
    const sizes = await Promise.all(
      scripts.map(async (path) => {
        const asset = await stranger.get(path);
        expect(asset.headers.get("cache-control")).to.equal("public, max-age=31536000, immutable");
        return gzipSync(asset.text).length;
      }),
    );
    expect(sizes.reduce((sum, one) => sum + one, 0)).to.be.at.most(FIRST_LOAD_BYTES);
  });

  it("tells the demo operator's password to a reader at this machine alone", async () => {
    const password = config.OPERATOR_PASSWORD!;
    const told = await stranger.get("/shop");
    expect(told.text).to.include(password);
    expect(told.headers.get("cache-control")).to.equal("no-store");
    for (const header of ["x-forwarded-for", "forwarded", "via"]) {
      const { text } = await call("GET", "/shop", undefined, { headers: { [header]: "127.0.0.1" } });
      expect(text, header).not.to.include(password);
    }
  });

  it("has no such asset, and is only read", async () => {
    expect((await stranger.get("/shop/assets/main.js")).status).to.equal(404);
    expect((await stranger.get("/shop/assets/..%2f.build-stamp")).status).to.equal(404);
    expect((await stranger.post("/shop")).status).to.equal(405);
  });

  it("does not exist in production: like any path that nobody knows", async () => {
    Object.assign(config, { production: true });
    const unknown = await stranger.get("/no-such-path");
    for (const path of ["/shop", "/shop/", "/shop/cart", "/shop/assets/main.js"]) {
      const { status, text, code } = await stranger.get(path);
      expect([status, text, code], path).to.deep.equal([404, unknown.text, unknown.code]);
    }
  });

  it("is no part of the image", () => {
    const read = (path: string): string => readFileSync(resolve(root, path), "utf8");
    const left = read(".dockerignore").split("\n");
    expect(left).to.include("scripts/storefront").and.to.include("dist");
    // What the image runs to build is the build without a part's name, which makes sources and console.
    expect(read("scripts/deploy/Dockerfile"))
      .to.match(/^RUN npm run build$/m)
      .and.not.to.include("storefront");
    expect(existsSync(resolve(root, "dist/scripts/storefront"))).to.equal(false);
  });
});
