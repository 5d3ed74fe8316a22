import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import {
  buildAfterSale,
  buildOrderPaidAtChannel,
  decide,
  refundsOf,
  reloadAfterSale,
} from "#test/factories/afterSale.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, showDots, signInPage, takePicture } from "#test/support/browser.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

/** What is typed, what the page says that it is (nothing of a job's or a request's id), and a job among those found. */
type Typed = [typed: string, is: string, job: string];

describe("the search of jobs at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let mobile: string;
  let memberId: number;
  let numbers: Typed[];

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    await seedDelivery();
    await refreshCertificates();
    const shipped = await buildShippedOrder();
    const { order, member } = shipped;
    [mobile, memberId] = [member.mobile!, member._id];
    const returned = await buildOrderPaidAtChannel();
    const afterSaleId = await buildAfterSale(returned);
    const clerk = await buildOperator(["*"]);
    for (const verb of ["agree", "refund"]) await decide(clerk, verb, afterSaleId);
    await runJobs();
    const payOrder = (await findPayOrder(returned.payOrderId))!;
    const [refund] = await refundsOf(payOrder._id);
    const { no: afterSaleNo } = await reloadAfterSale(afterSaleId);
    const job = "trade.closeUnpaidOrder";
    const closing = await OutboxModel.findOne({ job, subjects: `orderId:${order._id}` })
      .orFail()
      .lean<OutboxRow>();
    numbers = [
      [order.no, `order ${order._id} (${order.no})`, "trade.markOrderPaid"],
      [payOrder.no!, `payment ${payOrder._id} (${payOrder.no})`, "pay.handleCallback"],
      [refund!.no, `refund ${refund!._id} (${refund!.no})`, "pay.refundAtChannel"],
      [afterSaleNo, `after-sales case ${afterSaleId} (${afterSaleNo})`, "pay.refundAtChannel"],
      [shipped.logisticsNo, `parcel ${order.parcelId} (${shipped.logisticsNo})`, "trade.subscribeParcel"],
      [mobile, `member ${memberId} (${mobile})`, "trade.markOrderPaid"],
      [String(memberId), `member ${memberId} (${mobile})`, "trade.markOrderPaid"],
      [bullIdOf(closing), "", job],
      [closing.requestId, "", job],
    ];
  });
  after(async () => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    await page.context().close();
    expect(complaints).to.deep.equal([]);
  });

  async function enter(permissions: string[]): Promise<void> {
    const { operator } = await buildOperator(permissions);
    ({ page, complaints } = await openPage(browser, { locale: "en-US", viewport: { width: 1280, height: 900 } }));
    await showDots(page, url);
    await signInPage(page, url, operator._id);
  }
  const row = () => page.locator("tr.ant-table-row");
  const isThis = () => page.locator(".ant-space").filter({ hasText: "Found:" }).locator(".ant-space-item");

  it("finds by the number of an order, payment, refund, after-sale or parcel, by mobile and by every id", async () => {
    await enter(["*"]);
    for (const [typed, is, job] of numbers) {
      await page.goto(`${url}/console/queues`);
      const field = page.getByLabel("Find a job by any number or ID");
      await field.fill(` ${typed} `);
      await field.press("Enter");
      await row().filter({ hasText: job }).first().waitFor();
      expect(await page.getByLabel("Number, mobile or ID").inputValue()).to.equal(typed);
      // A number may be one at a merchant as well.
      expect(await isThis().allInnerTexts(), typed).to.include.members(is === "" ? [] : [is]);
    }
    expect(await row().count(), "of one request").to.be.at.least(1);
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("leads from what was found to its page", async () => {
    await enter(["*"]);
    const [refundNo, is] = numbers[2]!;
    await page.goto(`${url}/console/jobs?q=${refundNo}`);
    await page.getByRole("link", { name: is }).click();
    await page.getByRole("heading", { name: "Refunds", exact: true }).waitFor();
    await row().filter({ hasText: refundNo }).waitFor();
    expect(await row().count()).to.equal(1);
  });

  it("shows no mobile whole to who may not see members", async () => {
    await enter(["infra:queue:read"]);
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
    for (const typed of [mobile, String(memberId)]) {
      await page.goto(`${url}/console/jobs`);
      await page.getByLabel("Number, mobile or ID").fill(typed);
      await page.getByLabel("Number, mobile or ID").press("Enter");
      await isThis().getByText(`member ${memberId} (${masked})`).waitFor();
      await row().filter({ hasText: "trade.markOrderPaid" }).first().waitFor();
      expect(await page.locator("body").innerText()).not.to.contain(mobile);
    }
    await takePicture(page, "search-masked");
  });

  it("says that there is nothing, without an act on it", async () => {
    await enter(["*"]);
    await page.goto(`${url}/console/jobs?q=nobody-has-this-number`);
    await page.getByText("No results").waitFor();
    expect(await page.getByRole("button", { name: "Cancel all" }).isDisabled()).to.equal(true);
    expect(await isThis().count()).to.equal(0);
    expect(await barriers(page)).to.deep.equal([]);
  });
});
