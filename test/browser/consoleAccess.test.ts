import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { endOwnSession, listOperatorSessions, OperatorModel } from "#shared/domains/operator/index.js";
import { fromBase32, totpAt } from "#shared/domains/operator/secondFactor/totp.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { clock, heldClock, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { buildOperator } from "#test/factories/operator.js";
import { isRead, launchBrowser, openPage, showDots, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

const password = "a way in 1";

describe("the console's doors, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let refusals: string[];
  let url: string;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
  });
  after(async () => browser?.close());
  beforeEach(async () => {
    ({ page, complaints } = await openPage(browser, {
      locale: "en-US",
      viewport: { width: 1280, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    }));
    await showDots(page, url);
    refusals = [];
    page.on("response", (answer) => void (answer.status() === 403 && refusals.push(answer.url())));
  });
  afterEach(async function () {
    heldClock.release();
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    await page.context().close();
    expect(complaints).to.deep.equal([]);
  });

  /** The sign that a button is at work may stay in its name for a moment. */
  const named = (name: string) => new RegExp(`^(loading )?${name.replace(/[()]/g, "\\$&")}$`);
  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name: named(name) });
  const told = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
  const build = async (permissions: string[], overrides: object = {}) =>
    (
      await buildOperator(permissions, {
        passwordHash: await hashPassword(password),
        ...overrides,
      })
    ).operator;
  async function signIn(username: string, secret = password, code = ""): Promise<void> {
    await page.getByLabel("User name").fill(username);
    await page.getByLabel("Password").fill(secret);
    await page.getByLabel("Authenticator code").fill(code);
    await button("Sign in").click();
  }
  /** A refusal that is meant: the browser itself complains of it as well. */
  async function refused(words: string): Promise<void> {
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
    complaints.length = 0;
  }
  async function signOut(name: string): Promise<void> {
    await page.getByRole("button", { name }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await button("Sign in").waitFor();
  }

  it("a second factor is turned on with its app, asked for at the sign-in, and turned off again", async () => {
    heldClock.hold();
    const { _id, username } = await build([]);
    await page.goto(`${url}/console/account`);
    await signIn(username);
    await page.getByLabel("Confirm your password").fill("not this one");
    await button("Set up").click();
    await refused("password");
    await page.getByLabel("Confirm your password").fill(password);
    await button("Set up").click();
    await page.getByRole("img", { name: "Scan with an authenticator app" }).waitFor();
    const secret = (await page.locator("code").first().innerText()).trim();
    const codeNow = () => totpAt(fromBase32(secret), Math.floor(clock.ms() / seconds(30)));
    const wrong = codeNow() === "000000" ? "000001" : "000000";
    await takePicture(page, "factor-begun");
    await page.getByLabel("Authenticator code", { exact: true }).fill(wrong);
    await button("Turn on").click();
    await refused("code");
    await page.getByLabel("Authenticator code", { exact: true }).fill(codeNow());
    await button("Turn on").click();
    await told("10 recovery codes left");
    const codes = await page.getByRole("alert").filter({ hasText: "Recovery codes" }).locator("code").allInnerTexts();
    expect(codes).to.have.lengthOf(10);
    await takePicture(page, "factor-codes");
    await page.getByRole("button", { name: "Copy" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).to.equal(codes.join("\n"));
    await button("I have saved them").click();
    expect(await page.getByText(codes[0]!).count()).to.equal(0);

    await signOut(username);
    heldClock.advance(seconds(30));
    await signIn(username, password, wrong);
    await refused("code");
    await page.getByLabel("Authenticator code").fill(codeNow());
    await button("Sign in").click();
    await page.getByRole("heading", { name: "My account" }).waitFor();
    expect(await page.getByText(codes[0]!).count()).to.equal(0);

    await signOut(username);
    await signIn(username, password, codes[0]);
    await told("9 recovery codes left");
    await signOut(username);
    await signIn(username, password, codes[0]);
    await refused("code");
    await page.getByLabel("Authenticator code").fill(codes[1]!);
    await button("Sign in").click();
    await told("8 recovery codes left");

    heldClock.advance(seconds(30));
    const card = page.locator(".ant-card").filter({ hasText: "Two-factor authentication" });
    await card.getByLabel("Password").fill(password);
    await card.getByLabel("Authenticator or recovery code").fill(codeNow());
    await button("Turn off", card).click();
    await button("Set up").waitFor();
    expect((await OperatorModel.findById(_id).lean())?.totpSecret).to.equal(null);
  });

  it("who was given a password chooses one of their own before anything else", async () => {
    const { username } = await build(["trade:order:query"], {
      passwordDue: true,
    });
    await page.goto(`${url}/console/orders`);
    await signIn(username);
    await page.getByRole("heading", { name: "Set your own password" }).waitFor();
    expect(await page.getByRole("navigation").count()).to.equal(0);
    await takePicture(page, "forced-password");
    const own = "my own words 2";
    await page.getByLabel("Current password").fill(password);
    await page.getByLabel("New password", { exact: true }).fill(own);
    await page.getByLabel("Confirm new password").fill("another");
    await button("Change password").click();
    await told("Passwords do not match");
    await page.getByLabel("Confirm new password").fill(own);
    await button("Change password").click();
    await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
    await page.getByRole("table").waitFor();
    expect(refusals).to.deep.equal([]);
  });

  it("who may read orders and products alone sees just these, and nothing that would be refused is asked for", async () => {
    const { username } = await build(["trade:order:query", "product:spu:query", "product:sku:query"]);
    await page.goto(`${url}/console/orders`);
    await signIn(username);
    const menu = page.getByRole("navigation", { name: "Menu" });
    await menu.waitFor();
    const names = await menu.getByRole("link").allInnerTexts();
    await takePicture(page, "few-rights");
    for (const name of ["Orders", "Products"]) expect(names).to.include(name);
    for (const name of ["Members", "Operators", "Dead letters", "Refunds"]) expect(names).not.to.include(name);
    for (const name of names) {
      await menu.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.waitForLoadState("networkidle");
      for (const act of ["New", "Delete", "Ship", "Refund", "Export CSV"])
        expect(await button(act).count(), `${act} of ${name}`).to.equal(0);
    }
    await page.goto(`${url}/console/today`);
    await page.getByText("Orders coming back").waitFor();
    expect(await page.getByText("Failed notifications").count()).to.equal(0);
    await takePicture(page, "today-of-orders");
    for (const address of ["/members/1", "/dead-letters"]) {
      await page.goto(`${url}/console${address}`);
      await page.getByText("You do not have access to this page.").first().waitFor();
    }
    await takePicture(page, "forbidden");
    expect(refusals).to.deep.equal([]);
  });

  it("whose rights have no figures is told that the day has nothing to show", async () => {
    const { username } = await build(["product:spu:query", "product:sku:query"]);
    await page.goto(`${url}/console/products`);
    await signIn(username);
    await page.getByRole("table").waitFor();
    await page.goto(`${url}/console/today`);
    await page.getByText("Your role has no data to show here").waitFor();
    expect(await page.getByText("To do").count()).to.equal(0);
    await takePicture(page, "today-without-figures");
    expect(refusals).to.deep.equal([]);
  });

  it("a session that another operator ended leads to the sign-in at the next click, and back to where one was", async () => {
    const { _id, username } = await build(["product:spu:query", "product:brand:query"]);
    await page.goto(`${url}/console/products`);
    await signIn(username);
    await page.getByRole("table").waitFor();
    await isRead(page);
    const endAll = async () => {
      for (const { _id: sessionId } of await listOperatorSessions(_id)) await endOwnSession(_id, sessionId);
    };
    const toldWhy = page.getByRole("alert").filter({ hasText: "You were signed out" });
    await endAll();
    await page.getByRole("link", { name: "Brands" }).click();
    await toldWhy.waitFor();
    complaints.length = 0;
    await takePicture(page, "ended");
    await signIn(username);
    await page.getByRole("heading", { name: "Brands" }).waitFor();
    await page.getByRole("table").waitFor();
    await isRead(page);
    await endAll();
    await page.reload();
    await toldWhy.waitFor();
    complaints.length = 0;
    await signIn(username);
    await page.getByRole("heading", { name: "Brands" }).waitFor();
  });

  it("keeps the sign-in where no script finds it, over reloads and in other tabs, until it is signed out", async () => {
    const { _id, username } = await build(["product:brand:query", "infra:queue:read"]);
    await page.goto(`${url}/console/brands`);
    await signIn(username);
    await page.getByRole("table").waitFor();
    const seen = await page.evaluate<string>(
      "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])",
    );
    const [cookie] = (await page.context().cookies(url)).filter(({ name }) => name === "shop_operator");
    expect(cookie).to.include({ httpOnly: true, sameSite: "Strict", path: "/" });
    expect(seen)
      .not.to.contain(cookie!.value)
      .and.not.to.match(/eyJ[\w-]+\.|refreshToken|accessToken/);
    await page.reload();
    await page.getByRole("table").waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${url}/queues/`);
    await tab.getByText("order-timeout").first().waitFor();
    await tab.goto(`${url}/console/brands`);
    await tab.getByRole("table").waitFor();
    await signOut(username);
    await tab.getByLabel("User name").waitFor();
    await tab.close();
    expect((await page.context().cookies(url)).map(({ name }) => name)).not.to.include("shop_operator");
    const sessions = await listOperatorSessions(_id);
    expect(sessions.filter(({ userAgent }) => userAgent !== "")).to.deep.equal([]);
    complaints.length = 0;
  });

  it("an operator without a second factor sets one up first, where the shop asks for one", async () => {
    const { username } = await build(["product:brand:query"]);
    Object.assign(config, { OPERATOR_2FA: "required" });
    try {
      await page.goto(`${url}/console/brands`);
      await signIn(username);
      await page.getByRole("heading", { name: "Set up two-factor authentication" }).waitFor();
      await page.getByLabel("Confirm your password").fill(password);
      await button("Set up").click();
      const secret = (await page.locator("code").first().innerText()).trim();
      const code = totpAt(fromBase32(secret), Math.floor(Date.now() / 30_000));
      await page.getByLabel("Authenticator code", { exact: true }).fill(code);
      await takePicture(page, "second-factor-due");
      await button("Turn on").click();
      await page.getByText("Recovery codes").first().waitFor();
      await button("Continue to the console").click();
      await page.getByRole("heading", { name: "Brands" }).waitFor();
      await page.getByRole("table").waitFor();
    } finally {
      Object.assign(config, { OPERATOR_2FA: "optional" });
    }
  });
});
