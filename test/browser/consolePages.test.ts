import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { hashPassword } from "#shared/domains/member/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildBrand } from "#test/factories/spu.js";
import { buildWallet } from "#test/factories/wallet.js";
import { barriers } from "#test/support/accessibility.js";
import { isRead, launchBrowser, openPage, showDots, takePicture, standsStill } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

const password = "read every page 1";
const looks = [
  {
    colorScheme: "light",
    locale: "en-US",
    every: 1,
    signIn: "Sign in",
    username: "User name",
    password: "Password",
    create: "New",
    ship: "Ship",
  },
  {
    colorScheme: "dark",
    locale: "zh-CN",
    // The same parts in other colours: a third of the pages has them all.
    every: 3,
    signIn: "登录",
    username: "用户名",
    password: "密码",
    create: "新建",
    ship: "发货",
  },
] as const;

describe("the console, in a real browser", function () {
  // Eighty pages, one after the other, beside other tests.
  this.timeout(300_000);
  let browser: Browser;
  let url: string;
  let username: string;
  let built: BuiltOrder;
  let page: Page;
  /** What went wrong on the page since it was asked for: errors of the browser and refused calls. */
  let complaints: string[];
  let heard: () => string[];

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    await seedDelivery();
    ({ username } = (await buildOperator(["*"], { passwordHash: await hashPassword(password) })).operator);
    built = await buildPaidOrder();
    await buildBrand();
    await buildWallet(1_200);
  });
  after(async () => browser?.close());

  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name, exact: true });
  const menuLinks = () => page.locator("nav").first().getByRole("link", { includeHidden: true });
  /** The heading is the new page's, and nothing on it is still being read. */
  async function opened(): Promise<void> {
    await page.locator("h1:not([data-seen])").waitFor();
    await isRead(page);
    await standsStill(page);
    await page.locator("h1").evaluate((heading) => heading.setAttribute("data-seen", ""));
  }
  /** As a click does, wherever in the menu it stands. */
  const choose = (entry: Locator) => entry.dispatchEvent("click");
  async function expectNoFault(name: string): Promise<void> {
    expect([...(await barriers(page)), ...heard()], name).to.deep.equal([]);
  }
  async function open(look: (typeof looks)[number]): Promise<void> {
    const { colorScheme, locale } = look;
    ({ page, complaints } = await openPage(browser, {
      colorScheme,
      locale,
      viewport: { width: 1440, height: 900 },
      // What fades in need not be waited for.
      reducedMotion: "reduce",
    }));
    heard = () => complaints.splice(0);
    page.on("response", (answer) => {
      if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`);
    });
    await showDots(page, url);
    await page.goto(`${url}/console/orders`);
    await button(look.signIn).waitFor();
  }
  async function signIn(look: (typeof looks)[number]): Promise<void> {
    await page.getByLabel(look.username, { exact: true }).fill(username);
    await page.getByLabel(look.password, { exact: true }).fill(password);
    await button(look.signIn).click();
    await opened();
  }

  for (const look of looks)
    describe(`the pages, ${look.colorScheme}, ${look.locale}`, () => {
      before(async () => open(look));
      after(async () => page?.context().close());
      afterEach(async function () {
        if (this.currentTest?.state === "failed") await takePicture(page, `failed-${look.colorScheme}`);
      });

      it("the sign-in can be used by everybody", async () => {
        expect(await page.locator("html").getAttribute("lang")).to.equal(look.locale === "zh-CN" ? "zh-CN" : "en");
        await expectNoFault("sign-in");
        await signIn(look);
      });

      it(`${look.every === 1 ? "each page" : "a third of the pages"} of the menu can, and is read without a complaint`, async () => {
        const closed = page.locator("nav [role=menuitem][aria-expanded=false]");
        while ((await closed.count()) > 0) await choose(closed.first());
        const count = await menuLinks().count();
        expect(count).to.be.greaterThan(70);
        const faults: string[] = [];
        const titles: string[] = [];
        for (let at = 0; at < count; at += look.every) {
          const link = menuLinks().nth(at);
          const name = await link.getAttribute("href");
          if (!page.url().endsWith(name!)) await choose(link);
          else await page.locator("h1").evaluate((heading) => heading.removeAttribute("data-seen"));
          await opened();
          titles.push(await page.title());
          // The menu beside them is the first one's.
          const part = titles.length === 1 ? "html" : "main";
          for (const fault of [...(await barriers(page, part)), ...heard()]) faults.push(`${name} ${fault}`);
        }
        expect(faults).to.deep.equal([]);
        expect(titles.filter((title) => !title.includes(" · "))).to.deep.equal([]);
      });

      it("the editor of a product, a form at the side, an order and its dialog can", async () => {
        await page.goto(`${url}/console/products/new`);
        await opened();
        await expectNoFault("product editor");
        await page.goto(`${url}/console/brands`);
        await opened();
        await button(look.create).click();
        await page.getByRole("dialog").locator("input").first().waitFor();
        await expectNoFault("form at the side");
        await page.goto(`${url}/console/orders/${built.order._id}`);
        await opened();
        await page.getByRole("heading", { name: built.order.no }).waitFor();
        await expectNoFault("order");
        await button(look.ship).click();
        await page.locator("[role=dialog] :is(input, textarea):focus").waitFor({ state: "attached" });
        await expectNoFault("dialog");
      });
    });
});
