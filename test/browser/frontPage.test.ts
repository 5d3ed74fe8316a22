import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { config } from "#shared/kernel/config/config.js";
import { buildOperator } from "#test/factories/operator.js";
import { without } from "#test/providers/support.js";
import { launchBrowser, openPage, signInPage, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

describe("the front page and what the console hides, in a real browser", function () {
  let browser: Browser;
  let url: string;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
  });
  after(async () => browser?.close());

  const widthOf = (page: Page): Promise<number> => page.evaluate("document.documentElement.scrollWidth");

  for (const [name, options] of [
    ["wide", { locale: "en-US", viewport: { width: 1280, height: 900 } }],
    ["phone", { locale: "zh-CN", viewport: { width: 375, height: 800 }, colorScheme: "dark" }],
  ] as const)
    it(`shows the addresses and the sign-ins, ${name}`, async () => {
      const { page, complaints } = await openPage(browser, options);
      await page.goto(url);
      const addresses = await page
        .locator("dd a")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(addresses).to.include.members([
        "/shop",
        "/console",
        "/docs",
        "/openapi.json",
        "/queues",
        "/health/ready",
        "/metrics",
      ]);
      expect(addresses).to.include(config.SANDBOX_URL);
      const text = await page.locator("main").innerText();
      for (const shown of [config.OPERATOR_USERNAME, config.OPERATOR_PASSWORD!, "13800000001", "demo1234"])
        expect(text).to.include(shown);
      expect(await widthOf(page)).to.be.at.most(options.viewport.width);
      await takePicture(page, `front-${name}`);
      await page.context().close();
      expect(complaints).to.deep.equal([]);
    });

  it("the menu has no pages of what is off, and their addresses lead nowhere", () =>
    without(["live", "sms"], async () => {
      const { page, complaints } = await openPage(browser, { locale: "en-US", viewport: { width: 1280, height: 900 } });
      const { operator } = await buildOperator();
      await signInPage(page, url, operator._id);
      await page.goto(`${url}/console/videos`);
      const menu = page.getByRole("navigation", { name: "Menu" });
      // The only page left of its group stands for it.
      await menu.getByText("Videos", { exact: true }).waitFor();
      expect(await menu.getByText("Live and video").count()).to.equal(0);
      await menu.getByText("Operators and audit").click();
      await menu.getByText("Audit log", { exact: true }).waitFor();
      expect(await menu.getByText("SMS log").count()).to.equal(0);
      await takePicture(page, "menu-without");
      await page.goto(`${url}/console/live/rooms`);
      await page.getByText("page", { exact: false }).first().waitFor();
      expect(await page.getByText("Live rooms").count()).to.equal(0);
      await page.context().close();
      expect(complaints).to.deep.equal([]);
    }));
});
