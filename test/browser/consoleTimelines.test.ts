import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { invalidatePermissions } from "#shared/domains/operator/role/permissions.js";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import { NotifyTaskModel, NotifyTryModel } from "#shared/domains/pay/notify/notifyTask.model.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPayOrder } from "#test/factories/payOrder.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, showDots, signInPage, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";
import { buildTroubled, eventsIn, soothe, type Troubled } from "./timelineSupport.js";

const BEHIND = "Timeline: requests, jobs, calls, deliveries";
const READ_JOBS = "infra:queue:read";
/** Who may see the things themselves. */
const CLERK = ["pay:order:query", "pay:refund:query", "trade:after-sale:query", "member:invoice:query"];

describe("the timelines of jobs at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let troubled: Troubled;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    troubled = await buildTroubled();
  });
  after(async () => {
    await browser?.close();
    // A machine without a browser skips these tests.
    if (browser) await soothe();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    await page.context().close();
    expect(complaints).to.deep.equal([]);
  });

  /** Signs an operator in who may do this. */
  async function enter(permissions: string[], locale = "en-US"): Promise<number[]> {
    const { operator } = await buildOperator(permissions);
    ({ page, complaints } = await openPage(browser, { locale, viewport: { width: 1280, height: 900 } }));
    await showDots(page, url);
    await signInPage(page, url, operator._id);
    return operator.roleIds;
  }
  const card = (title = BEHIND): Locator => page.locator(".ant-card").filter({ hasText: title }).last();
  async function unfold(path: string, title = BEHIND): Promise<Locator> {
    await page.goto(`${url}/console${path}`);
    await page.getByText(title).click();
    return card(title);
  }
  async function unfoldRefund(): Promise<Locator> {
    await page.goto(`${url}/console/pay/refunds?no=${troubled.refund.no}`);
    await page.getByRole("button", { name: "Expand row" }).click();
    return page.locator(".ant-table-expanded-row");
  }
  /** These are among what it shows, each on a line; lines are in order of time. */
  async function expectEvents(part: Locator, wanted: RegExp[]): Promise<void> {
    // What was just being tried waits again in a moment.
    await part.getByText("Retrying").first().waitFor();
    const events = await eventsIn(part);
    for (const one of wanted)
      expect(
        events.some(({ words }) => one.test(words)),
        `${one} in ${events.map(({ words }) => words).join("\n")}`,
      ).to.equal(true);
    const times = events.map(({ at }) => at);
    expect(times).to.deep.equal(times.toSorted());
    expect(await barriers(page)).to.deep.equal([]);
  }
  const refundFails = [
    /^Request PUT \/admin-api\/trade\/after-sale\/refund · 200 · \d+ ms$/,
    /^Enqueued pay\.refundAtChannel by PUT \/admin-api\/trade\/after-sale\/refund$/,
    /^Attempt 1 failed pay\.refundAtChannel Error: SYSTEM_ERROR/,
    /^Call pay\.refundAtChannel wechatpay (GET|POST) .*\/refund\/domestic\/refunds.* · 500 · \d+ ms$/,
    /^Next pay\.refundAtChannel Retrying$/,
  ];

  it("of a pay order tells its requests, jobs, calls and deliveries, what failed, and what comes next", async () => {
    await enter(["*"]);
    await expectEvents(await unfold(`/pay/orders/${troubled.sold.payOrderId}`), [
      /^Enqueued pay\.submitAttempt$/,
      /^Call pay\.submitAttempt wechatpay POST .*\/pay\/transactions\/native · 200 · \d+ ms$/,
      /^Enqueued trade\.markOrderPaid by pay\.handleCallback$/,
      /^Done trade\.markOrderPaid$/,
      /^Cancelled trade\.closeUnpaidOrder$/,
      /^Delivery 1 pay\.order\.paid · 500 · \d+ ms · \{"received":false\}$/,
      /^Next pay\.deliverNotify /,
      ...refundFails,
    ]);
    await takePicture(page, "timeline-pay-order");
  });

  it("of a refund stands under its row, of an after-sale on its page", async () => {
    await enter(["*"]);
    await expectEvents(await unfoldRefund(), refundFails);
    await takePicture(page, "timeline-refund");
    await expectEvents(await unfold(`/after-sales/${troubled.afterSaleId}`), refundFails);
    await takePicture(page, "timeline-after-sale");
  });

  it("of an invoice names the job that fails at the provider, each try of it, and leads to it", async () => {
    await enter(["*"]);
    const part = await unfold(`/invoices/${troubled.invoice._id}`);
    await expectEvents(part, [
      /^Enqueued invoice\.issueInvoice by POST \/member\/invoiceInfo\/appCreateOrderInvoiceInfo$/,
      /^Attempt 1 failed invoice\.issueInvoice Error: invoice: HTTP 500/,
      /^Call invoice\.issueInvoice invoice POST .* · 500 · \d+ ms$/,
      /^Next invoice\.issueInvoice Retrying$/,
    ]);
    await part.getByRole("link", { name: "invoice.issueInvoice" }).first().click();
    await page.getByRole("heading", { name: "Jobs", exact: true }).waitFor();
    const row = page.locator("tr.ant-table-row").filter({ hasText: "invoice.issueInvoice" });
    await row.getByText("invoice: HTTP 500").first().waitFor();
    expect(await page.locator("tr.ant-table-row").count()).to.equal(1);
  });

  it("is told in Chinese, and on a phone without a line that runs out of it", async () => {
    const { payOrderId } = troubled.sold;
    const told = await NotifyTaskModel.distinct("_id", { payOrderId });
    // An answer may be a page in one long word.
    await NotifyTryModel.updateMany({ notifyId: { $in: told } }, { $set: { body: "0".repeat(1_000) } });
    await enter(["*"], "zh-CN");
    await page.setViewportSize({ width: 400, height: 900 });
    for (const [path, words] of [
      [`/pay/orders/${payOrderId}`, "第 1 次通知"],
      [`/after-sales/${troubled.afterSaleId}`, "第 1 次失败"],
      [`/invoices/${troubled.invoice._id}`, "第 1 次失败"],
    ] as const) {
      const part = await unfold(path, "后台过程：请求、任务、外部调用、通知");
      await part.getByText(words).first().waitFor();
      await part.getByText("下次执行").first().waitFor();
      await part.getByText("等待重试").first().waitFor();
      const tooWide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(tooWide, path).to.equal(0);
      const lines = part.locator(".ant-timeline");
      expect(await lines.evaluate((list) => list.scrollWidth - list.clientWidth), path).to.equal(0);
      expect(await barriers(page)).to.deep.equal([]);
      await takePicture(page, `timeline-phone-${path.split("/")[1]}`);
    }
  });

  it("says so where no job is kept any more", async () => {
    const { order } = await buildPayOrder();
    // As they are a week after their end.
    await OutboxModel.deleteMany({ subjects: `payOrderId:${order._id}` });
    await enter(["*"]);
    const part = await unfold(`/pay/orders/${order._id}`);
    await part.getByText("No records").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("is not there for who may not read jobs, and nothing is asked in vain", async () => {
    await enter(CLERK);
    const refused: string[] = [];
    page.on("response", (answer) => void (answer.status() >= 400 && refused.push(answer.url())));
    for (const path of [
      `/pay/orders/${troubled.sold.payOrderId}`,
      `/after-sales/${troubled.afterSaleId}`,
      `/invoices/${troubled.invoice._id}`,
      `/pay/refunds?no=${troubled.refund.no}`,
    ]) {
      await page.goto(`${url}/console${path}`);
      await page.locator(".ant-card").first().waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.getByText(BEHIND).count(), path).to.equal(0);
    }
    await page.locator("tr.ant-table-row").first().waitFor();
    // Of a refund they see why it is where it is.
    await page.getByRole("button", { name: "Expand row" }).click();
    await page.getByRole("region", { name: "Why?" }).waitFor();
    expect(await page.locator(".ant-timeline").count()).to.equal(0);
    expect(refused).to.deep.equal([]);
  });

  it("says that it is refused, where the right was taken away meanwhile", async () => {
    const roleIds = await enter([...CLERK, READ_JOBS]);
    await page.goto(`${url}/console/invoices/${troubled.invoice._id}`);
    await page.getByText(BEHIND).waitFor();
    await RoleModel.updateMany({ _id: { $in: roleIds } }, { $set: { permissions: CLERK } });
    invalidatePermissions();
    await page.getByText(BEHIND).click();
    await card().getByRole("alert").filter({ hasText: "You may not do this" }).waitFor();
    expect(await card().locator(".ant-timeline, .ant-skeleton").count()).to.equal(0);
    await page.getByRole("heading", { name: `Invoice ${troubled.invoice._id}` }).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await page.goto(`${url}/console/account`);
    // The browser itself complains of the refusal.
    expect(complaints.splice(0).filter((one) => !one.includes("403"))).to.deep.equal([]);
  });
});
