import { expect } from "chai";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { NotifyTaskModel, type NotifyTaskDoc } from "#shared/domains/pay/notify/notifyTask.model.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { behave, buildSubmitted, settle } from "#test/pay/support.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, showDots, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";
import { buildTroubled, soothe, type Troubled } from "./timelineSupport.js";

describe("why something stands where it stands, at the console in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let clerk: BuiltOperator;
  let troubled: Troubled;
  let notice: NotifyTaskDoc;
  let refundJob: OutboxRow;
  let stopReporting: () => Promise<void>;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    stopReporting = await startReporting("worker", queueNames);
    troubled = await buildTroubled();
    clerk = await buildOperator(["*"]);
    notice = (await NotifyTaskModel.findOne({ payOrderId: troubled.sold.payOrderId }).lean<NotifyTaskDoc>())!;
    const subjects = `refundId:${troubled.refund._id}`;
    refundJob = (await OutboxModel.findOne({ subjects, job: "pay.refundAtChannel" }).lean<OutboxRow>())!;
  });
  after(async () => {
    await stopReporting?.();
    await browser?.close();
    // A machine without a browser skips these tests.
    if (browser) await soothe();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    await page.context().close();
    expect(complaints).to.deep.equal([]);
  });

  async function enter(options: BrowserContextOptions): Promise<void> {
    ({ page, complaints } = await openPage(browser, options));
    await showDots(page, url);
    await signInPage(page, url, clerk.operator._id);
  }
  const line = (name = "Why?", within: Page | Locator = page): Locator => within.getByRole("region", { name }).first();

  /** Each place where it is told, opened. */
  const places: Record<string, () => Promise<Locator>> = {
    order: async () => {
      await page.goto(`${url}/console/orders/${troubled.sold.order._id}`);
      return page.locator(".why").first();
    },
    payment: async () => {
      await page.goto(`${url}/console/pay/orders/${troubled.sold.payOrderId}`);
      return page.locator(".why").first();
    },
    refund: async () => {
      await page.goto(`${url}/console/pay/refunds?no=${troubled.refund.no}`);
      await page.locator("button.ant-table-row-expand-icon, .list-card button[aria-expanded]").first().click();
      return page.locator(".ant-table-expanded-row .why, .list-card .why");
    },
    notice: async () => {
      await page.goto(`${url}/console/pay/notifies/${notice._id}`);
      return page.locator(".why").first();
    },
    job: async () => {
      await page.goto(`${url}/console/jobs?q=o-${refundJob._id}`);
      await page.locator("tr.ant-table-row button, .list-card button").first().click();
      return page.locator(".ant-drawer .why");
    },
  };

  for (const [kind, width, options] of [
    ["wide", 1440, { locale: "en-US" }],
    ["dark", 1280, { locale: "zh-CN", colorScheme: "dark" }],
    ["phone", 375, { locale: "en-US", colorScheme: "dark" }],
    ["phone-light", 375, { locale: "zh-CN" }],
  ] as const)
    it(`is told of an order, a payment, a refund, a notice and a job: ${kind}`, async () => {
      await enter({ ...options, viewport: { width, height: 900 } });
      for (const [name, open] of Object.entries(places)) {
        const told = await open();
        await told.waitFor();
        const sentence = (await told.locator(".why-sentence").innerText()).replace(/\s+/g, " ");
        expect(sentence, name).to.match(options.locale === "en-US" ? /^[A-Z].+\.$/ : /[\u4e00-\u9fff].*。$/);
        // Times are the reader's, not the API's.
        expect(sentence, name).to.not.match(/T\d\d:\d\d/);
        // That of a try that is due now has none.
        if (name === "refund") expect(sentence, name).to.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
        await standsStill(page);
        expect(await barriers(page), name).to.deep.equal([]);
        const tooWide = await told.evaluate((box) => box.scrollWidth - box.clientWidth);
        expect(tooWide, name).to.be.at.most(0);
        await takePicture(page, `why-${kind}-${name}`);
        if (name !== "payment") continue;
        await page.locator(".ant-table .why").first().scrollIntoViewIfNeeded();
        await takePicture(page, `why-${kind}-refunds`);
      }
      const drawer = page.locator(".ant-drawer");
      await drawer.locator(".ant-collapse-header").click();
      await drawer.getByText('"attempts"').first().waitFor();
      await standsStill(page);
      const stack = drawer.locator("pre").filter({ hasText: "SYSTEM_ERROR" }).first();
      await stack.scrollIntoViewIfNeeded();
      expect(await barriers(page), "the run").to.deep.equal([]);
      await takePicture(page, `why-${kind}-run`);
    });

  it("has the channel asked about a payment whose callback was lost, and shows that it is paid then", async () => {
    const { order, no } = await buildSubmitted();
    await settle(no, { notify: false });
    await enter({ locale: "en-US", viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/console/pay/orders/${order._id}`);
    const ask = line().getByRole("button", { name: "Ask the channel" });
    await ask.waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await takePicture(page, "why-ask");
    await ask.click();
    await line()
      .locator(".why-sentence", { hasText: /It was paid at/ })
      .waitFor();
    await page.getByText("The channel was asked").waitFor();
    expect(await ask.count()).to.equal(0);
  });

  it("asks about a refund from its row, until the channel's answer is there", async () => {
    await enter({ locale: "zh-CN", colorScheme: "dark", viewport: { width: 375, height: 900 } });
    await page.goto(`${url}/console/pay/refunds?no=${troubled.refund.no}`);
    const ask = page.getByRole("button", { name: "查询渠道" });
    await ask.waitFor();
    await takePicture(page, "why-ask-refund");
    const { failures = [] } = (await OutboxModel.findById(refundJob._id).lean<OutboxRow>())!;
    await ask.click();
    await page.getByText("已查询渠道").waitFor();
    const after = (await OutboxModel.findById(refundJob._id).lean<OutboxRow>())!;
    expect(after.failures!.at(-1)!.at).to.be.greaterThan(failures.at(-1)!.at);
  });

  it("leads from the order of a notice that hangs to the reason and its act in at most six clicks and keys", async () => {
    await enter({ locale: "en-US", viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/console/orders?no=${troubled.sold.order.no}`);
    let done = 0;
    const click = async (target: Locator): Promise<void> => {
      done++;
      await target.click();
    };
    await click(page.getByRole("link", { name: troubled.sold.order.no }));
    await line().getByText(`the merchant's notice ${notice._id}: it waits for ${notice.host}`).waitFor();
    await behave("mall", {});
    await NotifyHostModel.deleteMany({});
    await click(line().getByRole("button", { name: "Resend", exact: true }));
    await standsStill(page);
    await click(page.getByRole("dialog").getByRole("button", { name: "Resend", exact: true }));
    await page.getByText("Notification resent").waitFor();
    expect(done).to.be.at.most(6);
    await eventually("told", async () => (await NotifyTaskModel.findById(notice._id).lean())?.status === 10);
    await page.reload();
    await line().waitFor();
    expect(await line().getByText("the merchant's notice").count()).to.equal(0);
    expect(await line().getByRole("button", { name: "Resend", exact: true }).count()).to.equal(0);
  });
});
