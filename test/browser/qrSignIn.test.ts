import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { poll, showCode } from "#test/member/qrSignIn/support.js";
import { buildSocialPerson } from "#test/factories/socialPerson.js";
import { launchBrowser, openPage, takePicture } from "#test/support/browser.js";
import { clientWith } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { startService } from "#test/support/service.js";

const APP =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50";

describe("a QR sign-in, with a real browser as the phone", function () {
  let browser: Browser;
  let complaints: string[];

  before(async function () {
    browser = await launchBrowser();
    await startService();
  });
  after(async () => browser?.close());
  async function phone(options: { locale: string; userAgent?: string; dark?: boolean }): Promise<Page> {
    const opened = await openPage(browser, {
      viewport: { width: 390, height: 700 },
      locale: options.locale,
      colorScheme: options.dark ? "dark" : "light",
      ...(options.userAgent ? { userAgent: options.userAgent } : {}),
    });
    complaints = opened.complaints;
    return opened.page;
  }

  it("scans in the provider's app, agrees on its page, and the browser that waited is signed in", async () => {
    const person = await buildSocialPerson({ nickname: "王小明" });
    const code = await showCode();
    const page = await phone({ locale: "zh-CN", userAgent: APP });
    await page.goto(code.qrcodeUrl);
    expect(page.url()).to.contain("/connect/oauth2/authorize");
    expect((await poll(code.sessionId)).status).to.equal(1);
    await page.getByRole("link", { name: `王小明 · ${person.mobile}` }).click();
    await page.getByRole("heading", { name: "登录成功" }).waitFor();
    expect(page.url()).to.contain("/app-api/website/auth/callback");
    await takePicture(page, "confirmed-zh");
    const { status, accessToken } = await poll(code.sessionId);
    expect(status).to.equal(2);
    const user = await clientWith(accessToken!).get("/app-api/member/user/get");
    expect(user.data.nickname).to.equal("王小明");
    await page.reload();
    await page.getByRole("heading", { name: "登录成功" }).waitFor();
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it("says no in a plain browser: cancelled; the same code again is no longer valid", async () => {
    const code = await showCode();
    const page = await phone({ locale: "en-US", dark: true });
    await page.goto(code.qrcodeUrl);
    expect(page.url()).to.contain("/connect/qrconnect");
    await page.getByRole("link", { name: "Nobody: refuse" }).click();
    await page.getByRole("heading", { name: "Sign-in cancelled" }).waitFor();
    await takePicture(page, "cancelled-en");
    expect((await poll(code.sessionId)).status).to.equal(3);
    expect(complaints).to.deep.equal([]);
    await page.goto(code.qrcodeUrl);
    await page.getByRole("heading", { name: "This code is no longer valid" }).waitFor();
    await takePicture(page, "over-en");
    await page.context().close();
  });

  it("a wrong code says why", async () => {
    const code = await showCode();
    const page = await phone({ locale: "zh-CN" });
    await page.goto(`${(await startService()).url}/app-api/website/auth/callback?state=${code.state}&code=wrong`);
    await page.getByRole("heading", { name: "未能登录" }).waitFor();
    await takePicture(page, "failed-zh");
    await page.context().close();
  });

  it("the sandbox's page plays the phone: address in, Confirm, and the browser is signed in", async () => {
    const code = await showCode();
    const page = await phone({ locale: "en-US" });
    await page.goto(sandbox.url);
    await page.locator("#qr input[name=address]").fill(code.qrcodeUrl);
    await page.locator("#qr").getByRole("button", { name: "Scan" }).click();
    const section = page.locator("#qrs");
    await section.getByText("scanned", { exact: true }).first().waitFor();
    expect((await poll(code.sessionId)).status).to.equal(1);
    await section.getByRole("button", { name: "Confirm as a new person" }).first().click();
    await page.getByText("登录成功").first().waitFor();
    await section.getByText("confirmed", { exact: true }).first().waitFor();
    await takePicture(page, "sandbox");
    expect((await poll(code.sessionId)).status).to.equal(2);
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });
});
