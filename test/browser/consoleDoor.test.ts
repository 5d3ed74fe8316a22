import { expect } from "chai";
import type { Browser, Page, Route } from "playwright-core";
import { hashPassword } from "#shared/domains/member/index.js";
import { buildOperator } from "#test/factories/operator.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

const password = "through the door 1";
/** Of scripts and styles, compressed; the console itself is some 500. */
const MOST_BYTES_AT_SIGN_IN = 50_000;
const CONSOLE_FILES = /\/assets\/(shell|lists)-/;

describe("the sign-in to the console, in a real browser", () => {
  let browser: Browser;
  let url: string;
  let username: string;
  let page: Page;
  /** The path of each answer, with the bytes that came. */
  let answers: { path: string; bytes: Promise<number> }[];

  before(async () => {
    browser = await launchBrowser();
    ({ url } = await startService());
    const permissions = ["product:brand:query", "product:category:query"];
    ({ username } = (await buildOperator(permissions, { passwordHash: await hashPassword(password) })).operator);
  });
  beforeEach(async () => {
    ({ page } = await openPage(browser, { locale: "en-US" }));
    answers = [];
    page.on("response", (answer) => {
      const bytes = answer.request().sizes();
      answers.push({
        path: new URL(answer.url()).pathname,
        bytes: bytes.then(({ responseBodySize }) => responseBodySize),
      });
    });
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    await page.context().close();
  });
  after(async () => browser?.close());

  const submit = () => page.getByRole("button", { name: "Sign in" });
  async function fill(): Promise<void> {
    await page.getByLabel("User name").fill(username);
    await page.getByLabel("Password").fill(password);
  }

  it("is there before the files of the console are, and opens it once they have come", async () => {
    let held: Route[] | undefined = [];
    await page.route(CONSOLE_FILES, (route) => (held ? void held.push(route) : route.continue()));
    await page.goto(`${url}/console/brands`);
    await fill();
    const files = answers.filter(({ path }) => path.startsWith("/console"));
    expect(files.length, "the page, its style, its scripts").to.be.within(3, 6);
    const bytes = await Promise.all(files.map((file) => file.bytes));
    expect(bytes.reduce((sum, one) => sum + one)).to.be.within(10_000, MOST_BYTES_AT_SIGN_IN);
    await submit().click();
    await page.waitForResponse(/browser-login/);
    await page.locator("button[aria-busy=true]").waitFor();
    const waiting = held;
    held = undefined;
    await Promise.all(waiting.map((route) => route.continue()));
    await page.getByRole("heading", { name: "Brands" }).waitFor();
  });

  it("says so when the files of the console do not come", async () => {
    await page.route(CONSOLE_FILES, (route) => route.abort());
    await page.goto(`${url}/console/brands`);
    await fill();
    await submit().click();
    await page.getByRole("alert").filter({ hasText: "The console cannot be loaded" }).waitFor();
    await page.unroute(CONSOLE_FILES);
    await page.reload();
    await page.getByRole("heading", { name: "Brands" }).waitFor();
  });

  it("is done by keys alone; what is missing is told at its field, and another language keeps what was typed", async () => {
    await page.goto(`${url}/console/brands`);
    await submit().waitFor();
    await page.keyboard.type(username);
    await page.keyboard.press("Enter");
    const missing = page.getByLabel("Password");
    expect(await missing.getAttribute("aria-invalid")).to.equal("true");
    await page.locator("#password:focus").waitFor();
    await page.getByText("This field is required").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("radio", { name: "Dark" }).check();
    expect(await page.locator("html").getAttribute("data-theme")).to.equal("dark");
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("radio", { name: "中文" }).check();
    expect(await page.getByLabel("用户名").inputValue()).to.equal(username);
    expect(await barriers(page)).to.deep.equal([]);
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "品牌" }).waitFor();
  });

  it("leads to pages whose files are loaded before they are opened", async () => {
    await page.goto(`${url}/console/brands`);
    await fill();
    await submit().click();
    await page.getByRole("heading", { name: "Brands" }).waitFor();
    const coming = page.waitForResponse(/\/assets\/CategoriesPage-/);
    await page.getByRole("link", { name: "Categories" }).hover();
    expect((await coming).status()).to.equal(200);
    expect(page.url()).to.match(/\/brands$/);
  });
});
