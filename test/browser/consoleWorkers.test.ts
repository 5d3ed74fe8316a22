import { expect } from "chai";
import mongoose from "mongoose";
import type { Browser, Page } from "playwright-core";
import { invalidateProcesses } from "#shared/domains/operations/processes/process.queries.js";
import type { ProcessReport } from "#shared/kernel/process/process.model.js";
import { QueueSlotsModel } from "#shared/kernel/process/queueSlots.js";
import { queueGroups, queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { barriers } from "#test/support/accessibility.js";
import { eventually } from "#test/support/eventually.js";
import { launchBrowser, openPage, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

const OLD = "0.1.0+3f9a2c1d";
const NEW = "0.1.0+b07de114";
const money: readonly QueueName[] = queueGroups.money;
const others = queueNames.filter((name) => !money.includes(name));
/** The words of what is wider than its place. */
const CUT = `[...document.querySelectorAll(".process, .process *")]
  .filter((box) => box.clientWidth > 0 && !box.closest("[aria-hidden]") && !(box instanceof SVGElement))
  .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.getBoundingClientRect().right > innerWidth)
  .map((box) => box.innerText)`;

describe("the processes at the console, in a real browser", function () {
  this.timeout(120_000);
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let reader: BuiltOperator;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    reader = await buildOperator(["*"], { nickname: "Mei Lin" });
  });
  after(async () => browser?.close());
  beforeEach(buildProcesses);
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    await page.context().close();
    await rows().deleteMany({});
    await QueueSlotsModel.deleteMany({});
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  /** What asks back unfolds first: a press meanwhile may be let go of beside it. */
  async function agree(): Promise<void> {
    const yes = page.getByRole("button", { name: "Yes", exact: true });
    await yes.waitFor();
    await standsStill(page);
    await yes.click();
  }

  const rows = () => mongoose.connection.collection<ProcessReport>("processes");

  /** A deploy half done: two APIs, three workers of which one drains, a cron, and a worker that was killed. */
  async function buildProcesses(): Promise<void> {
    // They report until the test is over.
    const reportedAt = new Date(Date.now() + minutes(5));
    const one = (_id: string, pid: number, given: Partial<ProcessReport>): ProcessReport => ({
      _id,
      kind: "worker",
      version: OLD,
      host: "shop-worker-6c9f7b5d44-x2lqv",
      pid,
      queues: [],
      work: (given.queues ?? []).map((queue, at) => ({
        queue,
        concurrency: queue === "notify" ? 64 : 16,
        configured: queue === "notify" ? 64 : 16,
        running: at % 4,
        lastTakeAt: reportedAt,
      })),
      lags: [],
      loopDelayMs: 6,
      memory: { rss: 214e6, heap: 96e6, heapLimit: 2_197e6 },
      troubles: [],
      startedAt: new Date(Date.now() - hours(2)),
      reportedAt,
      ...given,
    });
    const front = { host: "shop-api-1" };
    await rows().deleteMany({});
    await rows().insertMany([
      one("api-1", 4_101, { kind: "api", ...front }),
      one("api-2", 4_102, { kind: "api", version: NEW, ...front }),
      one("cron-1", 4_103, { kind: "cron", version: NEW, troubles: ["its event loop stood still for 6 s"] }),
      one("worker-1", 4_201, { queues: [...money], version: NEW }),
      one("worker-2", 4_202, { queues: others }),
      one("worker-3", 4_203, {
        queues: others,
        drain: { operatorId: reader.operator._id, at: new Date(Date.now() - seconds(20)) },
      }),
      one("worker-4", 4_204, {
        queues: [...money],
        reportedAt: new Date(Date.now() - minutes(2)),
        memory: { rss: 2_490e6, heap: 2_180e6, heapLimit: 2_197e6 },
        troubles: ["MongoDB answers, but not this process"],
      }),
    ]);
    invalidateProcesses();
  }

  async function open(width: number, colorScheme: "light" | "dark" = "light", locale = "en-US"): Promise<void> {
    const size = { width, height: width > 600 ? 1_100 : 812 };
    ({ page, complaints } = await openPage(browser, { locale, colorScheme, viewport: size, reducedMotion: "reduce" }));
    await signInPage(page, url, reader.operator._id);
    await page.goto(`${url}/console/workers`);
    await card("worker-1").waitFor();
  }
  const card = (id: string) => page.locator(`[data-process="${id}"]`);

  it("shows the versions side by side, who drains and by whom, and what is gone with its last words", async () => {
    await open(1_440);
    for (const tag of [`${OLD} × 3`, `${NEW} × 3`]) await page.getByText(tag, { exact: true }).waitFor();
    await page.getByText(/^2 versions run side by side/).waitFor();
    await card("worker-3")
      .getByText(/^Draining, asked by Mei Lin at \d\d:\d\d:\d\d$/)
      .waitFor();
    await card("worker-4")
      .getByText(/^Last words, 2 m( \d+ s)? ago: MongoDB answers, but not this process$/)
      .waitFor();
    await card("cron-1").getByText("its event loop stood still for 6 s").waitFor();
    await card("worker-4").scrollIntoViewIfNeeded();
    await takePicture(page, "workers-gone");
  });

  it("asks a process to end, and for the last of its queues tells first what waits", async () => {
    await open(1_440);
    await card("worker-1").getByRole("button", { name: "Drain" }).click();
    await agree();
    await page.getByText(/No other worker takes pay-submit/).waitFor();
    await takePicture(page, "workers-last");
    await page.getByRole("button", { name: "Continue anyway" }).click();
    await card("worker-1")
      .getByText(/^Draining, asked by Mei Lin/)
      .waitFor();
    expect(await card("worker-1").getByRole("button", { name: "Drain" }).count()).to.equal(0);
    expect((await rows().findOne({ _id: "worker-1" }))?.drain?.operatorId).to.equal(reader.operator._id);
  });

  it("sets the slots of a queue in one worker, and on the queue's page in all", async () => {
    await open(1_440);
    const seat = card("worker-2").getByRole("listitem").filter({ hasText: "notify" });
    await seat.getByRole("button", { name: "Set slots of notify in worker 4202" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Jobs at once, in each worker").fill("0");
    await dialog.getByRole("button", { name: "Set", exact: true }).click();
    await dialog.getByText("At least 1", { exact: true }).waitFor();
    await standsStill(page);
    await takePicture(page, "workers-slots");
    await dialog.getByLabel("Jobs at once, in each worker").fill("20");
    await dialog.getByRole("button", { name: "Set", exact: true }).click();
    await eventually(
      "the worker is told",
      async () => (await rows().findOne({ _id: "worker-2" }))?.slots?.notify === 20,
    );
    await page.goto(`${url}/console/queues/notify`);
    await page.getByText("As configured", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Set slots" }).click();
    await dialog.getByLabel("Jobs at once, in each worker").fill("24");
    await dialog.getByRole("button", { name: "Set slots" }).click();
    await page.getByText(/^24 per worker, set by Mei Lin at /).waitFor();
    await takePicture(page, "workers-queue");
    await page.getByRole("button", { name: "Reset" }).click();
    await agree();
    await page.getByText("As configured", { exact: true }).waitFor();
    expect((await rows().findOne({ _id: "worker-2" }))?.slots?.notify).to.equal(null);
  });

  for (const width of [1_440, 1_280, 375])
    for (const [colorScheme, locale] of [
      ["light", "en-US"],
      ["dark", "zh-CN"],
    ] as const)
      it(`nothing of it is cut at ${width}, ${colorScheme}, and everybody can read it`, async () => {
        const work = { $set: { "work.0.concurrency": 24 } };
        await rows().updateMany({ _id: { $in: ["worker-1", "worker-2"] } }, work);
        await open(width, colorScheme, locale);
        const cut = await page.evaluate(CUT);
        await takePicture(page, `workers-${width}-${colorScheme}`);
        expect(cut).to.deep.equal([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
        expect(await barriers(page)).to.deep.equal([]);
      });
});
