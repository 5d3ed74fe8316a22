import { expect } from "chai";
import { DateTime } from "luxon";
import mongoose from "mongoose";
import type { Browser, Page } from "playwright-core";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { QueueRollupModel } from "#shared/domains/operations/queues/queueRollup.model.js";
import { storeNow } from "#shared/kernel/mongo/storeTime.js";
import { queueGroups, queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { QueueMinuteModel } from "#shared/kernel/queue/queueTries.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { barriers } from "#test/support/accessibility.js";
import { eventually } from "#test/support/eventually.js";
import { launchBrowser, openPage, signInPage, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

const HOST = "pay.flow-merchant.example:8443";
const PROCESS = "flow-test-";
const workers: (readonly [id: string, queues: readonly QueueName[]])[] = [
  ["money", queueGroups.money],
  ["orders", [...queueGroups.orders, ...queueGroups.messages]],
  [
    "others",
    queueNames.filter(
      (name) => !["im", ...queueGroups.money, ...queueGroups.orders, ...queueGroups.messages].includes(name),
    ),
  ],
];
/** Three to the outbox, nine to the groups, as many to the workers, and five to who is called. */
const LINES = 26;
/** The words of what is wider than its place. */
const CUT = `[...document.querySelectorAll(".flow-box, .flow-row > *")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.getBoundingClientRect().right > innerWidth)
  .map((box) => box.innerText)`;

describe("the flow at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let reader: BuiltOperator;
  let nextTryAt: Date;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    reader = await buildOperator(["*"], { nickname: "Mei Lin" });
    await buildProcesses();
    nextTryAt = new Date(storeNow().getTime() + minutes(30));
    await NotifyHostModel.create([{ _id: HOST, failures: 5, pausedUntil: nextTryAt, slots: [] }]);
  });
  after(async () => {
    await queueNamed("vod").resume();
    await queueNamed("vod").drain(true);
    await NotifyHostModel.deleteMany({ _id: HOST });
    await processes().deleteMany({ host: /^flow-/ });
    await browser?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
    await page.context().close();
  });

  const processes = () => mongoose.connection.collection<{ _id: string }>("processes");

  /** Two API processes, cron and three workers, which report until the test is over, and what these did lately. */
  async function buildProcesses(): Promise<void> {
    const [startedAt, reportedAt] = [new Date(Date.now() - hours(2)), new Date(Date.now() + minutes(20))];
    const plain = { startedAt, reportedAt, queues: [], work: [], lags: [], troubles: [], loopDelayMs: 4 };
    const answered = { perMinute: 812.4, p95Ms: 41 };
    const handedOver = queueNames.map((queue, at) => ({ queue, perMinute: at * 400 }));
    const front = (kind: string, pid: number) => ({
      ...plain,
      handedOver,
      ...(kind === "api" ? { answered } : {}),
      _id: `${PROCESS}${pid}`,
      kind,
      host: "flow-left",
      pid,
    });
    // Processes of tests before this one would have lines too.
    await processes().deleteMany({});
    await processes().insertMany([
      front("api", 4_101),
      front("api", 4_102),
      front("cron", 4_103),
      ...workers.map(([id, queues], at) => ({
        ...plain,
        _id: `${PROCESS}${id}`,
        kind: "worker",
        host: "flow-right",
        pid: 4_201 + at,
        queues: [...queues],
        work: queues.map((queue) => ({ queue, concurrency: 8, running: at + 1, lastTakeAt: new Date() })),
      })),
    ]);
    const minute = new Date(clock.ms() - (clock.ms() % minutes(1)));
    await QueueMinuteModel.insertMany(
      workers.flatMap(([id, queues]) =>
        queues.map((queue, at) => ({
          _id: `${PROCESS}${id} ${queue} ${minute.getTime()} 0`,
          queue,
          minute,
          done: 40 + at * 400,
          retried: at % 3 === 1 ? 12 : 0,
          run: { 24: 80, [30 + at]: 20 },
          wait: { 8: 90, [16 + at]: 10 },
          pending: false,
          write: 1,
        })),
      ),
    );
  }

  async function open(width: number, colorScheme: "light" | "dark" = "light", locale = "en-US"): Promise<void> {
    const size = { width, height: width > 600 ? 1_100 : 812 };
    ({ page, complaints } = await openPage(browser, { locale, colorScheme, viewport: size, reducedMotion: "reduce" }));
    await signInPage(page, url, reader.operator._id);
    await page.goto(`${url}/console/flow`);
    await queue("trade").waitFor();
  }
  const queue = (name: string) => page.locator(`.flow [data-flow="queue:${name}"]`);

  it("shows a queue that stands, with the reason, as soon as it stands, and leads to its jobs", async () => {
    await open(1_440);
    expect(await queue("vod").innerText()).not.to.contain("held by");
    await reader.client.put("/admin-api/infra/queue/pause", { name: "vod" });
    await queueNamed("vod").addBulk([1, 2, 3].map(() => ({ name: "test.unknown", data: {} })));
    await queue("vod")
      .getByText(/^held by Mei Lin since \d\d:\d\d$/)
      .waitFor({ timeout: 10_000 });
    await queue("im").getByText("no worker takes this queue").waitFor();
    // Of tomorrow, which comes in the middle of a run, with its day.
    const at = DateTime.fromJSDate(nextTryAt, { zone: "Asia/Shanghai" }).toFormat("'('MM-dd' )?'HH:mm");
    await page.getByText(new RegExp(`^failed 5 times, next try ${at}$`)).waitFor();
    await queue("vod").getByRole("link", { name: "3", exact: true }).click();
    await page.waitForURL(`${url}/console/jobs?queue=vod&state=relayed`);
    await page.goBack();
    await queue("vod").getByRole("link", { name: "vod", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "vod" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: HOST }).click();
    await page.waitForURL(`${url}/console/pay/notifies?host=${encodeURIComponent(HOST)}&status=0`);
  });

  it("tells how many jobs the outbox hands to each group of queues", async () => {
    await open(1_440);
    const group = page.locator('.flow [data-flow="group:money"]');
    // Of three processes that report the same: 400, 800, 1,200 and 1,600 a minute, and nothing to the first queue.
    await group.getByText("12,000/min from the outbox", { exact: true }).waitFor();
  });

  it("each part of it is reached by keyboard", async () => {
    await open(1_440);
    const count = await page.locator(".flow a").count();
    expect(count).to.be.greaterThan(30);
    await page.locator(".flow a").first().focus();
    for (let at = 1; at < count; at++) await page.keyboard.press("Tab");
    expect(
      await page
        .locator(".flow a")
        .last()
        .evaluate((link) => link.matches(":focus-visible")),
    ).to.equal(true);
  });

  for (const width of [1_440, 1_280, 375])
    for (const [colorScheme, locale] of [
      ["light", "en-US"],
      ["dark", "zh-CN"],
    ] as const)
      it(`nothing of it is cut at ${width}, ${colorScheme}, and everybody can read it`, async () => {
        await open(width, colorScheme, locale);
        const cut = await page.evaluate(CUT);
        await takePicture(page, `flow-${width}-${colorScheme}`);
        expect(cut).to.deep.equal([]);
        expect(await page.locator(".flow-line").count()).to.equal(width > 600 ? LINES : 0);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
        expect(await barriers(page)).to.deep.equal([]);
      });

  it("shows an hour that is over, minute by minute", async () => {
    const minute = Math.floor(clock.ms() / minutes(1)) * minutes(1) - minutes(2);
    const rows = [0, 1, 2].map((ago) => ({
      _id: `flow trade minute ${minute - minutes(ago)}`,
      queue: "trade" as const,
      step: "minute" as const,
      at: new Date(minute - minutes(ago)),
      dropAt: new Date(minute + hours(1)),
      depthMax: 40 - 20 * ago,
      ...(ago === 1 ? { retried: 7 } : { done: 30 }),
    }));
    await QueueRollupModel.deleteMany({ queue: "trade", step: "minute" });
    await QueueRollupModel.insertMany(rows);
    await open(1_440);
    await page.getByText("Replay", { exact: true }).click();
    const slider = page.getByRole("slider", { name: "Minute" });
    await slider.focus();
    await eventually("the minute is shown", async () => {
      await page.keyboard.press("ArrowLeft");
      return (
        (await queue("trade").count()) > 0 &&
        (await queue("trade").innerText()).includes("every try of this minute failed")
      );
    });
    await takePicture(page, "flow-past");
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("two tabs share one connection, and when its tab is closed the other goes on with its own", async () => {
    await open(1_440);
    const first = page;
    await first.getByText("Up to date", { exact: true }).waitFor();
    const second = await first.context().newPage();
    let streams = 0;
    second.on("request", (request) => void (request.url().endsWith("/flow/stream") && streams++));
    await second.goto(`${url}/console/flow`);
    await second.getByText("Up to date", { exact: true }).waitFor();
    // The pages' operator has signed in so often that the first session is over.
    const { client } = await buildOperator(["infra:queue:operate"], { nickname: "Mei Lin" });
    const held = (tab: Page) => tab.locator('.flow [data-flow="queue:mail"]').getByText(/^held by Mei Lin/);
    expect((await client.put("/admin-api/infra/queue/pause", { name: "mail" })).code).to.equal(0);
    // A tab behind another draws nothing, which is what waitFor waits for.
    for (const tab of [first, second]) await eventually("it is held", async () => (await held(tab).count()) === 1);
    expect(streams, "connections of the second tab").to.equal(0);
    page = second;
    await first.close();
    await eventually("it has a connection of its own", async () => streams === 1);
    await client.put("/admin-api/infra/queue/resume", { name: "mail" });
    await held(second).waitFor({ state: "hidden" });
  });

  it("says since when it is not live any more", async () => {
    await open(1_440);
    await page.route("**/flow/stream", (route) => route.abort());
    await page.reload();
    await page.getByText(/^No connection since \d\d:\d\d:\d\d/).waitFor({ timeout: 20_000 });
    expect(await barriers(page)).to.deep.equal([]);
    await takePicture(page, "flow-broken");
    await page.unroute("**/flow/stream");
    await page.getByText("Up to date", { exact: true }).waitFor({ timeout: 20_000 });
    // The refused connections are what this is about.
    complaints.splice(0);
  });
});
