import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { AlertDeliveryModel, AlertModel } from "#shared/domains/operations/alert/alert.model.js";
import { AlertRuleModel } from "#shared/domains/operations/alert/alertRule.model.js";
import { evaluateRules } from "#shared/domains/operations/worker.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { SourceModel } from "#shared/domains/website/index.js";
import { UploadModel } from "#shared/domains/website/source/upload.model.js";
import { DeadLetterModel, recordDeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { deliveriesTo } from "#test/operations/alert/pager.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildArchive, buildSource } from "#test/factories/website.js";
import { chooseOption, launchBrowser, openPage, showDots, takePicture } from "#test/support/browser.js";
import { sandbox } from "#test/support/environment.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { plainJob } from "#test/support/testJobs.js";

const password = "a shift 1";

describe("what an operator of the shop's machinery does, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let operatorId: number;
  let nickname: string;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    const { operator } = await buildOperator(["*"], { passwordHash: await hashPassword(password) });
    ({ _id: operatorId, nickname } = operator);
    ({ page, complaints } = await openPage(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } }));
    await showDots(page, url);
    await page.goto(`${url}/console/alert-rules`);
    await page.getByLabel("User name").fill(operator.username);
    await page.getByLabel("Password").fill(password);
    await button("Sign in").click();
    await page.getByRole("table").waitFor();
  });
  after(async () => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  /** The sign that a button is at work may stay in its name for a moment. */
  const named = (name: string) => new RegExp(`^(loading )?${name.replace(/[()]/g, "\\$&")}$`);
  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name: typeof name === "string" ? named(name) : name });
  const told = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
  const rowOf = (words: string) => page.getByRole("row").filter({ hasText: words });
  const choose = (label: string, option: string, within: Page | Locator = page): Promise<void> =>
    chooseOption(within.getByLabel(label, { exact: true }), option);

  describe("an alert", () => {
    before(() => queueNamed("vod").pause());
    after(async () => {
      await queueNamed("vod").drain(true);
      await queueNamed("vod").resume();
      await AlertRuleModel.deleteMany({ name: `Late ${operatorId}` });
      await inTransaction(async () => AlertModel.deleteMany({ name: `Late ${operatorId}` }));
    });

    it("is raised by a rule that was made here, seen by somebody, over, and told to the webhook both times", async () => {
      const name = `Late ${operatorId}`;
      const key = `console-${await nextId("testNumbers")}`;
      await page.goto(`${url}/console/alert-rules`);
      await button(/New$/).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("Name").fill(name);
      await choose("Metric", "Age of oldest job", form);
      await choose("Queue", "vod", form);
      await form.getByLabel("Threshold").fill("60");
      await form.getByLabel("Duration (seconds)").fill("0");
      await form.getByLabel("Webhook", { exact: true }).fill(`${sandbox.url}/sandbox/merchant/${key}`);
      await button("Save", form).click();
      await told("Saved");
      await rowOf(name).waitFor();
      await queueNamed("vod").add("x", {}, { timestamp: Date.now() - 600_000 });
      await evaluateRules();
      await runJobs();
      await page.goto(`${url}/console/alerts?kind=age&queue=vod`);
      const row = rowOf(name);
      await row.getByText("Firing").waitFor();
      await row.getByText("Delivered").waitFor();
      await takePicture(page, "alert-fires");
      await button("Acknowledge", row).click();
      await page.getByLabel("Note (optional)").fill("The encoder was restarted");
      await button("OK", page.getByRole("dialog")).click();
      await told("Acknowledged");
      await row.getByText(nickname).waitFor();
      expect(await button("Acknowledge", row).count()).to.equal(0);
      await queueNamed("vod").drain();
      await evaluateRules();
      await runJobs();
      await button("Refresh").click();
      await row.getByText("Resolved", { exact: true }).first().waitFor();
      await eventually("two deliveries", async () => (await row.getByText("Delivered").count()) === 2);
      await takePicture(page, "alert-over");
      const types = (await deliveriesTo(key)).map(({ body }) => (JSON.parse(body) as { type: string }).type);
      expect(types.sort()).to.deep.equal(["queue.alert.firing", "queue.alert.resolved"]);
      expect(await AlertDeliveryModel.countDocuments({ status: 10, body: new RegExp(`"name":"${name}"`) })).to.equal(2);
    });
  });

  it("discards the dead letters of a search, asked once more with their count and a reason", async () => {
    const error = `Gone${await nextId("testNumbers")}`;
    for (const at of [1, 2, 3, 4, 5])
      await recordDeadLetter({
        bullId: `${error}-${at}`,
        job: plainJob.name,
        queue: "maintenance",
        v: 1,
        payload: { number: 1 },
        about: {},
        requestId: "r",
        attempts: 3,
        error,
        reason: `${error}: nobody is there`,
        stack: "",
      });
    await page.goto(`${url}/console/dead-letters?error=${error}`);
    const rows = rowOf(`${error}: nobody`);
    await rows.first().waitFor();
    // Some by their boxes, the others by the search.
    for (const at of [3, 4]) await rows.nth(at).getByRole("checkbox").check();
    await button("Replay selected (2)").click();
    await button("Yes").click();
    await told("Replay started");
    await eventually("replayed", async () => (await rows.filter({ hasText: "Replayed" }).count()) === 2);
    await rows.first().getByRole("checkbox").check();
    await button("Discard selected (1)").click();
    await page.getByLabel("Discard reason").fill("by hand");
    await button("OK", page.getByRole("dialog")).click();
    await rows.filter({ hasText: "Discarded" }).waitFor();
    await button("Discard all").click();
    const question = page.getByRole("dialog").filter({ hasText: "Discard all matching open dead letters" });
    await question.getByText(`Error: ${error}`).waitFor();
    const sure = button("Discard 2", question);
    await sure.waitFor();
    expect(await sure.isDisabled()).to.equal(true);
    await question.getByLabel("Discard reason").fill("the shop is closed");
    await takePicture(page, "discard-all");
    await sure.click();
    await told("2 discarded, 0 still open.");
    await eventually("all discarded", async () => (await rows.filter({ hasText: "Discarded" }).count()) === 3);
    await takePicture(page, "discarded-all");
    const letters = await DeadLetterModel.find({ error }).lean();
    const [replayed, closed] = ["replayed", "the shop is closed"];
    expect(letters.map(({ discardReason }) => discardReason ?? replayed)).to.have.members([
      replayed,
      replayed,
      closed,
      closed,
      "by hand",
    ]);
    await runJobs();
  });

  it("finds what was done by choosing the module and the action of the log", async () => {
    await page.goto(`${url}/console/audit/operations?operatorId=${operatorId}`);
    await choose("Module", "Operations");
    await choose("Action", "dead-letter.discard-all");
    await takePicture(page, "audit-chosen");
    await button("Search").click();
    await eventually("just these", async () => {
      const cells = await page.getByRole("cell", { name: /^(dead-letter|alert)/ }).allInnerTexts();
      return cells.length > 0 && cells.every((cell) => cell === "dead-letter.discard-all");
    });
    expect(await OperationLogModel.countDocuments({ operatorId, action: "dead-letter.discard-all" })).to.equal(1);
  });

  it("sends a package in parts; broken off, it goes on with the missing ones after a reload, or is given up", async () => {
    const sourceId = await buildSource();
    // Two parts. A file that is there: one that was chosen again is known by its time as well.
    const archive = Buffer.concat([buildArchive(), randomBytes(9_000_000)]);
    const file = join(await mkdtemp(join(tmpdir(), "upload-")), "shop.tar.gz");
    await writeFile(file, archive);
    const parts: string[] = [];
    let isCut = true;
    const storage = new RegExp("partNumber=(\\d+)");
    await page.route(storage, (route) => {
      const part = storage.exec(route.request().url())![1]!;
      if (isCut && part !== "1") return route.abort("connectionfailed");
      parts.push(part);
      return route.continue();
    });
    const openUpload = async (): Promise<Locator> => {
      await page.goto(`${url}/console/website/sources`);
      await button(
        "Upload",
        page
          .getByRole("row")
          .filter({ hasText: String(sourceId) })
          .first(),
      ).click();
      return page.getByRole("dialog");
    };
    const drawer = await openUpload();
    await drawer.locator('input[type="file"]').setInputFiles(file);
    await drawer.getByText("Connection lost.").waitFor();
    complaints.length = 0;
    await takePicture(page, "upload-broken");
    expect(parts).to.include("1");
    expect(parts.filter((part) => part !== "1")).to.deep.equal([]);

    isCut = false;
    const again = await openUpload();
    await again.getByText("shop.tar.gz: upload interrupted").waitFor();
    await again.getByText(/^8(\.0+)? MiB of 8\.6 MiB uploaded/).waitFor();
    await takePicture(page, "upload-again");
    await again.locator('input[type="file"]').setInputFiles(file);
    await again.getByText("Package uploaded").waitFor();
    await takePicture(page, "upload-done");
    expect(parts.sort()).to.deep.equal(["1", "2"]);
    const source = await SourceModel.findById(sourceId).lean();
    expect(source?.package?.sha256).to.equal(createHash("sha256").update(archive).digest("hex"));

    isCut = true;
    const other = await openUpload();
    expect(await other.getByText("interrupted").count()).to.equal(0);
    await other.locator('input[type="file"]').setInputFiles(file);
    await other.getByText("Connection lost.").waitFor();
    complaints.length = 0;
    await button("Discard upload", other).click();
    await button("Yes").click();
    await told("Upload discarded");
    expect((await UploadModel.find({ sourceId }).sort({ _id: 1 }).lean()).map(({ status }) => status)).to.deep.equal([
      2, 4,
    ]);
    expect(await page.evaluate(`localStorage.getItem("console.uploads.${sourceId}")`)).to.equal(null);
  });
});
