import { existsSync } from "node:fs";
import { expect } from "chai";
import { chromium, type Browser, type Page } from "playwright-core";
import { sandbox } from "#test/support/environment.js";
import { startService } from "#test/support/service.js";
import { buildUnpaidOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { runJobs } from "#test/support/runJobs.js";

const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);
/** Keeps Chromium from calling home. */
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

describe("the pages, in a real browser", function () {
  this.timeout(60_000);
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  before(async function () {
    // A machine without a browser says so in the count of what was skipped.
    if (!program) return this.skip();
    browser = await chromium.launch({ executablePath: program, args: quiet });
  });
  after(async () => browser?.close());
  beforeEach(async () => {
    complaints = [];
    page = await browser.newPage();
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  });
  afterEach(async () => page.close());

  it("/docs lists the endpoints by group and opens one with its fields", async () => {
    const { url } = await startService();
    await page.goto(`${url}/docs`);
    await page.getByText("app-api/trade", { exact: true }).first().click();
    await page.getByText("/app-api/trade/order/create").first().click();
    await page.getByText("Idempotency-Key").first().waitFor();
    const example = await page.locator(".opblock.is-open textarea").first().inputValue();
    expect(JSON.parse(example)).to.include.keys("items", "deliveryType", "hospitalPrescriptionId");
    expect(complaints).to.deep.equal([]);
  });

  it("the sandbox's cashier pays a waiting order, and the shop knows", async () => {
    const { client, payOrderId } = await buildUnpaidOrder();
    const submitted = await client.post("/app-api/pay/order/submit", submitBody((await findPayOrder(payOrderId))!));
    expect(submitted.code, submitted.msg).to.equal(0);
    const { no } = (await findPayOrder(payOrderId))!;
    await page.goto(sandbox.url);
    const row = page.locator("li.order").filter({ hasText: no! });
    await row.getByRole("button", { name: "Pay", exact: true }).click();
    await row.getByText("paid", { exact: true }).waitFor();
    await runJobs();
    expect((await findPayOrder(payOrderId))?.status).to.equal(10);
    expect(complaints).to.deep.equal([]);
  });
});
