import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { AlertDeliveryModel, AlertModel } from "#shared/domains/operations/alert/alert.model.js";
import { AlertRuleModel } from "#shared/domains/operations/alert/alertRule.model.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { GoodJobModel } from "#shared/kernel/queue/goodJobs.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildLetters, causes, ownWord } from "#test/operations/queues/causeLetters.js";
import { barriers } from "#test/support/accessibility.js";
import { eventually } from "#test/support/eventually.js";
import { launchBrowser, openPage, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";
import { plainJob } from "#test/support/testJobs.js";

const MOST_STEPS = 6;
const looks = [1_440, 1_280, 375].flatMap(
  (width) =>
    [
      [width, "light", "en-US"],
      [width, "dark", "zh-CN"],
    ] as const,
);

describe("causes of dead letters and open alerts at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let operator: BuiltOperator;
  /** Looks beside the browser, whose many sign-ins end older sessions of its operator. */
  let reader: BuiltOperator;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    operator = await buildOperator(["*"], { nickname: "Mei Lin" });
    reader = await buildOperator(["infra:queue:read"]);
  });
  beforeEach(async () => {
    // Letters and alerts of tests before this one would be listed as well.
    await Promise.all([DeadLetterModel, AlertModel, AlertDeliveryModel].map((model) => model.deleteMany({} as never)));
    await AlertRuleModel.deleteMany({});
  });
  after(async () => {
    await AlertModel.deleteMany({});
    await browser?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
    await page.context().close();
  });

  async function open(path: string, width = 1_440, colorScheme: "light" | "dark" = "light", locale = "en-US") {
    const size = { width, height: width > 600 ? 900 : 812 };
    ({ page, complaints } = await openPage(browser, { locale, colorScheme, viewport: size, reducedMotion: "reduce" }));
    await signInPage(page, url, operator.operator._id);
    await page.goto(`${url}/console${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }

  /** Stuck deliveries of one cause, and some others. */
  async function buildStuck(): Promise<string> {
    const host = (await ownWord()).toLowerCase();
    const reason = `MerchantAway: connect ECONNREFUSED ${host}.example:8443 for notify {number}`;
    await buildLetters(28, reason, { enqueuedBuild: "1.4.0+0c1d2e3f", failedBuild: "1.5.0+a1b2c3d4" });
    await buildLetters(12, reason, { enqueuedBuild: "1.5.0+a1b2c3d4", failedBuild: "1.5.0+a1b2c3d4" });
    await buildLetters(7, `Refused: coupon {number} is over for "Li Wei"`);
    await buildLetters(1, `Away: HTTP 503 from pay.example for {number}`);
    await eventually("the causes are listed", async () => {
      const { data } = await reader.client.get(causes("page"));
      return data.list[0]?.open === 40 && data.list[0].text.includes(host);
    });
    return host;
  }

  /** Alerts that fire: one that nobody has seen, and one whose rule is silenced. */
  async function buildAlerts(): Promise<void> {
    const silenced = { silencedUntil: clock.after(hours(5)), silenceReason: "the provider is being moved" };
    const at = (ago: number) => new Date(clock.ms() - ago);
    const runbook = "https://wiki.example/runbooks/dead-letters";
    for (const [name, kind, queue, more] of [
      ["Dead letters wait for somebody", "deadLetters", "notify", {}],
      ["The oldest job waits for minutes", "age", "vod", silenced],
    ] as const) {
      const [ruleId, _id] = [await nextId("alertRules"), await nextId("alerts")];
      const rule = { _id: ruleId, name, kind, queue: null, threshold: 10, forSeconds: 60, enabled: true, runbook };
      await AlertRuleModel.create([{ ...rule, webhookUrl: "https://pager.example/x", ...more }]);
      const values = { threshold: 10, value: 48, peak: 52, beganAt: at(minutes(9)), firedAt: at(minutes(8)) };
      await AlertModel.create([
        { _id, ruleId, name, kind, queue, ...values, status: 10, openKey: `${ruleId} ${queue}` },
      ]);
      const told = {
        event: "firing",
        body: "{}",
        status: 10,
        tries: 2,
        to: "https://pager.example/...",
        lastTryAt: at(minutes(7)),
        lastStatus: 200,
      } as const;
      if (kind === "deadLetters")
        await AlertDeliveryModel.create([{ _id: await nextId("alertDeliveries"), alertId: _id, ruleId, ...told }]);
    }
  }

  it(`the cause of forty stuck deliveries is found and replayed in at most ${MOST_STEPS} clicks and keystrokes`, async () => {
    const host = await buildStuck();
    await open("/");
    let steps = 0;
    const click = async (what: Locator): Promise<void> => {
      steps++;
      await what.click();
    };
    const press = async (key: string): Promise<void> => {
      steps++;
      await page.keyboard.press(key);
    };
    await click(page.getByRole("link", { name: /^Dead letters 48$/ }));
    const row = page.getByRole("row").filter({ hasText: `${host}.example` });
    await row.getByText("40", { exact: true }).waitFor();
    await click(row.getByRole("button", { name: "Replay" }));
    await page.getByRole("dialog").getByText("40 open dead letters run again").waitFor();
    await press("Enter");
    await page.getByText(/^Replaying, started by Mei Lin|^Replay finished, started by Mei Lin/).waitFor();
    expect(steps).to.be.at.most(MOST_STEPS);
    await page.getByText("40 replayed, 0 failed again, 0 left").waitFor({ timeout: 60_000 });
    expect(await DeadLetterModel.countDocuments({ openCause: { $gt: "" } })).to.equal(8);
  });

  it("a replay is stopped while it runs, and says so", async () => {
    await buildStuck();
    await open("/dead-letters/causes");
    await page.getByRole("button", { name: "Replay" }).first().click();
    await page.getByLabel("Jobs per minute").fill("1");
    await page.keyboard.press("Enter");
    await page.getByText("Replaying, started by Mei Lin").waitFor();
    await page.getByText("1 replayed, 0 failed again, 39 left").waitFor();
    await standsStill(page);
    await takePicture(page, "cause-running");
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await page.getByText("Replay stopped by Mei Lin").waitFor();
    expect(await DeadLetterModel.countDocuments({ openCause: { $gt: "" } })).to.equal(47);
  });

  it("a cause keeps a note and a runbook, and links to its first letter", async () => {
    await buildStuck();
    await open("/dead-letters/causes");
    await page.getByRole("link", { name: /^MerchantAway/ }).click();
    await page.getByRole("button", { name: "Edit notes" }).click();
    await page.getByRole("textbox", { name: "Runbook" }).fill("https://wiki.example/merchant-away");
    await page
      .getByRole("textbox", { name: "Notes" })
      .fill("The merchant moved. Ask for the new address before replaying.");
    await page.getByRole("dialog").getByRole("button", { name: "Edit notes" }).click();
    await page.getByRole("link", { name: "https://wiki.example/merchant-away" }).waitFor();
    await page.getByText("Ask for the new address").waitFor();
    await standsStill(page);
    await takePicture(page, "cause-noted");
    await page
      .getByRole("link", { name: /^\d{4}-\d\d-\d\d/ })
      .first()
      .click();
    await page.getByText("Payload", { exact: true }).waitFor();
    await takePicture(page, "letter");
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("a cause tells the versions that its letters come from, and a letter what differs from a job that went well", async () => {
    await buildStuck();
    const payload = { number: 1, fail: "never", deliveries: [{ deliveryId: 17, hurried: true }] };
    const good = { bullId: "o-41-1", v: 1, payload, build: "1.5.0+a1b2c3d4", endedAt: clock.now() };
    await GoodJobModel.create([{ _id: plainJob.name, ...good }]);
    await DeadLetterModel.updateMany(
      { reason: /^MerchantAway/ },
      { $set: { payload: { number: "1", fail: "never", deliveryId: 17 } } },
    );
    await open("/dead-letters/causes");
    await page.getByRole("link", { name: /^MerchantAway/ }).click();
    await page.getByText("28 enqueued in 1.4.0+0c1d2e3f, failed in 1.5.0+a1b2c3d4").waitFor();
    await page.getByText("12 enqueued and failed in 1.5.0+a1b2c3d4").waitFor();
    await page.getByRole("link", { name: /^o-/ }).last().click();
    await page.getByText("Compared with the newest job of this kind that went well:").waitFor();
    for (const [field, how] of [
      ["number", "Another type"],
      ["deliveries", "Missing here"],
      ["deliveryId", "Only here"],
    ] as const)
      await page.getByText(`${field} ${how}`).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    const letter = new URL(page.url()).pathname.replace("/console", "");
    await page.context().close();
    for (const [width, colorScheme, locale] of looks) {
      await open(letter, width, colorScheme, locale);
      await page.getByText(/^(Only here|仅此处有)$/).scrollIntoViewIfNeeded();
      await look(`letter-${width}-${colorScheme}`);
      if (width !== 375 || locale !== "zh-CN") await page.context().close();
    }
    await GoodJobModel.updateOne(
      { _id: plainJob.name },
      { $set: { payload: { number: "2", fail: "a", deliveryId: 1 } } },
    );
    await page.reload();
    await page.getByText("没有差异：字段与类型完全一致。").waitFor();
    await GoodJobModel.deleteOne({ _id: plainJob.name });
    await page.reload();
    await page.getByText("没有已知的同类成功任务，无法对比。").waitFor();
  });

  it("the bell counts the alerts that wait for somebody, without a request of its own, and acknowledges them", async () => {
    await buildAlerts();
    const asked: string[] = [];
    await eventually("the count is known", async () => {
      const { headers } = await reader.client.get("/admin-api/infra/queue/list");
      return headers.get("open-alerts") === "1";
    });
    await open("/queues");
    page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
    const bell = page.getByRole("button", { name: "Open alerts: 1" });
    await bell.waitFor();
    expect(asked.filter((path) => path.includes("/alert"))).to.deep.equal([]);
    await bell.click();
    await page.getByText("Silenced until").waitFor();
    await standsStill(page);
    await takePicture(page, "bell");
    expect(await barriers(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Acknowledge" }).first().click();
    await page.getByText("Acknowledged by Mei Lin").waitFor();
    await page.getByRole("button", { name: "Open alerts: 0", includeHidden: true }).waitFor({ state: "attached" });
  });

  it("a rule is silenced with an end and a reason, and an alert shows who was told", async () => {
    await buildAlerts();
    await open("/alert-rules");
    const row = page.getByRole("row").filter({ hasText: "Dead letters wait for somebody" });
    await row.getByRole("button", { name: "Silence" }).click();
    const until = new Date(Date.now() + hours(30)).toISOString().slice(0, 10);
    await page.getByLabel("Until").fill(`${until} 23:00:00`);
    await page.keyboard.press("Enter");
    await page.getByLabel("Reason").fill("the merchant knows");
    await page.getByRole("dialog").getByRole("button", { name: "Silence" }).click();
    await row.getByText(`Silenced until ${until} 23:00`).waitFor();
    await standsStill(page);
    await takePicture(page, "rules-silenced");
    await page.goto(`${url}/console/alerts`);
    await page
      .getByRole("row")
      .filter({ hasText: "Dead letters wait for somebody" })
      .getByRole("button", { name: "View" })
      .click();
    await page.getByText("https://pager.example/...").waitFor();
    await standsStill(page);
    await takePicture(page, "alert-detail");
    expect(await barriers(page)).to.deep.equal([]);
  });

  for (const [width, colorScheme, locale] of looks)
    it(`nothing of it is cut at ${width}, ${colorScheme}, and everybody can read it`, async () => {
      await buildStuck();
      await buildAlerts();
      for (const [name, path] of [
        ["causes", "/dead-letters/causes"],
        ["alerts", "/alerts"],
        ["alert-rules", "/alert-rules"],
      ] as const) {
        await open(path, width, colorScheme, locale);
        await listed().waitFor();
        await look(`${name}-${width}-${colorScheme}`);
        if (name !== "alert-rules") await page.context().close();
      }
      await page.goto(`${url}/console/dead-letters/causes`);
      await page.getByRole("link", { name: /^MerchantAway/ }).click();
      await page.getByRole("heading", { level: 1, name: /^MerchantAway/ }).waitFor();
      await listed().waitFor();
      await look(`cause-${width}-${colorScheme}`);
    });

  /** The first row, which is a card on a phone. */
  const listed = () => page.locator("tr.ant-table-row, .list-card").first();

  /** A picture, which is as wide as the window and readable. */
  async function look(name: string): Promise<void> {
    // What lies under the pointer would show its tooltip, beyond the edge of a phone.
    await page.mouse.move(0, 0);
    await page.locator(".ant-tooltip").first().waitFor({ state: "hidden" });
    await standsStill(page);
    await takePicture(page, name);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name).to.equal(true);
    expect(await barriers(page), name).to.deep.equal([]);
  }
});
