import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { OrderItemModel, OrderModel } from "#shared/domains/trade/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, copyOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildBrand } from "#test/factories/spu.js";
import { barriers } from "#test/support/accessibility.js";
import { chooseOption, launchBrowser, openPage, showDots, signInPage, takePicture } from "#test/support/browser.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

const MORE_ORDERS = 60;
/** A page may take so long on the slowest of machines, in both widths. */
const PAGE_MS = 30_000;
/** Lists of which a part is out of sight, or a page that is wider than its window. */
const CUT = `[
  ...[...document.querySelectorAll(".list-rows")].filter((box) => box.scrollWidth > box.clientWidth + 1).map(() => "list"),
  ...(document.querySelector(".list") && document.documentElement.scrollWidth > innerWidth ? ["page"] : []),
]`;
/** Goes to another page of the console as back and forward do, without loading it anew. */
const followed = (path: string): string => `(() => {
  document.querySelector("h1").setAttribute("data-seen", "");
  history.pushState({}, "", ${JSON.stringify(path)});
  dispatchEvent(new PopStateEvent("popstate", { state: {} }));
})()`;
/** A page draws again after its window has another width. */
const DRAWN_AGAIN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))";
const WHOLE_ROWS = `[...document.querySelectorAll("tr.ant-table-row")]
  .filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`;
/** The list has answered, and nothing in it waits. */
const READY = `document.querySelector("h1") !== null &&
  document.querySelector(".ant-skeleton, .ant-spin-spinning, [aria-busy=true]") === null`;

describe("the console's lists, in a real browser", function () {
  this.timeout(120_000);
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let operator: BuiltOperator;
  let built: BuiltOrder;
  let copies: number[];

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    await seedDelivery();
    operator = await buildOperator(["*"], { nickname: "Mei Lin" });
    built = await buildPaidOrder({ owner: await buildMember() });
    await buildBrand();
    copies = await copyOrder(built, MORE_ORDERS);
  });
  after(async () => {
    await OrderModel.deleteMany({ _id: { $in: copies } });
    await OrderItemModel.deleteMany({ orderId: { $in: copies } });
    await browser?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
    await page.context().close();
  });

  async function open(path: string, width = 1_440, colorScheme: "light" | "dark" = "light", locale = "en-US") {
    const viewport = { width, height: width > 600 ? 900 : 812 };
    ({ page, complaints } = await openPage(browser, { locale, colorScheme, viewport, reducedMotion: "reduce" }));
    await showDots(page, url);
    await signInPage(page, url, operator.operator._id);
    await go(path);
  }
  async function go(path: string): Promise<void> {
    await page.goto(`${url}/console${path}`);
    await ready();
  }
  const ready = () => eventually("ready", async () => (await page.evaluate(READY)) === true, 30);
  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name, exact: typeof name === "string" });
  const rows = () => page.locator("tr.ant-table-row");
  const query = () => new URL(page.url()).search;
  const searched = (wanted: string) => eventually(wanted, () => Promise.resolve(query() === wanted));
  const heads = () => page.locator("thead th").allInnerTexts();
  /** An option of the settings' popup. */
  async function set(choose: (popup: Locator) => Promise<void>): Promise<void> {
    await button("Table settings").click();
    const popup = page.locator(".ant-popover:visible").filter({ hasText: "Table settings" });
    await choose(popup);
    await page.keyboard.press("Escape");
    await page.locator("h1").click();
  }

  it("fourteen orders and more are in sight at once, or eight in the form that an operator keeps", async () => {
    await open("/orders");
    await rows().nth(14).waitFor();
    expect(await page.evaluate(WHOLE_ROWS)).to.be.at.least(14);
    await takePicture(page, "orders-1440-light");
    expect(await barriers(page)).to.deep.equal([]);
    await set(async (popup) => {
      expect(await barriers(page)).to.deep.equal([]);
      await takePicture(page, "orders-settings");
      await popup.getByText("Comfortable").click();
    });
    await page.locator(".list-comfortable").waitFor();
    expect(await page.evaluate(WHOLE_ROWS)).to.be.within(8, 13);
    await takePicture(page, "orders-1440-comfortable");
    await page.reload();
    await page.locator(".list-comfortable").waitFor();
    await go("/brands");
    await page.locator(".list-comfortable").waitFor();
    const other = await buildOperator(["*"]);
    await page.context().clearCookies();
    await signInPage(page, url, other.operator._id);
    await go("/brands");
    await page.locator(".list-compact").waitFor();
  });

  it("tabs say how many orders stand in each state, and are in the address as the filter was", async () => {
    await open("/orders?status=40");
    const tab = (name: string) => button(new RegExp(`^${name}`), page.getByRole("group", { name: "Status" }));
    expect(await tab("Cancelled").getAttribute("aria-pressed")).to.equal("true");
    const waiting = await OrderModel.countDocuments({ status: 10 });
    await tab(`Awaiting shipment \\(${waiting}\\)`).click();
    await searched("?status=10");
    await page.getByLabel("Order no.", { exact: true }).fill(built.order.no);
    await button("Search").click();
    await rows().filter({ hasText: built.order.no }).waitFor();
    await tab("All").click();
    await searched(`?no=${built.order.no}`);
    await go("/after-sales?status=10");
    expect(await tab("Requested").getAttribute("aria-pressed")).to.equal("true");
  });

  it("filters that are set are chips, which go one by one or all at once; the others are in a drawer", async () => {
    const { mobile } = built.member;
    await open(`/orders?status=10&mobile=${mobile}&terminal=20&userId=${built.member._id}`);
    await button(/^Terminal: Web/).waitFor();
    expect(await page.getByLabel("Mobile", { exact: true }).inputValue()).to.equal(mobile);
    await takePicture(page, "orders-chips");
    expect(await barriers(page)).to.deep.equal([]);
    await button(/^Terminal: Web/).click();
    await searched(`?mobile=${mobile}&userId=${built.member._id}&status=10`);
    await page.getByLabel("Order no.", { exact: true }).fill(built.order.no);
    await button("More filters (1)").click();
    const drawer = page.getByRole("dialog").filter({ hasText: "Filters" });
    await chooseOption(drawer.getByLabel("Payment method", { exact: true }), "QR code pay");
    await takePicture(page, "orders-drawer");
    expect(await barriers(page)).to.deep.equal([]);
    await button("Show results", drawer).click();
    // What stood in the fields above is searched for as well.
    await button(/^Payment method: QR code pay/).waitFor();
    expect(await page.getByLabel("Order no.", { exact: true }).inputValue()).to.equal(built.order.no);
    await rows().filter({ hasText: built.order.no }).waitFor();
    await button("Clear all").click();
    await searched("?status=10");
    const field = page.getByLabel("Order no.", { exact: true });
    await eventually("emptied", async () => (await field.inputValue()) === "");
    await go("/orders?userId=12a");
    await button(/^Member ID: 12a – Digits only/).waitFor();
    await button("More filters (1)").click();
    await page.getByRole("dialog").getByText("Digits only").waitFor();
  });

  it("an order's row folds out, its number is copied, and the head stays in sight", async () => {
    await open("/orders?pageSize=50");
    await rows().first().getByRole("button", { name: "Expand row" }).click();
    const fold = page.locator(".ant-table-expanded-row").first();
    await fold.getByText("Li Lei").waitFor();
    await fold.getByText("Payment method").waitFor();
    await takePicture(page, "orders-fold");
    expect(await barriers(page)).to.deep.equal([]);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const row = rows().first();
    const no = await row.getByRole("link").first().innerText();
    await button("Copy order number", row).click();
    await button("Copied", row).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).to.equal(no);
    await rows().last().scrollIntoViewIfNeeded();
    expect((await page.locator("thead th").first().boundingBox())!.y).to.equal(0);
    await takePicture(page, "orders-scrolled");
  });

  it("back at a list its filter, its page and its place are as they were", async () => {
    await open("/orders?pageSize=50");
    await page.getByRole("listitem", { name: "2" }).click();
    await searched("?pageNo=2&pageSize=50");
    await ready();
    await page.goBack();
    await searched("?pageSize=50");
    await ready();
    const link = rows().nth(40).getByRole("link").first();
    await link.scrollIntoViewIfNeeded();
    const top = await page.evaluate("scrollY");
    expect(top).to.be.greaterThan(300);
    await link.click();
    await page.getByRole("heading", { name: /^Order / }).waitFor();
    await page.goBack();
    await rows().nth(40).waitFor();
    expect(query()).to.equal("?pageSize=50");
    await eventually("where it was", async () => (await page.evaluate("scrollY")) === top);
  });

  it("a view is saved under a name, opened from another filter, and deleted", async () => {
    await open("/orders?terminal=20&status=10");
    await button("Views").click();
    const popup = page.locator(".ant-popover:visible").filter({ hasText: "Saved views" });
    await popup.getByLabel("Name of the view").fill("Web, to ship");
    await button("Save view", popup).click();
    await button("Delete view Web, to ship").waitFor();
    await takePicture(page, "orders-views");
    expect(await barriers(page)).to.deep.equal([]);
    await go("/orders?status=40");
    await button("Views").click();
    await button("Web, to ship").click();
    await searched("?status=10&terminal=20");
    await button("Web, to ship").click();
    await button("Delete view Web, to ship").click();
    await page.getByText("Save the present filters under a name").waitFor();
    await go("/brands");
    await button("Views").click();
    await page.getByText("Save the present filters under a name").waitFor();
  });

  it("columns are chosen, and one that is not among them is told in the row's fold", async () => {
    await open("/brands");
    expect(await heads()).to.include("Created");
    await set((popup) => popup.getByRole("checkbox", { name: "Created" }).uncheck());
    await eventually("gone", async () => !(await heads()).includes("Created"));
    await page.reload();
    await ready();
    expect(await heads()).not.to.include("Created");
    await rows().first().getByRole("button", { name: "Expand row" }).click();
    await page.locator(".ant-table-expanded-row").getByText("Created").waitFor();
    await set((popup) => button("All columns", popup).click());
    await eventually("back", async () => (await heads()).includes("Created"));
  });

  it("on a phone a row is a card, and the filters are one field and a button", async () => {
    for (const [colorScheme, locale] of [
      ["light", "en-US"],
      ["dark", "zh-CN"],
    ] as const) {
      await open(`/orders?status=10&userId=${built.member._id}`, 375, colorScheme, locale);
      await page.locator(".list-card").first().waitFor();
      expect(await page.getByRole("table").count()).to.equal(0);
      expect(await page.locator(".list-quick input").count()).to.equal(1);
      await takePicture(page, `orders-375-${colorScheme}`);
      expect(await barriers(page)).to.deep.equal([]);
      expect(await page.evaluate(CUT)).to.deep.equal([]);
      await button(locale === "zh-CN" ? "筛选（1）" : "Filters (1)").click();
      await page.getByRole("dialog").locator("input").first().waitFor();
      await takePicture(page, `orders-375-${colorScheme}-filters`);
      expect(await barriers(page)).to.deep.equal([]);
      if (locale === "en-US") await page.context().close();
    }
  });

  it("no list is cut, and none makes its page wider than the window", async function () {
    await open("/orders", 1_440);
    const closed = page.locator("nav [role=menuitem][aria-expanded=false]");
    while ((await closed.count()) > 0) await closed.first().dispatchEvent("click");
    const links = page.locator("nav").first().getByRole("link", { includeHidden: true });
    const paths = await links.evaluateAll((each) => each.map((link) => link.getAttribute("href")!));
    expect(paths.length).to.be.greaterThan(70);
    this.timeout(paths.length * PAGE_MS);
    const cut: string[] = [];
    let lists = 0;
    for (const path of paths) {
      await page.setViewportSize({ width: 1_280, height: 900 });
      if (new URL(page.url()).pathname !== path) await page.evaluate(followed(path));
      await page.locator("h1:not([data-seen])").waitFor();
      await ready();
      if (await page.locator(".list").first().isVisible()) lists++;
      for (const width of [1_280, 375]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(DRAWN_AGAIN);
        await page.waitForFunction(`${CUT}.length === 0`).catch(() => undefined);
        const found = (await page.evaluate(CUT)) as string[];
        if (found.length > 0) await takePicture(page, `cut-${width}-${path.replaceAll("/", "-")}`);
        cut.push(...found.map((what) => `${what} of ${path} at ${width}`));
      }
    }
    expect(cut).to.deep.equal([]);
    expect(lists).to.be.greaterThan(60);
  });
});
