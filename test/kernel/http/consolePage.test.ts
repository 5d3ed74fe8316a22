import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { call, stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const root = resolve(import.meta.dirname, "../../..");
const built = join(root, "dist", "console");
const menus = join(root, "api", "console", "src", "pages");

/** The files that the page names ahead, by the beginning of their names. */
async function namedAhead(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const page = await call("GET", path, undefined, { headers });
  expect([page.status, page.headers.get("content-type")]).to.deep.equal([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("vary")).to.include("Cookie");
  return [...(page.headers.get("link") ?? "").matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, file]) => file!);
}
const signedIn = { cookie: "shop_operator=any" };
const nameOf = (path: string): string => path.replace("/console/assets/", "").split("-")[0]!;

describe("the console's page", () => {
  before(startService);

  it("names the files of whoever is signed in ahead, so that they come side by side", async () => {
    const files = await namedAhead("/console/orders/12", signedIn);
    expect(files.map(nameOf)).to.include.members(["shell", "lists", "OrdersPage"]);
    for (const file of files)
      expect((await stranger.get(file)).headers.get("cache-control"), file).to.include("immutable");
    expect((await namedAhead("/console/pay/orders", signedIn)).map(nameOf)).to.include("PayOrdersPage");
    expect((await namedAhead("/console/nowhere", signedIn)).map(nameOf)).to.deep.equal(["mount", "shell"]);
  });

  it("names them to nobody else: a stranger's sign-in would come later", async () => {
    expect(await namedAhead("/console/orders")).to.deep.equal([]);
  });

  it("knows the files of every page of the menu", () => {
    const { pages } = JSON.parse(readFileSync(join(built, "preloads.json"), "utf8")) as {
      pages: Record<string, string[]>;
    };
    const inMenus = readdirSync(menus)
      .filter((name) => name.startsWith("menuOf"))
      .flatMap((name) => readFileSync(join(menus, name), "utf8").match(/\bimport\("\.\//g) ?? []);
    expect(Object.keys(pages)).to.have.length(inMenus.length);
    for (const [path, files] of Object.entries(pages)) {
      expect(files, path).not.to.deep.equal([]);
      expect(files.filter((name) => !existsSync(join(built, "assets", name)))).to.deep.equal([]);
    }
  });
});
