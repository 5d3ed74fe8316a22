import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { OrderItemModel, OrderModel } from "#shared/domains/trade/index.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder, copyOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildSpu, readSpu } from "#test/factories/spu.js";
import { barriers } from "#test/support/accessibility.js";
import { isRead, launchBrowser, openPage, showDots, signInPage, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

describe("the papers of a shipping morning, in a real browser", () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let names: { both: string; one: string };
  /** Two and three of the same, one of another, and one that nobody has paid. */
  let two: BuiltOrder;
  let three: BuiltOrder;
  let other: BuiltOrder;
  let unpaid: BuiltOrder;
  let copies: number[] = [];

  before(async () => {
    browser = await launchBrowser();
    ({ url } = await startService());
    const [both, one] = [await buildSpu(), await buildSpu()];
    names = { both: (await readSpu(both.spuId)).spu.name, one: (await readSpu(one.spuId)).spu.name };
    two = await buildPaidOrder({ skuId: both.skuIds[0]!, count: 2 });
    three = await buildPaidOrder({ skuId: both.skuIds[0]!, count: 3 });
    other = await buildPaidOrder({ skuId: one.skuIds[0]! });
    unpaid = await buildUnpaidOrder();
    ({ page, complaints } = await openPage(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } }));
    await showDots(page, url);
    await signInPage(page, url, (await buildOperator(["*"])).operator._id);
  });
  after(async () => {
    await OrderModel.deleteMany({ _id: { $in: copies } });
    await OrderItemModel.deleteMany({ orderId: { $in: copies } });
    await browser?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const slipOf = ({ order }: BuiltOrder) => page.getByRole("region", { name: order.no });
  async function choose(...orders: BuiltOrder[]): Promise<void> {
    await page.goto(`${url}/console/orders`);
    await page.getByRole("row").filter({ hasText: orders[0]!.order.no }).waitFor();
    await isRead(page);
    for (const { order } of orders)
      await page.getByRole("row").filter({ hasText: order.no }).getByRole("checkbox").check();
    await page.getByText(`${orders.length} selected`).waitFor();
  }
  /** Its pages, as text. */
  async function printed(): Promise<string[]> {
    const pdf = await page.pdf({ format: "A5" });
    return (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })).text;
  }

  it("are packing slips of what is selected, a page each; what must not leave is named and left out", async () => {
    await choose(two, three, unpaid);
    await takePicture(page, "orders-selected");
    await page.getByRole("button", { name: "Packing slips" }).click();
    await slipOf(three).getByText(names.both).waitFor();
    expect(await page.locator(".slip").count()).to.equal(2);
    await slipOf(three).getByText("3 items in all").waitFor();
    await slipOf(two).getByText("2 items in all").waitFor();
    await slipOf(two).getByText(two.order.receiverName).waitFor();
    await page.getByRole("alert").getByRole("link", { name: unpaid.order.no }).waitFor();
    expect(await barriers(page)).to.deep.equal([]);
    await takePicture(page, "packing-slips");
    const pages = await printed();
    expect(pages).to.have.length(2);
    for (const [at, { order }] of [two, three].entries()) {
      const text = pages.find((one) => one.includes(order.no))!;
      expect(text, `slip ${at}`).to.contain(names.both).and.to.contain(order.receiverName);
      expect(text).not.to.contain("Shop console").and.not.to.contain(unpaid.order.no);
    }
  });

  it("are a picking list: each product once, with who gets how many; its address can be sent to a colleague", async () => {
    await choose(two, three, other);
    await page.getByRole("button", { name: "Picking list" }).click();
    const rows = page.locator(".slip tbody tr");
    await rows.filter({ hasText: names.both }).waitFor();
    await page.reload();
    await rows.filter({ hasText: names.both }).waitFor();
    expect(await rows.count()).to.equal(2);
    const both = await rows.filter({ hasText: names.both }).innerText();
    expect(both).to.match(/^5\b/);
    expect(both).to.contain(`${two.order.no} × 2`).and.to.contain(`${three.order.no} × 3`);
    expect(await rows.filter({ hasText: names.one }).innerText()).to.match(/^1\b/);
    await takePicture(page, "picking-list");
    expect(await printed()).to.have.length(1);
  });

  it("are at most a hundred at a time, which an address that names more is told", async () => {
    copies = await copyOrder(unpaid, 100);
    const ids = [two.order._id, ...copies];
    let asked = 0;
    page.on("request", (request) => void (request.url().includes("/order/get-detail") && asked++));
    await page.goto(`${url}/console/orders/print/slips?ids=${ids.join(",")},${two.order._id}`);
    await slipOf(two).getByText("2 items in all").waitFor();
    await page.getByText("Only the first 100 of 101 orders are here; take the others after them.").waitFor();
    expect(asked).to.equal(100);
    expect(await barriers(page)).to.deep.equal([]);
    await takePicture(page, "packing-slips-most");
  });

  it("are none where nothing has to be packed, and none for an address that names no order", async () => {
    for (const ids of [String(unpaid.order._id), "x,-1", ""]) {
      await page.goto(`${url}/console/orders/print/slips?ids=${ids}`);
      await page.getByText("None of these orders has goods to pack.").waitFor();
      expect(await page.getByRole("button", { name: "Print" }).isDisabled()).to.equal(true);
    }
  });
});
