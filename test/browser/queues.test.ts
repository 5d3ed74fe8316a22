import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator } from "#test/factories/operator.js";
import { launchBrowser, openPage, takePicture } from "#test/support/browser.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { plainJob } from "#test/support/testJobs.js";

const password = "operate 123";

for (const colorScheme of ["light", "dark"] as const)
  describe(`the queues' pages in a real browser, ${colorScheme}`, function () {
    let browser: Browser;
    let page: Page;
    let url: string;
    let username: string;
    let complaints: string[];

    const picture = (name: string): Promise<void> => takePicture(page, `${colorScheme}-${name}`);

    before(async function () {
      browser = await launchBrowser();
      ({ url } = await startService());
      const { operator } = await buildOperator(["infra:queue:read", "infra:queue:operate"], {
        passwordHash: await hashPassword(password),
      });
      ({ username } = operator);
      ({ page, complaints } = await openPage(browser, {
        colorScheme,
        locale: "en-US",
        viewport: { width: 1280, height: 800 },
      }));
    });
    after(async () => browser?.close());

    it("a wrong password is told, the right one opens the list of every queue", async () => {
      await page.goto(`${url}/queues`);
      await picture("form");
      await page.getByLabel("User name").fill(username);
      await page.getByLabel("Password").fill("wrong");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").getByText("is wrong").waitFor();
      await picture("wrong");
      // The browser itself reports that answer's 401.
      complaints.length = 0;
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("order-timeout").first().waitFor();
      const text = await page.locator("body").innerText();
      expect(queueNames.filter((name) => !text.includes(name))).to.deep.equal([]);
      await page.getByText("Loading").first().waitFor({ state: "hidden" });
      await picture("list");
      expect(complaints).to.deep.equal([]);
    });

    it("a failed job is shown with its reason, and removed by a click, which is audited", async () => {
      await enqueue(plainJob, { number: 7_000_000 + (await nextId("testNumbers")), fail: "refuse" });
      await runJobs();
      await page.goto(`${url}/queues/queue/maintenance?status=failed`);
      await page.getByText(plainJob.name).first().waitFor();
      await picture("queue");
      const [failed] = await queueNamed("maintenance").getFailed(0, 0);
      await page.goto(`${url}/queues/queue/maintenance/${failed!.id}?status=failed`);
      await page.getByText("refused: always").first().waitFor();
      await picture("job");
      expect(complaints).to.deep.equal([]);
      const answered = page.waitForResponse((response) => response.request().method() === "PUT");
      await page.locator("button:has(svg.lucide-trash2)").click();
      await picture("confirm");
      await page.getByRole("button", { name: "Confirm" }).click();
      expect((await answered).status()).to.be.below(300);
      const bizId = "maintenance";
      expect(await OperationLogModel.countDocuments({ action: "queue.board", bizId })).to.be.greaterThan(0);
    });

    it("signing out closes the pages", async () => {
      // The page before still asks for the job that was removed.
      await page.goto("about:blank");
      complaints.length = 0;
      await page.goto(`${url}/queues/sign-out`);
      await picture("out");
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("User name").waitFor();
      await page.goto(`${url}/queues/queue/maintenance`);
      await page.getByLabel("Password").waitFor();
      expect(complaints).to.deep.equal([]);
    });
  });
