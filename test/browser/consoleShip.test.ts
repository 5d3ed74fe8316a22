import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, type BuiltOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, showDots, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

const YUANTONG = 6;

describe("shipping by scan, in a real browser", () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let operatorId: number;
  let url: string;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    await seedDelivery();
    operatorId = (await buildOperator(["*"])).operator._id;
  });
  after(async () => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
    await page.context().close();
  });

  async function openAt(path: string, width: number, locale: string): Promise<void> {
    const viewport = { width, height: 900 };
    ({ page, complaints } = await openPage(browser, { locale, viewport, reducedMotion: "reduce" }));
    await showDots(page, url);
    await signInPage(page, url, operatorId);
    await page.goto(`${url}/console${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  async function open(width: number, locale: string): Promise<void> {
    await openAt("/ship", width, locale);
    await focused();
  }
  /** Selects these orders in their list. */
  async function choose(pile: readonly BuiltOrder[]): Promise<void> {
    await openAt("/orders", 1_440, "en-US");
    for (const { order } of pile)
      await page.locator("tr.ant-table-row").filter({ hasText: order.no }).getByRole("checkbox").check();
    await told(`${pile.length} selected`);
  }
  const focused = () =>
    eventually("the field has the focus", () => page.evaluate(`document.activeElement.tagName === "INPUT"`));
  /** As a scanner does: it types, presses Enter, and waits for nothing. */
  async function scan(text: string): Promise<void> {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
  const orders = (count: number): Promise<BuiltOrder[]> =>
    Promise.all(Array.from({ length: count }, () => buildPaidOrder()));
  const told = (words: string) => page.getByText(words).first().waitFor();
  const parcelOf = (_id: number) =>
    OrderModel.findById(_id, { status: 1, logisticsId: 1, logisticsNo: 1 }).lean<{
      status: number;
      logisticsId: number;
      logisticsNo: string;
    }>();

  it("a pile of orders goes by the keyboard alone, each with its parcel, however fast they are scanned", async () => {
    const pile = await orders(8);
    await open(1_440, "en-US");
    const numbers = pile.map((_, at) => `YT77${String(Date.now()).slice(-9)}${at}`);
    for (const [at, { order }] of pile.entries()) {
      await scan(order.no);
      await scan(numbers[at]!);
    }
    await told("Shipped here: 8");
    for (const [at, { order }] of pile.entries()) {
      const { status, logisticsId, logisticsNo } = (await parcelOf(order._id))!;
      expect([status, logisticsId, logisticsNo]).to.deep.equal([20, YUANTONG, numbers[at]]);
    }
    await focused();
    await takePicture(page, "ship-1440");
    expect(await barriers(page)).to.deep.equal([]);
  });

  it("a fault is told, drops what was scanned behind it, and the next scan goes on", async () => {
    const [first, second] = (await orders(2)) as [BuiltOrder, BuiltOrder];
    await open(1_440, "en-US");
    let answer = (): void => undefined;
    const held = new Promise<void>((done) => (answer = done));
    await page.route("**/admin-api/trade/order/page?*", async (route) => {
      await held;
      await route.fallback();
    });
    await scan("no-such-order");
    await scan(freshLogisticsNo());
    answer();
    await told("No order has the number no-such-order.");
    expect(await page.getByRole("alert").count()).to.equal(1);
    await scan(first.order.no);
    await told("Wensan Road 1");
    await scan("12");
    await told("12 is no parcel number of any carrier.");
    await scan("YT7712345678901");
    await told("Shipped here: 1");
    await scan(first.order.no);
    await told(`Order ${first.order.no} is not awaiting shipment.`);
    await scan(second.order.no);
    await page.getByRole("link", { name: second.order.no }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: second.order.no }).waitFor({ state: "detached" });
    expect((await parcelOf(second.order._id))!.status).to.equal(10);
  });

  it("a number that fits several carriers asks which, by a digit; one carrier may be set for all", async () => {
    const [first, second] = (await orders(2)) as [BuiltOrder, BuiltOrder];
    await open(375, "zh-CN");
    const number = `78${String(Date.now()).slice(-12)}`;
    await scan(first.order.no);
    await scan(number);
    const choices = page.getByRole("group", { name: "快递公司" }).getByRole("button");
    await choices.first().waitFor();
    await standsStill(page);
    await takePicture(page, "ship-375");
    expect(await barriers(page)).to.deep.equal([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
    const names = await choices.allInnerTexts();
    const at = names.findIndex((name) => name.includes("中通快递"));
    expect((await parcelOf(first.order._id))!.status).to.equal(10);
    await scan(String(at + 1));
    await told("本次已发货：1");
    expect(await parcelOf(first.order._id)).to.include({ status: 20, logisticsId: ZHONGTONG, logisticsNo: number });
    await page.getByRole("combobox", { name: "快递公司" }).click();
    await page.locator(".ant-select-item-option").filter({ hasText: "中通快递" }).click();
    await focused();
    await scan(second.order.no);
    await scan(freshLogisticsNo());
    await told("本次已发货：2");
    expect((await parcelOf(second.order._id))!.logisticsId).to.equal(ZHONGTONG);
  });

  it("from a file: what does not fit is told first, the rest ships with a result for each row", async () => {
    const pile = await orders(3);
    await open(1_440, "en-US");
    await page.getByRole("link", { name: "From a file" }).click();
    await page.getByRole("heading", { level: 1, name: "Ship from a file" }).waitFor();
    const stamp = String(Date.now()).slice(-9);
    const lines = pile.map(({ order }, at) => `="${order.no}",${at === 0 ? "圆通速递" : ""},YT78${stamp}${at}`);
    const text = ["订单号,快递公司,快递单号", ...lines, `${pile[0]!.order.no},,YT78${stamp}9`, "nobody's,,12", ""].join(
      "\r\n",
    );
    const file = { name: "parcels.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.locator("input[type=file]").setInputFiles(file);
    await told("3 ready, 2 with a fault");
    await told("The order is in the list twice");
    await takePicture(page, "ship-file");
    expect(await barriers(page)).to.deep.equal([]);
    expect((await parcelOf(pile[0]!.order._id))!.status).to.equal(10);
    await page.getByRole("button", { name: "Ship 3 orders" }).click();
    await told("3 shipped, 2 not");
    for (const [at, { order }] of pile.entries())
      expect(await parcelOf(order._id)).to.include({ status: 20, logisticsNo: `YT78${stamp}${at}` });
    // As Excel writes it in Chinese: 订单号 and 快递单号.
    const heads = Buffer.from("b6a9b5a5bac52cbfecb5ddb5a5bac5", "hex");
    const again = Buffer.concat([heads, Buffer.from(`\n${pile[0]!.order.no},YT78${stamp}0\n`)]);
    await page.locator("input[type=file]").setInputFiles({ ...file, buffer: again });
    await told("0 ready, 1 with a fault");
    await page.locator("input[type=file]").setInputFiles({ ...file, buffer: Buffer.from("only one column\n") });
    await told("This file has no columns of order and tracking numbers.");
  });

  it("a shipping morning: forty by scan with three faults on the way, twenty from a file, each once", async function () {
    this.timeout(120_000);
    const pile = await orders(60);
    const numbers = pile.map((_, at) => `YT76${String(Date.now()).slice(-8)}${String(at).padStart(2, "0")}`);
    const scanFrom = async (from: number, to: number): Promise<void> => {
      for (let at = from; at < to; at++) {
        await scan(pile[at]!.order.no);
        await scan(numbers[at]!);
      }
      await told(`Shipped here: ${to}`);
    };
    await open(1_440, "en-US");
    await scanFrom(0, 10);
    await scan("torn-label");
    await told("No order has the number torn-label.");
    await scanFrom(10, 20);
    await scan(pile[5]!.order.no);
    await told(`Order ${pile[5]!.order.no} is not awaiting shipment.`);
    await scanFrom(20, 30);
    // The next slip instead of the label: the order stays, and its label is scanned.
    await scan(pile[30]!.order.no);
    await scan(pile[31]!.order.no);
    await told(`${pile[31]!.order.no} is no parcel number of any carrier.`);
    await scan(numbers[30]!);
    await scanFrom(31, 40);
    await page.getByRole("link", { name: "From a file" }).click();
    await page.getByRole("heading", { level: 1, name: "Ship from a file" }).waitFor();
    const lines = pile.slice(40).map(({ order }, at) => `${order.no},${numbers[40 + at]}`);
    const text = ["order no.,tracking no.", ...lines].join("\n");
    const file = { name: "parcels.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Ship 20 orders" }).click();
    await told("20 shipped");
    for (const [at, { order }] of pile.entries())
      expect(await parcelOf(order._id), String(at)).to.include({ status: 20, logisticsNo: numbers[at] });
  });

  it("a selection ships with a number for each, Enter leads to the next, and what is refused is told in its row", async () => {
    const [gone, ...pile] = (await orders(4)) as [BuiltOrder, ...BuiltOrder[]];
    await choose([gone, ...pile]);
    await OrderModel.updateOne({ _id: gone.order._id }, { $set: { status: 20 } });
    await page.getByRole("button", { name: "Ship", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Ship selected orders" }).waitFor();
    const stamp = String(Date.now()).slice(-9);
    const numbers = [`YT79${stamp}0`, "12", `YT79${stamp}2`];
    const fields = page.getByRole("textbox", { name: "Tracking number" });
    await fields.first().focus();
    const labels = await fields.evaluateAll((all) => all.map((field) => field.getAttribute("aria-label")!));
    const inOrder = labels.map((label) => label.replace("Tracking number: ", ""));
    expect(inOrder).to.have.members(pile.map(({ order }) => order.no));
    const shippedAs = (at: number) => pile.find(({ order }) => order.no === inOrder[at])!.order._id;
    for (const number of numbers) await scan(number);
    await told("3 of 3 have a number");
    // The last Enter led to the button.
    await page.keyboard.press("Enter");
    await told("2 of 3 shipped");
    const refused = page.locator("tr.ant-table-row").filter({ hasText: inOrder[1]! });
    await refused.getByRole("alert").waitFor();
    await takePicture(page, "ship-selected");
    expect(await barriers(page)).to.deep.equal([]);
    await refused.getByRole("textbox", { name: "Tracking number" }).fill(`YT79${stamp}1`);
    await refused.getByRole("alert").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Ship 1 order" }).click();
    await told("3 of 3 shipped");
    for (const at of [0, 1, 2])
      expect(await parcelOf(shippedAs(at))).to.include({
        status: 20,
        logisticsId: YUANTONG,
        logisticsNo: `YT79${stamp}${at}`,
      });
    const leftOut = page.getByRole("alert").filter({ hasText: "Left out" });
    expect(await leftOut.getByRole("link").allInnerTexts()).to.deep.equal([gone.order.no]);
    await page.getByRole("link", { name: "All orders" }).click();
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
  });

  it("a note is added to each order of a selection, below its own; after a fault only to those that lack it", async () => {
    const pile = await orders(3);
    const [first, second, third] = pile.map(({ order }) => order._id) as [number, number, number];
    await OrderModel.updateOne({ _id: first }, { $set: { remark: "fragile" } });
    await choose(pile);
    // The third's note is written, but the answer is lost.
    let isRefused = true;
    const refusal = { code: 1011000011, data: null, msg: "not now" };
    await page.route("**/admin-api/trade/order/update-remark", async (route) => {
      const { id } = route.request().postDataJSON() as { id: number };
      if (!isRefused || id === first) return route.fallback();
      if (id === third) await route.fetch();
      return route.fulfill({ json: refusal });
    });
    await page.getByRole("button", { name: "Add a note" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("call before delivery");
    const add = () => dialog.getByRole("button", { name: "Add a note" }).click();
    await add();
    await told("1 of 3 orders have the note.");
    isRefused = false;
    await add();
    await dialog.waitFor({ state: "hidden" });
    const remarks = await Promise.all(
      [first, second, third].map(async (_id) => (await OrderModel.findById(_id, { remark: 1 }).lean())!.remark),
    );
    expect(remarks).to.deep.equal(["fragile\ncall before delivery", "call before delivery", "call before delivery"]);
  });
});
