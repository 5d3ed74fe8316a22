import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { hashPassword } from "#shared/domains/member/index.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { launchBrowser, openPage, showDots, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

/** By the shop's clock: yyyy-MM-dd HH:mm:ss. */
const shopTime = (date: Date): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "medium" }).format(date);

describe("the console by the shop's clock, in a browser of another zone", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let built: BuiltOrder;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    const { operator } = await buildOperator(["*"], { passwordHash: await hashPassword("clock-1234") });
    built = await buildUnpaidOrder();
    ({ page, complaints } = await openPage(browser, {
      locale: "en-US",
      timezoneId: "America/New_York",
      viewport: { width: 1440, height: 900 },
    }));
    await showDots(page, url);
    await signInPage(page, url, operator._id);
  });
  after(async () => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const placed = () => page.locator("time").filter({ hasText: shopTime(built.order.createdAt) });

  it("shows an order's time as its number says it, and one's own when one points at it", async () => {
    const { _id, no, createdAt } = built.order;
    await page.goto(`${url}/console/orders/${_id}`);
    await placed().first().hover();
    const told = await page.getByRole("tooltip").filter({ hasText: "on your clock" }).innerText();
    expect(told).to.match(/\+08:00; .+ -0[45]:00 on your clock/);
    expect(no.slice(1, 9)).to.equal(shopTime(createdAt).slice(0, 10).replaceAll("-", ""));
  });

  it("a form has the shop's digits, and sends the moment that they say there, also where they are typed", async () => {
    const { _id, payExpireAt } = built.order;
    await page.goto(`${url}/console/orders/${_id}`);
    await page.getByRole("button", { name: "Change payment deadline" }).click();
    const dialog = page.getByRole("dialog").filter({ hasText: "Payment deadline" });
    const field = dialog.getByLabel("Payment deadline");
    expect(await field.inputValue()).to.equal(shopTime(payExpireAt));
    const later = new Date(Math.floor(payExpireAt.getTime() / 1_000) * 1_000 + 3_600_000);
    await field.fill(shopTime(later));
    await field.press("Enter");
    await standsStill(page);
    await dialog.getByRole("button", { name: "Change payment deadline" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await reloadOrder(_id)).order.payExpireAt).to.deep.equal(later);
  });

  it("a filter of times is by the shop's clock, and stands so in the address", async () => {
    const { createdAt } = built.order;
    const second = Math.floor(createdAt.getTime() / 1_000) * 1_000;
    await page.goto(`${url}/console/orders?userId=${built.member._id}&createTime=${second}&createTime=${second + 999}`);
    await page.getByRole("link", { name: built.order.no }).waitFor();
    const minute = shopTime(createdAt).slice(0, 16);
    await page.getByText(`${minute} – ${minute}`).first().waitFor();
    await page.getByRole("button", { name: /^More filters/ }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("Placed").first().click();
    await page.locator(".ant-picker-presets").getByText("Today", { exact: true }).click();
    await standsStill(page);
    await drawer.getByRole("button", { name: /^(Search|Show)/ }).click();
    // The list from before shows the order as well.
    await page.waitForURL((address) => !address.search.includes(`createTime=${second}`));
    await page.getByRole("link", { name: built.order.no }).waitFor();
    const [from, to] = new URL(page.url()).searchParams
      .getAll("createTime")
      .map((ms) => shopTime(new Date(Number(ms))));
    const today = shopTime(new Date()).slice(0, 10);
    expect([from, to]).to.deep.equal([`${today} 00:00:00`, `${today} 23:59:59`]);
  });
});
