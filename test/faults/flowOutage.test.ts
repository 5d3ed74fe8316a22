import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser, openPage, takePicture } from "#test/support/browser.js";
import type { Deployment } from "./deployment.js";
import { expectInvariants, pause, say, soon } from "./experiment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import { byCode, control, makeShoppers, place, skuWithStock, submit, type Shopper } from "./shoppers.js";

const PAYERS = 12;

describe("an outage, as an operator sees it in the flow", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let browser: Browser;
  let page: Page;
  let isOver = false;
  let paying: Promise<unknown>;

  useSharedDeployment((one) => (deployment = one));
  before("an operator has the flow open", async () => {
    browser = await launchBrowser();
    ({ page } = await openPage(browser, { locale: "en-US", viewport: { width: 1_440, height: 1_100 } }));
    await page.goto(`${deployment.url}/console/flow`);
    await page.getByLabel("User name").fill("operator");
    await page.getByLabel("Password").fill(deployment.env["OPERATOR_PASSWORD"]!);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Up to date", { exact: true }).waitFor();
  });
  before("members pay meanwhile", async () => {
    const skuId = await skuWithStock(deployment, 100_000);
    const payers = await makeShoppers(deployment, PAYERS);
    paying = Promise.all(payers.map((who) => keepPaying(who, skuId)));
  });
  after(async () => {
    isOver = true;
    await paying;
    await browser?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
  });

  /** Whatever is answered: this is about who looks on. */
  async function keepPaying(who: Shopper, skuId: number): Promise<void> {
    while (!isOver) {
      const placed = await place(deployment, who, skuId).catch(() => undefined);
      if (placed) await submit(deployment, placed, byCode);
      await pause(500);
    }
  }
  /** From the trouble to its sentence. */
  async function isSeen(what: string, sentence: Locator, begin: () => Promise<unknown>): Promise<void> {
    const at = Date.now();
    await begin();
    await sentence.waitFor({ timeout: 60_000 });
    say(`${what}: seen after ${((Date.now() - at) / 1_000).toFixed(1)} s`);
    await takePicture(page, `outage-${what.replaceAll(" ", "-")}`);
  }
  async function isGone(what: string, sentence: Locator, end: () => Promise<unknown>): Promise<void> {
    const at = Date.now();
    await end();
    await sentence.first().waitFor({ state: "hidden", timeout: 120_000 });
    say(`${what}: gone after ${((Date.now() - at) / 1_000).toFixed(1)} s`);
  }
  const row = (name: string): Locator =>
    page.locator(".flow li").filter({ has: page.getByText(name, { exact: true }) });

  it("its first paint, when it is opened again", async () => {
    await page.reload();
    await page.getByText("Up to date", { exact: true }).waitFor();
    const paints: string = "performance.getEntriesByName('first-contentful-paint')[0].startTime";
    say(`first paint of the flow, warm: ${Math.round(await page.evaluate<number>(paints))} ms`);
    expect(await page.locator(".flow li").count()).to.be.greaterThan(18);
  });

  it("a channel that hangs: how many calls wait at it, and the way to the jobs", async () => {
    const hangs = row("wechatpay").getByText(/wait(ed)? for an answer|the last \d+ calls failed/);
    await isSeen("a channel that hangs", hangs, () =>
      control(deployment, "PUT", "/faults", { platform: "wechatpay", mode: "timeout", count: 1_000_000 }),
    );
    await row("wechatpay").getByRole("link", { name: "wechatpay" }).click();
    await page.getByRole("heading", { level: 1, name: "pay-submit" }).waitFor();
    await page.getByRole("row").filter({ hasText: "pay.submitAttempt" }).first().waitFor();
    await page.goBack();
    await isGone("the channel answers again", hangs, () => control(deployment, "DELETE", "/faults?platform=wechatpay"));
  });

  it("Redis that is gone: the picture is as old as it says, and live when it is back", async () => {
    const away = page.getByText(/^Redis does not answer, figures of \d+ s ago$/);
    await isSeen("Redis is killed", away, () => deployment.redis.kill("SIGKILL"));
    await isGone("Redis is back", away, () => deployment.redis.restart());
  });

  it("a worker that was killed: it does not report, then nobody takes its queues, until one is started", async () => {
    const box = page.locator('.flow [data-flow^="worker:"]').filter({ hasText: `worker ${deployment.worker.pid}` });
    const silent = box.getByText(/^has not reported for \d+ s$/);
    await isSeen("a worker is killed", silent, () => deployment.worker.kill("SIGKILL"));
    const untaken = row("pay-submit").getByText("no worker takes this queue");
    await untaken.waitFor({ timeout: 60_000 });
    await takePicture(page, "outage-no-worker");
    await isGone("a worker is started", untaken, () => deployment.worker.start());
    await silent.waitFor({ state: "hidden" });
  });

  it("and when all is back, the work is done and the invariants hold", async () => {
    isOver = true;
    await paying;
    const open = { openQueue: { $in: ["pay-submit", "trade", "pay-sync"] }, state: { $in: ["relayed", "retrying"] } };
    await soon(
      "what waited is done",
      async () => (await deployment.db.collection("outbox").countDocuments(open)) === 0,
    );
    await expectInvariants(deployment);
  });
});
