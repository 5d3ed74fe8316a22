import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { hours } from "#shared/kernel/time/clock.js";
import { withContext } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder } from "#test/factories/order.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, showDots, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";
import { keyedJob } from "#test/support/testJobs.js";

const WHY = "the campaign is being looked at";

describe("one act on all jobs of a search at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let actor: BuiltOperator;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    actor = await buildOperator(["*"]);
    ({ page, complaints } = await enter(actor));
  });
  after(async () => {
    await queueNamed(keyedJob.queue).resume();
    await browser?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  async function enter({ operator }: BuiltOperator) {
    const opened = await openPage(browser, { locale: "en-US", viewport: { width: 1280, height: 900 } });
    await showDots(opened.page, url);
    await signInPage(opened.page, url, operator._id);
    return opened;
  }
  const button = (words: string, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name: words, exact: true });
  const row = (within = page) => within.locator("tr.ant-table-row");
  const told = (words: string, within = page) => within.getByRole("alert").filter({ hasText: words });

  /** So many jobs that wait for an hour to pass, asked for by one request. */
  async function buildJobs(count: number): Promise<{ requestId: string; numbers: number[] }> {
    const first = 520_000_000 + 1_000 * (await nextId("consoleWhole"));
    const requestId = `whole-${first}`;
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    await withContext({ requestId, language: "en", name: "POST /app-api/campaign" }, () =>
      inTransaction(async () => {
        for (const number of numbers) await enqueue(keyedJob, { number }, { delayMs: hours(1) });
      }),
    );
    return { requestId, numbers };
  }
  const find = async (q: string): Promise<void> => {
    await page.goto(`${url}/console/jobs?q=${q}`);
    await row().first().waitFor();
  };
  /** Opens the dialog of an act, which tells how many are found, and says why. */
  async function act(words: string, found: number): Promise<void> {
    await button(words).click();
    const dialog = page.getByRole("dialog", { name: words, exact: true });
    await dialog.getByText(`Jobs found: ${found}, `).waitFor();
    await standsStill(page);
    await button(words, dialog).click();
    await dialog.getByText("This field is required").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await dialog.getByLabel("Reason (recorded in the audit log)").fill(WHY);
    await standsStill(page);
    await button(words, dialog).press("Enter");
    await dialog.waitFor({ state: "hidden" });
  }
  const batchId = (): string => new URL(page.url()).searchParams.get("batch.id")!;
  const audited = (action: string) => OperationLogModel.find({ bizId: batchId(), action }).lean();
  const statesOf = (requestId: string): Promise<string[]> => OutboxModel.distinct("state", { requestId });

  it("keeps 205 back: how far it is stands there until its end, for a second operator as well", async () => {
    const { requestId } = await buildJobs(205);
    await find(requestId);
    // What goes on with it waits until it was seen to.
    await queueNamed(keyedJob.queue).pause();
    await act("Hold all", 205);
    await told("Hold: 200 done. The rest continues in the background…").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await takePicture(page, "whole-goes-on");
    const { page: theirs, complaints: theirComplaints } = await enter(await buildOperator(["infra:queue:read"]));
    await theirs.goto(page.url());
    await told("Hold: 200 done. The rest continues in the background…", theirs).waitFor();
    await queueNamed(keyedJob.queue).resume();
    for (const one of [page, theirs]) await told("Hold: 205 done.", one).waitFor({ timeout: 60_000 });
    expect(await page.getByText("continues in the background").count()).to.equal(0);
    await page.reload();
    await told("Hold: 205 done.").waitFor();

    await row(theirs).getByText("Held", { exact: true }).first().hover();
    await theirs.getByRole("tooltip").getByText(`${actor.operator.nickname}: ${WHY}`).waitFor();
    await button("View", row(theirs).first()).click();
    await theirs
      .locator(".why-sentence")
      .filter({ hasText: `${actor.operator.nickname} held it at` })
      .waitFor();
    for (const words of ["Hold all", "Release all", "Release", "Cancel job"])
      expect(await button(words, theirs).count(), words).to.equal(0);
    expect(await barriers(theirs)).to.deep.equal([]);
    expect(theirComplaints).to.deep.equal([]);
    await theirs.context().close();

    expect(await OutboxModel.countDocuments({ requestId, "hold.reason": WHY })).to.equal(205);
    const rows = await audited("job.hold-all");
    expect(rows.flatMap(({ after }) => (after as { ids: number[] }).ids)).to.have.length(205);
    for (const { operatorId, after } of rows) {
      expect(operatorId).to.equal(actor.operator._id);
      expect(after).to.include({ reason: WHY });
    }
    await button("Close").click();
    await told("Hold:").waitFor({ state: "hidden" });
    expect(batchId()).to.equal(null);
  });

  it("lets go what is kept back alone, and says why the others are left", async () => {
    const { requestId, numbers } = await buildJobs(3);
    const one = await OutboxModel.findOne({ "payload.number": numbers[0] }).orFail().lean<OutboxRow>();
    const held = await actor.client.post("/admin-api/infra/job/act", { act: "hold", id: one._id, reason: WHY });
    expect(held.code, held.msg).to.equal(0);
    await page.goto(`${url}/console/jobs?q=${requestId}&kept=true`);
    await row().getByText("Held", { exact: true }).waitFor();
    expect(await row().count()).to.equal(1);
    await find(requestId);
    await act("Release all", 3);
    await told("Release: 1 done. Skipped: 2 (finished or not held).").waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    expect(await OutboxModel.countDocuments({ requestId, hold: { $exists: true } })).to.equal(0);
    expect((await audited("job.release-all")).map(({ after }) => after)).to.deep.equal([
      { ids: [one._id], reason: WHY },
    ]);
  });

  it("runs all now but those that have ended", async () => {
    const { requestId, numbers } = await buildJobs(3);
    const one = await OutboxModel.findOne({ "payload.number": numbers[0] }).orFail().lean<OutboxRow>();
    const over = await actor.client.post("/admin-api/infra/job/act", { act: "cancel", id: one._id, reason: WHY });
    expect(over.code, over.msg).to.equal(0);
    await find(requestId);
    await act("Run all now", 3);
    await told("Run now: 2 done. Skipped: 1 (finished, running").waitFor();
    await row().getByText("Done", { exact: true }).nth(1).waitFor();
    expect((await statesOf(requestId)).toSorted()).to.deep.equal(["cancelled", "done"]);
    expect((await audited("job.retry-all")).flatMap(({ after }) => (after as { ids: number[] }).ids)).to.have.length(2);
  });

  it("cancels no job that money or goods depend on, and says so", async () => {
    const { order } = await buildUnpaidOrder();
    await enqueue(keyedJob, { number: order._id }, { delayMs: hours(1) });
    await find(order.no);
    const found = await row().count();
    await act("Cancel all", found);
    await told(`Cancel: 1 done. Skipped: ${found - 1} (`).waitFor();
    await told("required for money or goods: these can only be held").waitFor();
    await row().filter({ hasText: keyedJob.name }).getByText("Cancelled", { exact: true }).waitFor();
    await row().filter({ hasText: "trade.closeUnpaidOrder" }).getByText("Scheduled").waitFor();
    await takePicture(page, "whole-cancelled");
    const [log] = await audited("job.cancel-all");
    expect(log).to.deep.include({ operatorId: actor.operator._id, before: { search: { q: order.no } } });
  });
});
