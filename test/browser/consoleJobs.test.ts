import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { minutes } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, showDots, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob } from "#test/support/testJobs.js";

describe("the jobs behind an order at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let built: BuiltOrder;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    built = await buildPaidOrder();
    await runJobs();
    const { operator } = await buildOperator(["*"]);
    ({ page, complaints } = await openPage(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } }));
    await showDots(page, url);
    await signInPage(page, url, operator._id);
  });
  after(async () => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const button = (words: string, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name: words, exact: true });
  const rowOf = (words: string) => page.locator("tr.ant-table-row").filter({ hasText: words });

  it("are found from the queues by its number, and told in the order's own timeline", async () => {
    const { order } = await reloadOrder(built.order._id);
    await page.goto(`${url}/console/queues`);
    await page.getByLabel("Find a job by any number or ID").fill(order.no);
    await page.getByLabel("Find a job by any number or ID").press("Enter");
    await page.getByText(`order ${order._id} (${order.no})`).waitFor();
    await rowOf("trade.markOrderPaid").getByText("Done", { exact: true }).waitFor();
    await rowOf("trade.closeUnpaidOrder").getByText("Cancelled", { exact: true }).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await page.goto(`${url}/console/orders/${order._id}`);
    await page.getByText("Timeline: requests, jobs, calls, deliveries").click();
    await page.getByText("by POST /app-api/trade/order/create").first().waitFor();
    await page.getByText("pay.order.paid").first().waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await takePicture(page, "timeline");
  });

  it("are kept back and let go with a reason, which who looks is told", async () => {
    const number = 500_000_000 + (await nextId("consoleJobs"));
    await enqueue(keyedJob, { number }, { delayMs: minutes(30) });
    const row = () => OutboxModel.findOne({ "payload.number": number }).orFail().lean<OutboxRow>();
    await page.goto(`${url}/console/jobs?q=o-${(await row())._id}`);
    await button("View", rowOf("test.keyed")).click();
    const drawer = page.locator(".ant-drawer").filter({ hasText: "Enqueued by" });
    const say = async (act: string, why: string) => {
      await button(act, drawer).click();
      const dialog = page.getByRole("dialog").filter({ hasText: `${act}: test.keyed` });
      await dialog.getByLabel("Reason (recorded in the audit log)").fill(why);
      await standsStill(page);
      await button(act, dialog).press("Enter");
      await dialog.waitFor({ state: "hidden" });
    };
    await say("Hold", "the campaign is being looked at");
    await drawer.getByText("the campaign is being looked at").waitFor();
    expect((await row()).hold).to.include({ reason: "the campaign is being looked at" });
    // Above the list stands what somebody should look at, with a way to it.
    const kept = page.getByRole("link", { name: /^\d+ held, oldest for/ });
    await kept.waitFor({ timeout: 15_000 });
    expect(await kept.getAttribute("href")).to.equal("/console/jobs?kept=true");
    await takePicture(page, "jobsKeptBack");
    expect(await barriers(page)).to.deep.equal([]);
    await say("Release", "all is well");
    await eventually("let go", async () => (await row()).hold === undefined);
    await say("Run now", "the member waits");
    await drawer.getByText("Done", { exact: true }).first().waitFor();
  });

  it("that are dead tell why, as long as nobody has run them again", async () => {
    const number = 500_000_000 + (await nextId("consoleJobs"));
    await enqueue(keyedJob, { number, fail: "refuse" });
    await runJobs();
    const { _id } = await OutboxModel.findOne({ "payload.number": number }).orFail().lean<OutboxRow>();
    await page.goto(`${url}/console/jobs?q=o-${_id}`);
    await button("View", rowOf("test.keyed")).click();
    const drawer = page.locator(".ant-drawer").filter({ hasText: "Enqueued by" });
    await drawer.getByRole("alert").filter({ hasText: "Refused: refused: always" }).waitFor();
    await drawer.getByRole("heading", { name: "Failed attempts" }).waitFor();
    expect(await button("Run now", drawer).count()).to.equal(1);
    expect(await barriers(page)).to.deep.equal([]);
  });
});
