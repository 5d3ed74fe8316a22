import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { OrderModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, reloadOrder } from "#test/factories/order.js";
import { freshLogisticsNo } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { barriers } from "#test/support/accessibility.js";
import {
  chooseOption,
  launchBrowser,
  openPage,
  showDots,
  signInPage,
  standsStill,
  takePicture,
} from "#test/support/browser.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

describe("orders in several parcels, and many at once, at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    await seedDelivery();
    const { operator } = await buildOperator(["*"], { passwordHash: await hashPassword("parcels-12") });
    ({ page, complaints } = await openPage(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } }));
    await showDots(page, url);
    await signInPage(page, url, operator._id);
  });
  after(async () => {
    await browser?.close();
    await runJobs();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name, exact: true });
  const card = (title: string) =>
    page.locator(".ant-card").filter({ has: page.locator(".ant-card-head-title").getByText(title, { exact: true }) });

  async function ship(logisticsNo: string, pieces?: string): Promise<Locator> {
    await button("Ship").first().click();
    const dialog = page.getByRole("dialog").filter({ hasText: "Carrier" });
    await chooseOption(dialog.getByLabel("Carrier"), "中通快递");
    await dialog.getByLabel("Tracking number").fill(logisticsNo);
    if (pieces) await dialog.getByRole("textbox", { name: /^Quantity of/ }).fill(pieces);
    await standsStill(page);
    return dialog;
  }

  it("is shipped piece by piece: what is in each parcel is entered, shown and printed", async () => {
    const { order, items } = await buildPaidOrder({ count: 3 });
    const [first, last] = [freshLogisticsNo(), freshLogisticsNo()];
    await page.goto(`${url}/console/orders/${order._id}`);
    const dialog = await ship(first, "4");
    await button("Ship", dialog).click();
    await dialog.getByText("Enter whole numbers up to what is left to ship").waitFor();
    await dialog.getByRole("textbox", { name: /^Quantity of/ }).fill("0");
    await dialog.getByText("Enter a quantity for at least one product").waitFor();
    await dialog.getByRole("textbox", { name: /^Quantity of/ }).fill("2");
    expect(await barriers(page)).to.deep.equal([]);
    await takePicture(page, "ship-some");
    await button("Ship", dialog).click();
    await page.getByText("Shipped in part", { exact: true }).first().waitFor();
    expect((await reloadOrder(order._id)).order).to.include({ status: 10 });
    await card("Shipment 1").getByText(`${items[0]!.spuName} ×2`).waitFor();
    await page.getByText("2 shipped", { exact: true }).waitFor();
    await takePicture(page, "shipped-in-part");
    await page.goto(`${url}/console/orders/print/slips?ids=${order._id}`);
    await page.getByText("1 item in all").waitFor();
    await page.goto(`${url}/console/orders/${order._id}`);
    const rest = await ship(last);
    expect(await rest.getByRole("textbox", { name: /^Quantity of/ }).count()).to.equal(0);
    await button("Ship", rest).click();
    await card("Shipment 2").getByText(last).waitFor();
    expect((await reloadOrder(order._id)).order).to.include({ status: 20, logisticsNo: last });
    await card("Shipment 1").getByRole("button", { name: "Edit tracking" }).click();
    const correct = page.getByRole("dialog").filter({ hasText: "Carrier" });
    expect(await correct.getByLabel("Tracking number").inputValue()).to.equal(first);
    const corrected = freshLogisticsNo();
    await correct.getByLabel("Tracking number").fill(corrected);
    await standsStill(page);
    await button("Edit tracking", correct).click();
    await card("Shipment 1").getByText(corrected).waitFor();
    await card("Shipment 2").getByText(last).waitFor();
    await takePicture(page, "two-parcels");
  });

  it("acts on all orders of a search, beyond the page, but for those that are taken out again", async () => {
    const owner = await buildMember();
    const { skuIds } = await buildSpu({ stock: 50 });
    for (let one = 0; one < 12; one++) await buildPaidOrder({ owner, skuId: skuIds[0]! });
    await page.goto(`${url}/console/orders?userId=${owner.member._id}&pageSize=10`);
    const boxes = page.locator("tr.ant-table-row").getByRole("checkbox");
    await boxes.first().check();
    await button("Select all 12 of this search").click();
    await page.getByText("12 selected", { exact: true }).waitFor();
    await boxes.nth(1).uncheck();
    await page.getByText("11 selected", { exact: true }).waitFor();
    await takePicture(page, "whole-search");
    await button("Add a note").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Add a note to 11 orders").waitFor();
    await dialog.getByRole("textbox").fill("gift wrap");
    await standsStill(page);
    await button("Add a note", dialog).click();
    await dialog.waitFor({ state: "hidden" });
    const noted = { memberId: owner.member._id, remark: "gift wrap" };
    expect(await OrderModel.countDocuments(noted)).to.equal(11);
  });
});
