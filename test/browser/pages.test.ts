import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, openPage } from "#test/support/browser.js";
import { sandbox } from "#test/support/environment.js";
import { startService } from "#test/support/service.js";
import { buildUnpaidOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { runJobs } from "#test/support/runJobs.js";

describe("the pages, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  before(async function () {
    browser = await launchBrowser();
  });
  after(async () => browser?.close());
  beforeEach(async () => {
    ({ page, complaints } = await openPage(browser));
  });
  afterEach(async () => page.context().close());

  it("/docs lists the endpoints by group and opens one with its fields", async () => {
    const { url } = await startService();
    await page.goto(`${url}/docs`);
    await page.locator(".opblock-tag").filter({ hasText: "Cart, orders, after-sales" }).click();
    await page.getByText("/app-api/trade/order/create").first().click();
    await page.getByText("Idempotency-Key").first().waitFor();
    const opened = page.locator(".opblock.is-open");
    const example = await opened.locator("textarea").first().inputValue();
    expect(JSON.parse(example)).to.include.keys("items", "deliveryType", "addressId");
    await opened.locator(".opblock-section-request-body").getByRole("tab", { name: "Schema" }).click();
    for (const field of ["items", "deliveryType", "hospitalPrescriptionId"])
      await opened.locator(".opblock-section-request-body").getByText(field, { exact: true }).first().waitFor();
    await page.getByLabel("Select a definition").selectOption({ label: "Operators" });
    await page.locator(".opblock-tag").filter({ hasText: "Operators: orders and after-sales" }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it("/docs keeps the token when it is loaded again, and binds no social account by its example", async () => {
    const { url } = await startService();
    await page.goto(`${url}/docs`);
    await page.getByRole("button", { name: "Authorize" }).first().click();
    const member = page.locator(".modal-ux .auth-container").filter({ hasText: "memberToken" });
    await member.locator("input").fill("a-token");
    await member.locator("button.authorize").click();
    await page.reload();
    await page.locator(".btn.authorize.locked").waitFor();
    await page.locator(".opblock-tag").filter({ hasText: "Members and sign-in" }).click();
    await page.getByText("/app-api/member/auth/sms-login").first().click();
    const example = await page.locator(".opblock.is-open textarea").first().inputValue();
    expect(JSON.parse(example)).to.have.all.keys("mobile", "code", "loginType");
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
