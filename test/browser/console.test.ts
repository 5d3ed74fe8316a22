import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { createBrand, createCategory, SkuModel, SpuModel } from "#shared/domains/catalog/index.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { NotifyTaskModel } from "#shared/domains/pay/notify/notifyTask.model.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { recordDeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { buildUnpaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildOperator } from "#test/factories/operator.js";
import { ZHONGTONG } from "#test/factories/shipment.js";
import { behave, settle } from "#test/pay/support.js";
import { chooseOption, clickUntil, dot, launchBrowser, openPage, takePicture } from "#test/support/browser.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, runs } from "#test/support/testJobs.js";

const password = "a day's work 1";

describe("a day's work at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let username: string;
  let operatorId: number;
  let category: string;
  let brand: string;
  let spuName: string;
  let spuId: number;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    await seedDelivery();
    const { operator } = await buildOperator(["*"], { passwordHash: await hashPassword(password) });
    ({ username, _id: operatorId } = operator);
    [category, brand, spuName] = ["Cups", "Kiln", "Cup"].map((word) => `${word} ${operatorId}`) as [
      string,
      string,
      string,
    ];
    const parentId = await createCategory({ name: `Kitchen ${operatorId}`, parentId: 0 });
    await createCategory({ name: category, parentId });
    await createBrand({ name: brand });
    ({ page, complaints } = await openPage(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } }));
    // Pictures have the address of the running shop: here they come from this one. Products of other tests have none.
    const { origin } = new URL(config.MEDIA_BASE_URL);
    await page.route(`${config.MEDIA_BASE_URL}/**`, (route) => {
      const address = route.request().url().replace(origin, url);
      if (!address.includes("/public/product/")) return route.fulfill({ contentType: "image/png", body: dot });
      return route.continue({ url: address });
    });
  });
  after(async () => browser?.close());
  afterEach(async function () {
    await behave("mall", {});
    await NotifyHostModel.deleteMany({});
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name, exact: typeof name === "string" });
  /** A dialog, once it stands still and has taken the focus. */
  async function opened(): Promise<Locator> {
    await page.locator("[role=dialog] :is(input, textarea):focus").waitFor({ state: "attached" });
    return page.getByRole("dialog");
  }
  const go = (path: string) => page.goto(`${url}/console${path}`);
  const choose = (label: string, option: string, within: Page | Locator = page): Promise<void> =>
    chooseOption(within.getByLabel(label, { exact: true }), option);
  /** What a client does: orders the smaller cup, and pays at the channel. */
  async function buildPaidCup(): Promise<BuiltOrder> {
    const [sku] = await SkuModel.find({ spuId }).sort({ _id: 1 }).lean();
    const built = await buildUnpaidOrder({ skuId: sku!._id });
    const body = submitBody((await findPayOrder(built.payOrderId))!);
    const submitted = await built.client.post("/app-api/pay/order/submit", body);
    expect(submitted.code, submitted.msg).to.equal(0);
    await settle((await findPayOrder(built.payOrderId))!.no!);
    await runJobs();
    const now = await reloadOrder(built.order._id);
    expect(now.order.status).to.equal(10);
    return { ...built, ...now };
  }
  const told = (words: string) => page.getByText(words, { exact: true }).first().waitFor();

  it("begins at the sign-in: a wrong password is told, the right one opens the shop", async () => {
    await go("/orders");
    await page.getByLabel("User name").fill(username);
    await page.getByLabel("Password").fill("not this one");
    await button("Sign in").click();
    await page.getByRole("alert").filter({ hasText: "wrong" }).waitFor();
    // The browser itself says that the call was refused.
    complaints.length = 0;
    await page.getByLabel("Password").fill(password);
    await button("Sign in").click();
    await page.getByRole("heading", { name: "Orders" }).waitFor();
    await takePicture(page, "orders");
  });

  it("makes a product with two variants and a picture", async () => {
    await go("/products/new");
    await page.getByLabel("Product name").fill(spuName);
    await choose("Category", category);
    await choose("Brand", brand);
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "cup.png", mimeType: "image/png", buffer: dot });
    await page.getByRole("img", { name: "Main image" }).waitFor();
    await page.getByText("Multiple variants").click();
    const values = page.getByLabel(`Values of Size ${operatorId}`);
    await clickUntil(values, async () => {
      await page.getByLabel("Add a property").fill(`Size ${operatorId}`);
      await page.getByTitle(`New: Size ${operatorId}`).click();
    });
    await told(`Created: Size ${operatorId}`);
    for (const size of ["Small", "Large"])
      await clickUntil(page.getByRole("row", { name: new RegExp(size) }).first(), async () => {
        await values.fill(size);
        await page.getByTitle(`New: ${size}`).click();
      });
    for (const [size, price, stock] of [
      ["Small", "12.50", "5"],
      ["Large", "19.90", "3"],
    ] as const) {
      await page.getByLabel(`Price (¥): ${size}`, { exact: true }).fill(price);
      await page.getByLabel(`Stock: ${size}`).fill(stock);
    }
    await takePicture(page, "product-editor");
    await button("Save product").click();
    await page.getByRole("heading", { name: "Products" }).waitFor();
    const spu = (await SpuModel.findOne({ name: spuName }).lean())!;
    spuId = spu._id;
    const skus = await SkuModel.find({ spuId }).sort({ _id: 1 }).lean();
    expect(skus.map(({ priceFen, stock }) => [priceFen, stock])).to.deep.equal([
      [1_250, 5],
      [1_990, 3],
    ]);
    expect(spu.picUrl).to.match(/\.png$/);
  });

  it("ships the order of it that a client has placed", async () => {
    const { order } = await buildPaidCup();
    await go("/orders");
    await page.getByLabel("Order no.").fill(order.no);
    await button("Search").click();
    await page.getByText(spuName).first().waitFor();
    await page.getByRole("link", { name: order.no }).click();
    // The list has such a button in each row, until the order is there.
    await page.getByRole("heading", { name: `Order ${order.no}` }).waitFor();
    await button("Ship").click();
    const shipping = await opened();
    await choose("Carrier", "中通", shipping);
    await shipping.getByLabel("Tracking number").fill("ZT781234567890");
    await button("Ship", shipping).click();
    await told("Shipped");
    const shipped = (await reloadOrder(order._id)).order;
    expect(shipped).to.include({ status: 20, logisticsId: ZHONGTONG, logisticsNo: "ZT781234567890" });
    await takePicture(page, "order-shipped");
    await runJobs();
  });

  it("refunds another one, asked once more with its amount", async () => {
    const { order } = await buildPaidCup();
    await go(`/orders/${order._id}`);
    await button("Refund").click();
    const refunding = await opened();
    await refunding.getByLabel("Reason").fill("The glaze has a crack");
    await button("Refund", refunding).click();
    const question = page
      .getByRole("dialog")
      .filter({ hasText: `Refund ¥${(order.payPriceFen / 100).toFixed(2)} to the member?` });
    // It may still be on its way in, and slip from under a click.
    await button("Refund", question).press("Enter");
    await told("Refund submitted");
    // The channel tells of it by a callback.
    await eventually(
      "the money is back",
      async () => {
        await runJobs();
        return (await reloadOrder(order._id)).order.status === 40;
      },
      30,
    );
    expect((await reloadOrder(order._id)).order.refundPriceFen).to.equal(order.payPriceFen);
  });

  it("replays a delivery that its merchant's server refused", async () => {
    await behave("mall", { status: 500 });
    const { order, payOrderId } = await buildPaidCup();
    const task = await NotifyTaskModel.findOne({ payOrderId }).orFail().lean();
    // The merchant has moved since.
    const before = `${new URL(task.url).origin}/sandbox/merchant/before`;
    await NotifyTaskModel.updateOne({ payOrderId }, { $set: { status: 20, nextTryAt: null, url: before } });
    await behave("mall", {});
    await NotifyHostModel.deleteMany({});
    await go(`/pay/notifies?merchantOrderId=${order._id}`);
    const row = page.getByRole("row").filter({ hasText: String(payOrderId) });
    await button("Resend", row).click();
    const replaying = await opened();
    await choose("Send to", "current URL", replaying);
    await button("Resend", replaying).click();
    await told("Notification resent");
    expect(await NotifyTaskModel.findOne({ payOrderId }).lean()).to.include({ url: task.url });
    await eventually(
      "told",
      async () => {
        await runJobs();
        return (await NotifyTaskModel.findOne({ payOrderId }).lean())?.status === 10;
      },
      30,
    );
    await takePicture(page, "notifies");
  });

  it("finds a dead letter by its order's number, and runs it again", async () => {
    const { order } = await buildPaidCup();
    const number = 8_000_000 + (await nextId("testNumbers"));
    await recordDeadLetter({
      bullId: `o-${number}-1`,
      job: keyedJob.name,
      queue: "maintenance",
      v: 1,
      payload: { number, fail: "never" },
      about: { orderId: order._id },
      requestId: "r",
      attempts: 8,
      error: "Away",
      reason: `Away: nobody answered ${number}`,
      stack: "",
    });
    await go("/dead-letters");
    await page.getByLabel("Order or payment no.").fill(order.no);
    // It may be in sight before: what is asked of a row that is being replaced goes with it.
    const found = page.waitForResponse((response) => response.url().includes(order.no));
    await button("Search").click();
    await found;
    const row = page.getByRole("row").filter({ hasText: `nobody answered ${number}` });
    await row.waitFor();
    await takePicture(page, "dead-letters");
    await button("Replay", row).click();
    await button("Yes").click();
    await told("Replay started");
    await runJobs();
    expect(runs.get(number)).to.have.length(1);
  });

  it("exports the audit log of what was done, as a file that a spreadsheet opens", async () => {
    await go(`/audit/operations?operatorId=${operatorId}`);
    await page.getByRole("cell", { name: "Orders" }).first().waitFor();
    await takePicture(page, "audit");
    const saved = page.waitForEvent("download");
    await button(/Export CSV$/).click();
    const text = await readFile(await (await saved).path(), "utf8");
    expect(text.charCodeAt(0)).to.equal(0xfeff);
    const rows = await OperationLogModel.countDocuments({ operatorId, createdAt: { $lte: clock.now() } });
    expect(text.trim().split(/\r?\n/).length).to.be.at.least(rows);
    expect(text).to.contain("trade").and.to.contain("product");
  });

  it("ends with the sign-out: the address alone shows nothing more", async () => {
    await button(new RegExp(username)).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await button("Sign in").waitFor();
    await go("/orders");
    await button("Sign in").waitFor();
    expect(await page.getByRole("table").count()).to.equal(0);
  });
});
