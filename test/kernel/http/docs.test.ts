import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import sinon from "sinon";
import { config } from "#shared/kernel/config/config.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const pages = ["/docs/", "/docs/guides", "/docs/guides/order", "/docs/errors", "/docs/changes"];

describe("/docs", () => {
  let url: string;
  before(async () => ({ url } = await startService()));
  afterEach(() => sinon.restore());

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(url + path, { redirect: "manual", headers });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };

  it("answers in the language that is asked for, else in the reader's", async () => {
    for (const path of pages) {
      for (const lang of ["en", "zh"]) {
        const { status, text } = await get(`${path}?lang=${lang}`);
        expect(status, path).to.equal(200);
        expect(text).to.include(`<html lang="${lang === "zh" ? "zh-CN" : "en"}">`);
      }
      const read = await get(path, { "accept-language": "zh-CN" });
      expect(read.text, path).to.include('<html lang="zh-CN">');
      expect(read.headers.get("vary")).to.include("Accept-Language");
      expect(
        (await get(path, { "if-none-match": read.headers.get("etag")!, "accept-language": "zh" })).status,
      ).to.equal(304);
    }
    const sections = async (lang: string): Promise<string[]> =>
      (
        JSON.parse((await get(`/openapi.json?part=members&lang=${lang}`)).text) as { tags: { name: string }[] }
      ).tags.map(({ name }) => name);
    expect(await sections("en")).to.include("Cart, orders, after-sales");
    expect(await sections("zh")).to.include("购物车、订单与售后");
  });

  it("refuses a language that it does not speak, in the two that it does, and pages that are not there", async () => {
    for (const path of ["/docs/errors", "/openapi.json"])
      for (const [language, words] of [
        ["en", "lang: must be one of en, zh"],
        ["zh", "lang：必须是以下之一：en, zh"],
      ] as const) {
        const { code, msg } = await clientWith(undefined, { "accept-language": language }).get(`${path}?lang=fr`);
        expect({ code, msg }).to.deep.equal({ code: 400, msg: words });
      }
    for (const path of [
      "/docs/guides/",
      "/docs/guides/none",
      "/docs/guides/constructor",
      "/docs/guides/..%2fen",
      "/docs/none",
    ])
      expect((await get(path)).status, path).to.equal(404);
  });

  it("lists every code of shared/errors.md, with both texts and what a client does", async () => {
    const { text } = await get("/docs/errors?lang=en");
    const listed = readFileSync(resolve(import.meta.dirname, "../../../shared/errors.md"), "utf8");
    const codes = [...listed.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => code!);
    const shown = [...text.matchAll(/<tr id="(\d+)">/g)].map(([, code]) => code!);
    expect(codes.length).to.be.greaterThan(300);
    expect(shown.sort()).to.deep.equal(codes.sort());
    const cells = [...text.matchAll(/<tr id="\d+">(.*?)<\/tr>/g)].map(([, row]) => row!.split("</td>").slice(0, 4));
    for (const [, en, zh, todo] of cells) {
      expect(en).to.match(/<td lang="en">.+/);
      expect(zh).to.match(/<td lang="zh-CN">.*[\u4e00-\u9fff{]/);
      expect(todo).to.match(/<td>[A-Z].+\.$/);
    }
  });

  it("shows the guides with their code, and links between them that lead somewhere", async () => {
    const { text } = await get("/docs/guides?lang=en");
    expect(text).to.include("npm install ./member-commerce-client-");
    const links = [...text.matchAll(/href="(\/docs\/[^"#]+)"/g)].map(([, to]) => to!);
    expect(links.length).to.be.greaterThan(10);
    for (const to of new Set(links)) expect((await get(to)).status, to).to.equal(200);
    expect((await get("/docs/guides/order?lang=zh")).text)
      .to.include("<code")
      .and.include("/app-api/trade/order/create");
  });

  it("is kept from strangers where it is not public: every page, every file", async () => {
    sinon.stub(config, "DOCS_PUBLIC").value(false);
    const { token } = await buildOperator([]);
    for (const path of [...pages, "/docs"]) {
      const reply = await get(path);
      expect([reply.status, reply.headers.get("location")], path).to.deep.equal([302, "/console"]);
    }
    for (const path of ["/docs/find.js", "/docs/calls.css", "/docs/swagger-initializer.js", "/openapi.json?lang=zh"])
      expect((await get(path)).status, path).to.equal(401);
    for (const path of [...pages, "/docs/find.js"]) {
      const reply = await get(path, { authorization: `Bearer ${token}` });
      expect(reply.status, path).to.equal(200);
      expect(reply.headers.get("cache-control"), path).to.match(/^private, /);
    }
  });
});
