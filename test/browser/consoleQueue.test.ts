import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { invalidateReads } from "#shared/domains/operations/queues/cachedReads.js";
import { settledMinute } from "#shared/domains/operations/queues/queueCurves.js";
import { QueueRollupModel } from "#shared/domains/operations/queues/queueRollup.model.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { KindHoldModel } from "#shared/kernel/outbox/kindHolds.js";
import { KindLimitModel } from "#shared/kernel/outbox/kindLimits.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { QueueMinuteModel } from "#shared/kernel/queue/queueTries.js";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, type BuiltOrder } from "#test/factories/order.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { holdReaders, plainJob, readers, wakingJob } from "#test/support/testJobs.js";

const QUEUE = wakingJob.queue;
/** The words of what is wider than its place. */
const CUT = `[...document.querySelectorAll("[data-sparkline], [data-sparkline] > *, .ant-statistic")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.getBoundingClientRect().right > innerWidth)
  .map((box) => box.innerText)`;

describe("the page of one queue, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let reader: BuiltOperator;
  let built: BuiltOrder;
  let stopReporting: () => Promise<void>;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    reader = await buildOperator(["*"], { nickname: "Mei Lin" });
    built = await buildPaidOrder();
    const work = () => [{ queue: QUEUE, concurrency: 16, running: 1, lastTakeAt: new Date() }];
    stopReporting = await startReporting("worker", [QUEUE], { work });
    await recordPast();
    holdReaders.add(built.order._id);
    await enqueue(wakingJob, { number: built.order._id });
    await eventually("it runs", async () => readers.has(built.order._id));
    invalidateReads();
  });
  after(async () => {
    holdReaders.clear();
    readers.get(built.order._id)?.();
    await runJobs();
    await stopReporting();
    await QueueRollupModel.deleteMany({ queue: QUEUE });
    await browser?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
    await page.context().close();
  });

  /**
   * Three hours with a quarter of an hour that nobody recorded, and some minutes that nobody looked at. A quarter more is
   * recorded ahead, as these tests take minutes.
   */
  async function recordPast(): Promise<void> {
    await QueueRollupModel.deleteMany({ queue: QUEUE });
    const until = settledMinute();
    const wave = (at: number, of: number) => Math.round(of * (1.2 + Math.sin(at / 9) + Math.sin(at / 3) / 4));
    const rows = Array.from({ length: 195 }, (_, ahead) => ahead - 15).map((ago) => ({
      _id: `browser ${QUEUE} minute ${ago}`,
      queue: QUEUE,
      step: "minute" as const,
      at: new Date(until - minutes(ago + 1)),
      dropAt: new Date(until + hours(1)),
      depthMax: wave(ago, 900),
      oldestMaxMs: wave(ago, 42_000),
      sampled: ago > 20 && ago < 24 ? 0 : 1,
      done: wave(ago, 320),
      retried: ago % 11 === 0 ? 9 : 0,
      dead: ago % 50 === 0 ? 1 : 0,
      run: { 24: 90, [40 + (ago % 7)]: 8 },
      wait: { 30: 90, [56 + (ago % 5)]: 8 },
    }));
    await QueueRollupModel.insertMany(rows.filter((_, at) => at < 75 || at > 90));
    const minute = new Date(clock.ms() - (clock.ms() % minutes(1)));
    const kind = (job: string, done: number, bucket: number) => ({
      job,
      done,
      retried: done > 100 ? 7 : 0,
      dead: 0,
      run: { [bucket]: done },
    });
    await QueueMinuteModel.create([
      {
        _id: `browser ${QUEUE} ${minute.getTime()}`,
        queue: QUEUE,
        minute,
        pending: false,
        kinds: [kind(plainJob.name, 4_812, 27), kind(wakingJob.name, 96, 44)],
      },
    ]);
  }

  async function open(width: number, colorScheme: "light" | "dark" = "light", locale = "en-US"): Promise<void> {
    const size = { width, height: width > 600 ? 1_900 : 3_400 };
    ({ page, complaints } = await openPage(browser, { locale, colorScheme, viewport: size, reducedMotion: "reduce" }));
    await signInPage(page, url, reader.operator._id);
    await page.goto(`${url}/console/queues/${QUEUE}`);
    await page.locator("[data-sparkline] path.recharts-area-curve").first().waitFor();
  }

  it("shows what runs, whose it is, and all that is known of it in a drawer of its own address", async () => {
    await open(1_440);
    const row = page.locator("tr.ant-table-row").filter({ hasText: `o-` }).filter({ hasText: wakingJob.name });
    await row.getByText(`Order ${built.order._id} (${built.order.no})`).waitFor();
    await row.getByText(new RegExp(` ${process.pid}$`)).waitFor();
    await row.getByRole("link", { name: wakingJob.name }).click();
    const { _id } = await OutboxModel.findOne({ job: wakingJob.name, open: true }).orFail().lean();
    await page.waitForURL(`${url}/console/queues/${QUEUE}?job=${_id}`);
    const drawer = page.locator(".ant-drawer").filter({ hasText: "Enqueued by" });
    await drawer.waitFor();
    await drawer.getByRole("button", { name: "Close" }).click();
    await page.waitForURL(`${url}/console/queues/${QUEUE}`);
  });

  it("crosses no time that was not recorded, and shows the ranges and the same as a table", async () => {
    await open(1_440);
    const panel = (title: string) => page.getByRole("region", { name: title, exact: true });
    // A time without rows in each, and one without a look in those of who waits.
    expect(await panel("Jobs done").locator(".recharts-reference-area").count()).to.equal(1);
    expect(await panel("Waiting jobs").locator(".recharts-reference-area").count()).to.equal(2);
    const line = await panel("Jobs done").locator("path.recharts-area-curve").first().getAttribute("d");
    expect(line!.match(/M/g)).to.have.lengthOf(2);
    await page.getByText("48 hours", { exact: true }).click();
    await page.getByText("Each point is 10 minutes; grey was not recorded.").waitFor();
    expect(page.url()).to.match(/range=48h$/);
    await page.getByText("90 days", { exact: true }).click();
    await page.getByText("Each point is 6 hours; grey was not recorded.").waitFor();
    await page.getByText("3 hours", { exact: true }).click();
    await page.getByText("Table", { exact: true }).click();
    await page.getByRole("columnheader", { name: "Failed tries" }).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("holds a kind of job with a reason, once it is confirmed what will wait, and releases it", async () => {
    await open(1_440);
    await page.goto(`${url}/console/queues/pay-refund`);
    const row = page.locator("tr.ant-table-row").filter({ hasText: "pay.refundAtChannel" });
    const act = async (name: string) => {
      await row.getByRole("button", { name, exact: true }).click();
      const dialog = page.getByRole("dialog").filter({ hasText: `${name}: pay.refundAtChannel` });
      await dialog.getByLabel("Reason (recorded in the audit log)").fill("the channel is looked at");
      await standsStill(page);
      await takePicture(page, `queue-kind-${name}`);
      await dialog.getByRole("button", { name, exact: true }).press("Enter");
    };
    await act("Hold");
    const warning = page.getByRole("dialog").filter({ hasText: "will wait until pay.refundAtChannel is released" });
    await warning.getByRole("button", { name: "Continue anyway" }).click();
    await row.getByText("Held", { exact: true }).waitFor();
    await row.getByText(/Mei Lin: the channel is looked at/).waitFor();
    await standsStill(page);
    await takePicture(page, "queue-kind-held");
    expect(await barriers(page)).to.deep.equal([]);
    await act("Release");
    await row.getByText("Held", { exact: true }).waitFor({ state: "detached" });
    // The refusal that asks for the confirmation is meant.
    complaints.splice(0);
  });

  it("limits a kind of job to so many a minute, says how many wait and until when, and ends the limit", async () => {
    await open(1_440);
    const row = page.locator("tr.ant-table-row").filter({ hasText: plainJob.name });
    const dialogOf = async (name: string) => {
      await row.getByRole("button", { name, exact: true }).click();
      const dialog = page.getByRole("dialog").filter({ hasText: `${name}: ${plainJob.name}` });
      await dialog.getByLabel("Reason (recorded in the audit log)").fill("the warehouse is slow");
      return { dialog, send: () => dialog.getByRole("button", { name, exact: true }).press("Enter") };
    };
    const limit = await dialogOf("Limit");
    await limit.dialog.getByLabel("Jobs per minute").fill("6");
    await standsStill(page);
    await takePicture(page, "queue-kind-limit");
    expect(await barriers(page)).to.deep.equal([]);
    await limit.send();
    await row.getByText("6 per minute", { exact: true }).waitFor();
    for (const more of [1, 2]) await enqueue(plainJob, { number: 600_000_000 + more });
    invalidateReads();
    await page.reload();
    await row.getByText(/^2 wait · through at \d/).waitFor();
    await row.getByText(/^Mei Lin: the warehouse is slow/).waitFor();
    await standsStill(page);
    await takePicture(page, "queue-kind-limited");
    expect(await barriers(page)).to.deep.equal([]);
    const { _id } = await OutboxModel.findOne({ "payload.number": 600_000_001 }).orFail().lean();
    await page.goto(`${url}/console/jobs?q=o-${_id}`);
    await page.locator("tr.ant-table-row").getByText("Waits its turn", { exact: true }).waitFor();
    await page.goto(`${url}/console/queues/${QUEUE}?job=${_id}`);
    const drawer = page.locator(".ant-drawer").filter({ hasText: "Enqueued by" });
    await drawer.getByText(/It waits for its turn: Mei Lin limited jobs of kind test\.plain to 6 a minute/).waitFor();
    await drawer.getByRole("button", { name: "End limit", exact: true }).waitFor();
    await standsStill(page);
    await takePicture(page, "queue-kind-turn");
    await page.goto(`${url}/console/queues/${QUEUE}`);
    const end = await dialogOf("End limit");
    await end.send();
    await row.getByText("6 per minute", { exact: true }).waitFor({ state: "detached" });
  });

  for (const [colorScheme, locale] of [
    ["light", "en-US"],
    ["dark", "zh-CN"],
  ] as const)
    it(`a kind that is held and limited can be read on a phone, ${colorScheme}`, async () => {
      const by = { operatorId: reader.operator._id, reason: "the warehouse is slow", at: clock.now() };
      const times = { nextStartMs: clock.ms(), nextTurnMs: clock.ms() };
      await KindLimitModel.create([{ _id: plainJob.name, perMinute: 6, intervalMs: 10_000, ...by, ...times }]);
      await KindHoldModel.create([{ _id: wakingJob.name, ...by }]);
      invalidateReads();
      try {
        await open(375, colorScheme, locale);
        const row = page.locator("tr.ant-table-row").filter({ hasText: plainJob.name });
        await row.scrollIntoViewIfNeeded();
        await takePicture(page, `queue-kinds-375-${colorScheme}`);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
        expect(await barriers(page)).to.deep.equal([]);
      } finally {
        await KindLimitModel.deleteMany({});
        await KindHoldModel.deleteMany({});
        invalidateReads();
      }
    });

  for (const width of [1_440, 1_280, 375])
    for (const [colorScheme, locale] of [
      ["light", "en-US"],
      ["dark", "zh-CN"],
    ] as const)
      it(`nothing of it is cut at ${width}, ${colorScheme}, and everybody can read it`, async () => {
        await open(width, colorScheme, locale);
        await takePicture(page, `queue-${width}-${colorScheme}`);
        expect(await page.evaluate(CUT)).to.deep.equal([]);
        expect(await page.locator("[data-sparkline]").count()).to.equal(6);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
        expect(await barriers(page)).to.deep.equal([]);
      });
});
