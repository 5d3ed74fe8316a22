import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { buildMember } from "#test/factories/member.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

const looks = [
  { name: "wide", locale: "en-US", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "wide-dark", locale: "zh-CN", viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  { name: "phone", locale: "zh-CN", viewport: { width: 375, height: 800 }, colorScheme: "light" },
  { name: "phone-dark", locale: "en-US", viewport: { width: 375, height: 800 }, colorScheme: "dark" },
] as const;
const pages = [
  "guides",
  "guides/sign-in",
  "guides/order",
  "guides/pay",
  "guides/after-sale",
  "guides/errors",
  "errors",
  "changes",
];

describe("the documentation, in a real browser", function () {
  let browser: Browser;
  let url: string;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
  });
  after(async () => browser?.close());

  const widthOf = (page: Page): Promise<number> => page.evaluate("document.documentElement.scrollWidth");

  for (const { name, ...look } of looks)
    it(`can be read by everybody, in the reader's language and as wide as the screen: ${name}`, async () => {
      const { page, complaints } = await openPage(browser, look);
      for (const one of pages) {
        await page.goto(`${url}/docs/${one}`);
        expect(await page.locator("html").getAttribute("lang"), one).to.equal(look.locale === "zh-CN" ? "zh-CN" : "en");
        expect(await widthOf(page), one).to.be.at.most(look.viewport.width);
        // A phone shows the same words in the same colours.
        if (look.viewport.width > 1_000) expect(await barriers(page), one).to.deep.equal([]);
        await takePicture(page, `docs-${one.replace("/", "-")}-${name}`);
      }
      await page.goto(`${url}/docs/`);
      await page.locator(".opblock-tag").first().click();
      await page.locator(".opblock").first().waitFor();
      expect(await widthOf(page)).to.be.at.most(look.viewport.width);
      await takePicture(page, `docs-calls-${name}`);
      await page.context().close();
      expect(complaints).to.deep.equal([]);
    });

  it("leads from part to part and from guide to guide, and stays in the language that was chosen", async () => {
    const { page, complaints } = await openPage(browser, { locale: "en-US", viewport: looks[0].viewport });
    await page.goto(`${url}/docs/guides`);
    await page.getByRole("link", { name: "中文" }).click();
    await page.getByRole("heading", { name: "开始" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "登录" }).click();
    await page.getByRole("heading", { name: "登录", exact: true }).waitFor();
    expect(new URL(page.url()).pathname).to.equal("/docs/guides/sign-in");
    await page.getByRole("link", { name: "错误码" }).click();
    await page.getByRole("heading", { name: "错误码" }).waitFor();
    await page.getByRole("link", { name: "接口", exact: true }).click();
    await page.locator(".opblock-tag").filter({ hasText: "购物车、订单与售后" }).waitFor();
    const parts = await page.getByLabel("Select a definition").locator("option").allInnerTexts();
    expect(parts).to.deep.equal(["会员", "运营"]);
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it("finds an error by its number or by a word of either language", async () => {
    const { page } = await openPage(browser, { locale: "en-US", viewport: looks[0].viewport });
    await page.goto(`${url}/docs/errors`);
    const rows = page.locator("tbody tr:visible");
    const find = page.getByRole("searchbox");
    await find.fill("1001009004");
    expect(await rows.count()).to.equal(1);
    expect(await rows.first().innerText()).to.include("Proof-Challenge");
    await find.fill("请先登录");
    expect(await rows.first().locator("code").innerText()).to.equal("401");
    await find.fill("no such thing at all");
    await page.getByText("No code fits.").waitFor();
    await page.goto(`${url}/docs/errors#4010`);
    await page.locator('tr[id="4010"]:target').waitFor();
    await page.context().close();
  });

  it("a call is tried with the values that stand there, signed in by a token", async () => {
    const { token } = await buildMember();
    const { page, complaints } = await openPage(browser, { locale: "en-US", viewport: looks[0].viewport });
    await page.goto(`${url}/docs/`);
    await page.getByRole("button", { name: "Authorize" }).first().click();
    const form = page.locator(".modal-ux .auth-container").filter({ hasText: "memberToken" });
    await form.locator("input").fill(token);
    await form.locator("button.authorize").click();
    await page.reload();
    await page.locator(".opblock-tag").filter({ hasText: "Members and sign-in" }).click();
    await page.getByText("/app-api/member/point/record/page", { exact: true }).click();
    const call = page.locator(".opblock.is-open");
    expect(JSON.parse(await call.locator("textarea").first().inputValue())).to.deep.equal({ pageNo: 1, pageSize: 10 });
    await call.getByRole("button", { name: "Execute" }).click();
    const reply = call.locator(".live-responses-table .response").first();
    await reply.getByText("200", { exact: true }).first().waitFor();
    expect(await reply.innerText()).to.include('"total": 0');
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });
});
