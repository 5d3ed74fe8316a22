import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Browser } from "playwright-core";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildBuyer } from "#test/factories/order.js";
import { buildSpu } from "#test/factories/spu.js";
import { launchBrowser, openPage } from "#test/support/browser.js";
import { sandbox } from "#test/support/environment.js";
import { installClient, installedClient } from "#test/support/packedClient.js";
import { startService } from "#test/support/service.js";
import { config } from "#shared/kernel/config/config.js";
import { webhookHeaders } from "#shared/kernel/webhooks/signWebhook.js";

const root = resolve(import.meta.dirname, "../..");
const source = join(root, "scripts/client");
const guides = join(source, "guides");
const pages = readdirSync(join(guides, "en")).sort();
const run = promisify(execFile);

/** The code of a guide, as one program. */
const codeOf = (language: string, page: string): string =>
  [...readFileSync(join(guides, language, page), "utf8").matchAll(/^```ts\n([^]*?)^```/gm)]
    .map(([, code]) => code!)
    .join("\n");
const withoutComments = (code: string): string => code.replace(/ *\/\/ .*$/gm, "");

describe("the typed client as a package", function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), "shop-client-"));
  const installed = installedClient(folder);
  let packedFiles: string[];
  let browser: Browser | undefined;

  before(async () => {
    await startService();
    packedFiles = await installClient(folder);
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("holds code, types, guides, example and its papers, and needs no other package", () => {
    const needed = ["README.md", "CHANGELOG.md", "LICENSE", "package.json", "examples/smallShop.ts"];
    expect(packedFiles).to.include.members([...needed, "dist/index.js", "dist/index.d.ts", "dist/webhooks.d.ts"]);
    expect(packedFiles).to.include.members(pages.flatMap((page) => [`guides/en/${page}`, `guides/zh/${page}`]));
    expect(packedFiles.filter((path) => !/^(dist|guides|examples)\/|^[A-Z]+(\.md)?$|^package\.json$/.test(path)))
      .to.deep //
      .equal([]);
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).to.deep.equal([
      "member-commerce-client",
    ]);
    const { version, scripts } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
      version: string;
      scripts: { prepack: string };
    };
    expect(scripts.prepack).to.equal("npm run build");
    expect(readFileSync(join(installed, "CHANGELOG.md"), "utf8")).to.include(`\n## ${version}\n`);
  });

  it("has its guides in both languages, with the same code", () => {
    expect(pages).to.include.members(["sign-in.md", "order.md", "pay.md", "after-sale.md", "errors.md"]);
    expect(readdirSync(join(guides, "zh")).sort()).to.deep.equal(pages);
    for (const page of pages)
      expect(withoutComments(codeOf("zh", page)), page).to.equal(withoutComments(codeOf("en", page)));
  });

  it("passes the compiler: its own types, every guide's code, and the example", async () => {
    for (const page of pages) writeFileSync(join(folder, page.replace(/\.md$/, ".ts")), codeOf("en", page));
    copyFileSync(join(source, "examples/smallShop.ts"), join(folder, "smallShop.ts"));
    const compilerOptions = {
      target: "ES2022",
      lib: ["ES2023", "DOM", "DOM.Iterable"],
      module: "NodeNext",
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      typeRoots: [join(root, "node_modules/@types")],
      types: ["node"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const compiler = join(source, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [compiler, "-p", folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).to.equal("");
  });

  it("buys: the example signs in, fills the cart, orders, pays and follows its order", async () => {
    const { url } = await startService();
    await buildBuyer();
    await buildSpu();
    expect(existsSync(join(folder, "smallShop.js"))).to.equal(true);
    const more = { SANDBOX_URL: sandbox.url, MOBILE: freshMobile(), RETURN_URL: config.RETURN_URLS[0]! };
    const env = { ...process.env, SHOP_URL: url, ...more };
    const { stdout } = await run(process.execPath, [join(folder, "smallShop.js")], { env });
    expect(stdout).to.match(/signed in as member \d+\n/);
    expect(stdout).to.match(/1 in the cart\norder \d+ for ¥\d+\.\d\d\npaid\n/);
    expect(stdout).to.match(/order \w+ has state 10, and is the newest: true\n$/);
  });

  it("runs in a browser: calls, uploads with their progress, webhooks", async () => {
    const { url } = await startService();
    const { token, member } = await buildMember();
    browser = await launchBrowser();
    const { page, complaints } = await openPage(browser);
    await page.route(`${url}/client/*`, (route) =>
      route.fulfill({ path: join(installed, "dist", new URL(route.request().url()).pathname.split("/").at(-1)!) }),
    );
    await page.goto(url);
    const body = JSON.stringify({ id: "evt_1", type: "order.paid", createdAt: 1, data: {} });
    const secret = `whsec_${Buffer.from("of the browser").toString("base64")}`;
    const headers = webhookHeaders([secret], "evt_1", body, Date.now());
    const seen = await page.evaluate(
      `(async ({ token, body, secret, headers }) => {
        const { createShopClient, memoryTokens } = await import("/client/index.js");
        const { verifyWebhook } = await import("/client/webhooks.js");
        const shop = createShopClient({ baseUrl: location.origin, tokens: memoryTokens({ accessToken: token }) });
        const me = await shop.get("/app-api/member/user/get");
        const canvas = new OffscreenCanvas(400, 400);
        canvas.getContext("2d").fillRect(0, 0, 100, 100);
        const form = new FormData();
        form.set("file", await canvas.convertToBlob(), "square.png");
        const told = [];
        const address = await shop.post("/app-api/infra/file/upload", form, { onProgress: (one) => told.push(one) });
        const refused = await shop.answers.post("/app-api/infra/file/upload", new FormData(), { onProgress() {} });
        const event = await verifyWebhook({ body, headers }, { secrets: secret });
        const changed = await verifyWebhook({ body: body + " ", headers }, { secrets: secret }).catch(({ reason }) => reason);
        return { id: me.id, address, told, refused: refused.code, event: event.id, changed };
      })(${JSON.stringify({ token, body, secret, headers })})`,
    );
    const { told, address, ...rest } = seen as { told: { sentBytes: number; totalBytes: number }[]; address: string };
    expect(rest).to.deep.equal({ id: member._id, refused: 400, event: "evt_1", changed: "wrongSignature" });
    expect(address).to.match(/^http.*\.png$/);
    expect(told.at(-1)!.sentBytes).to.equal(told.at(-1)!.totalBytes).and.be.greaterThan(100);
    expect(complaints.filter((one) => !one.includes("status of 400"))).to.deep.equal([]);
    await page.context().close();
  });
});
