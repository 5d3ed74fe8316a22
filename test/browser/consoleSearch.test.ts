import { expect } from "chai";
import type { Browser, Locator, Page, Route } from "playwright-core";
import { buildAddress } from "#test/factories/address.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, type BuiltOrder } from "#test/factories/order.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, showDots, signInPage, takePicture } from "#test/support/browser.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

const SEARCH = "/admin-api/system/search";
const wide = { width: 1440, height: 900 };
const narrow = { width: 375, height: 812 };
const looks = [
  { locale: "en-US", colorScheme: "light", viewport: wide, search: "Search", opened: "Recently opened" },
  { locale: "zh-CN", colorScheme: "dark", viewport: wide, search: "搜索", opened: "最近打开" },
  { locale: "zh-CN", colorScheme: "light", viewport: narrow, search: "搜索", opened: "最近打开" },
  { locale: "en-US", colorScheme: "dark", viewport: narrow, search: "Search", opened: "Recently opened" },
] as const;
type Look = (typeof looks)[number];

describe("the console's search, by keyboard alone, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let reader: BuiltOperator;
  let built: BuiltOrder;
  let mobile: string;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    reader = await buildOperator(["*"], { nickname: "Mei Lin" });
    const owner = await buildMember();
    mobile = freshMobile();
    const { _id: addressId } = await buildAddress(owner.member._id, { mobile, name: "Han Meimei" });
    built = await buildUnpaidOrder({ owner, body: { addressId } });
  });
  after(async () => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 30)}`);
    await page.context().close();
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  async function open(who = reader, { locale, colorScheme, viewport }: Omit<Look, "search" | "opened"> = looks[0]) {
    ({ page, complaints } = await openPage(browser, { locale, colorScheme, viewport, reducedMotion: "reduce" }));
    await showDots(page, url);
    await signInPage(page, url, who.operator._id);
    await page.goto(`${url}/console/account`);
    await page.locator("h1").waitFor();
  }
  const field = (): Locator => page.getByRole("combobox", { name: /^(Search|搜索)$/ });
  const options = (): Locator => page.getByRole("option");
  const option = (words: string): Locator => options().filter({ hasText: words }).first();
  const press = (key: string) => page.keyboard.press(key);
  const path = (): string => page.url().slice(`${url}/console`.length);
  const arrived = (at: string) => page.waitForURL(`${url}/console${at}`);
  /** The chosen line, which the field names to those who do not see it. */
  async function active(): Promise<string> {
    const id = await field().getAttribute("aria-activedescendant");
    const line = page.locator(`[id="${id}"]`);
    expect(await line.getAttribute("aria-selected")).to.equal("true");
    return line.innerText();
  }
  async function find(text: string): Promise<void> {
    await press("Control+k");
    await field().waitFor();
    await page.keyboard.type(text);
  }

  for (const look of looks)
    it(`finds an order by the last digits of its receiver's mobile: ${look.locale}, ${look.colorScheme}, ${look.viewport.width}`, async () => {
      await open(reader, look);
      const name = `search-${look.colorScheme}-${look.locale}-${look.viewport.width}`;
      await takePicture(page, `${name}-head`);
      await press("/");
      await field().waitFor();
      await takePicture(page, `${name}-empty`);
      expect(await barriers(page)).to.deep.equal([]);
      await page.keyboard.type(mobile.slice(-4));
      await option(built.order.no).waitFor();
      await takePicture(page, name);
      expect(await barriers(page)).to.deep.equal([]);
      const { width, height } = (await page.getByRole("dialog").boundingBox())!;
      expect([width <= look.viewport.width, height <= look.viewport.height]).to.deep.equal([true, true]);
      for (let downs = 0; downs < 30 && !(await active()).includes(built.order.no); downs++) await press("ArrowDown");
      await press("Enter");
      await arrived(`/orders/${built.order._id}`);
      await page.getByRole("heading", { level: 1, name: built.order.no }).waitFor();
      await press("Control+k");
      await page.getByRole("group", { name: look.opened }).waitFor();
      expect(await active()).to.include(built.order.no);
      await takePicture(page, `${name}-opened`);
      expect(await barriers(page)).to.deep.equal([]);
    });

  it("a number that is found exactly once opens by Enter, also before it is found, and its page has the focus", async () => {
    await open();
    await find(built.order.no);
    await press("Enter");
    await arrived(`/orders/${built.order._id}`);
    await page.getByRole("heading", { level: 1, name: built.order.no }).waitFor();
    await field().waitFor({ state: "detached" });
    await eventually("the page has the focus", () =>
      page.evaluate<boolean>("document.activeElement !== document.body"),
    );
    await find("Han Meimei");
    await option(built.order.no).waitFor();
    expect(await option(built.order.no).innerText()).to.include(mobile);
  });

  it("pages and things to do, in both languages", async () => {
    await open();
    for (const [text, at] of [
      ["ship orders", "/orders?status=10&deliveryType=1"],
      ["resume notify", "/queues/notify?ask=resume"],
      ["恢复 notify", "/queues/notify?ask=resume"],
      ["dead letters", "/dead-letters?status=0"],
      ["审计 登录日志", "/audit/sign-ins"],
      ["access log", "/operations/access"],
    ] as const) {
      await find(text);
      await options().first().waitFor();
      await press("Enter");
      await arrived(at);
      await field().waitFor({ state: "detached" });
    }
  });

  it("pausing a queue is asked about, and goes on by keys", async () => {
    await open();
    await find("pause notify");
    await option("Pause queue notify").waitFor();
    await press("Enter");
    await page.getByText("Pause this queue?").waitFor();
    await page.locator("button:focus").getByText("No", { exact: true }).waitFor();
    await takePicture(page, "search-pause");
    await press("Enter");
    await page.getByText("Pause this queue?").waitFor({ state: "hidden" });
  });

  it("offers what the operator may do and see, and no more", async () => {
    const packer = await buildOperator(["trade:order:query"]);
    await open(packer);
    await find("orders");
    await option("Unpaid orders").waitFor();
    const lines = (await options().allInnerTexts()).map((line) => line.split("\n")[0]);
    expect(lines).to.include.members(["Orders", "Unpaid orders", "Orders coming back"]);
    expect(lines).not.to.include("Ship orders");
    await field().fill("notify");
    await page.getByRole("status").getByText("Nothing found").waitFor();
    await field().fill(built.order.no);
    await option(built.order.no).waitFor();
    expect(await options().count()).to.equal(1);
  });

  it("Escape closes and gives the focus back; a slash in a field is one", async () => {
    await open();
    const head = page.getByRole("button", { name: /^Search/ });
    await head.focus();
    await press("Enter");
    await field().waitFor();
    await page.keyboard.type("a/b");
    expect(await field().inputValue()).to.equal("a/b");
    await press("Escape");
    await field().waitFor({ state: "detached" });
    await page.locator("button:focus").getByText("Search", { exact: true }).waitFor();
    expect(await head.innerText()).to.match(/Ctrl K/);
    await page.goto(`${url}/console/orders`);
    const filter = page.getByLabel("Order no.", { exact: true });
    await filter.fill("1");
    await press("/");
    expect(await filter.inputValue()).to.equal("1/");
    expect(await field().count()).to.equal(0);
  });

  it("drops what was asked before, and says what could not be searched", async () => {
    await open();
    const held: Route[] = [];
    const dropped: string[] = [];
    page.on("requestfailed", (request) => dropped.push(new URL(request.url()).searchParams.get("text") ?? ""));
    await page.route(
      (address) => address.pathname === SEARCH,
      (route) => void held.push(route),
    );
    await find("first");
    await eventually("asked", () => Promise.resolve(held.length === 1));
    await field().fill("second");
    await eventually("asked again", () => Promise.resolve(held.length === 2));
    await eventually("dropped", () => Promise.resolve(dropped.includes("first")));
    const data = { groups: [], notSearched: ["order", "member"] };
    await held[1]!.fulfill({ status: 200, json: { code: 0, msg: "", data } });
    await page.getByText("Not searched, as it took too long or failed: Orders, Members").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    expect(path()).to.equal("/account");
  });
});
